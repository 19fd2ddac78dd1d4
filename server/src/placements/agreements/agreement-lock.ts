import { t } from '@waypost/contract/i18n';
import type { PlacementAgreement } from '@waypost/contract/placements/agreements/calls';
import {
  type AgreementAction,
  actionsOf,
  CHANGED_MEANWHILE,
  isAwaitingSignatures,
  mayLogHours,
  whyNot,
} from '@waypost/contract/placements/agreements/rules';
import { refuse } from '@waypost/contract/refusal';
import { isStaff } from '@waypost/contract/roles';
import { listContacts } from '../../people/contacts/queries.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { record } from '../../platform/access/audit.ts';
import { type Authorized, authorize } from '../../platform/access/enforce.ts';
import type { Request } from '../../platform/access/handler.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { ProjectToChange } from '../projects/change-queries.ts';
import { lockProject } from '../projects/project-changes.ts';
import { type EndedBy, notifyEnd } from './end-notices.ts';
import type { End } from './mails.ts';
import { toPlacementAgreement } from './present.ts';
import {
  type AgreementFacts,
  currentOf,
  type FoundAgreement,
  findAgreementFacts,
  findAgreements,
  findHoursGate,
} from './queries.ts';
import { aboutOf } from './signatures.ts';
import { listSigners } from './signer-queries.ts';

// What the handlers of agreements share: locking what the caller saw, and the reply.

export const keyOf = (project: { clientId: string; id: string }) => ({
  clientId: project.clientId,
  projectId: project.id,
});

interface LockedAgreement {
  project: Authorized<ProjectToChange>;
  agreement: Authorized<FoundAgreement>;
}

/** Locks the placement and returns its current agreement; 409 if its status does not allow the action. */
async function hold(
  { actor, input, now }: Request<{ project_id: string }>,
  action: AgreementAction,
  isTheirs: (actor: Actor, project: ProjectToChange) => boolean,
  tx: Tx,
): Promise<LockedAgreement> {
  const project = await lockProject(actor, input.project_id, tx, isTheirs);
  const current = currentOf(await findAgreements(tx, keyOf(project), now)) ?? refuse('not-found');
  const { status, parties, signed, signingOrder: order } = current;
  if (!actionsOf(actor.role, { status, parties, signed, order }).includes(action))
    refuse('conflict', whyNot(status));
  // It belongs to the placement that the caller may change.
  return { project, agreement: authorize(actor, current, () => true) };
}

/** Like `hold`; 409 if the agreement changed since the caller saw it. */
export async function lockSeen(
  request: Request<{ project_id: string; revision: number }>,
  action: AgreementAction,
  isTheirs: (actor: Actor, project: ProjectToChange) => boolean,
  tx: Tx,
): Promise<LockedAgreement> {
  const held = await hold(request, action, isTheirs, tx);
  if (held.agreement.revision !== request.input.revision) refuse('conflict', t(CHANGED_MEANWHILE));
  return held;
}

/** Like `hold`; 409 if the text changed since the caller read it. */
export async function lockText(
  request: Request<{ project_id: string; text_hash: string }>,
  action: AgreementAction,
  isTheirs: (actor: Actor, project: ProjectToChange) => boolean,
  tx: Tx,
): Promise<LockedAgreement> {
  const held = await hold(request, action, isTheirs, tx);
  if (held.agreement.textHash !== request.input.text_hash) refuse('conflict', t(CHANGED_MEANWHILE));
  return held;
}

export async function factsOf(tx: Tx, project: Authorized<ProjectToChange>): Promise<AgreementFacts> {
  const [facts] = await findAgreementFacts(tx, keyOf(project));
  return facts ?? refuse('not-found');
}

type AuditEvent = {
  action: Parameters<typeof record>[2]['action'];
  agreement?: FoundAgreement;
  details?: Record<string, string>;
};

/** Records a change and replies with the placement's agreement. */
export async function answer(
  { actor, now }: Request<unknown>,
  project: Authorized<ProjectToChange>,
  event: AuditEvent | null,
  tx: Tx,
): Promise<PlacementAgreement> {
  const facts = await factsOf(tx, project);
  if (event) {
    const subject = facts.studentId ? { id: facts.studentId, name: facts.student } : undefined;
    const details = { project: project.id, version: event.agreement?.version ?? 1, ...event.details };
    await record(tx, actor, { action: event.action, ...(subject && { subject }), details }, now);
  }
  return load(actor, facts, tx, now);
}

/** The placement's agreement as the caller may see it. */
export async function load(
  actor: Actor,
  facts: AgreementFacts,
  tx: Tx,
  now: Date,
): Promise<PlacementAgreement> {
  const key = { clientId: actor.clientId, projectId: facts.projectId };
  const [versions, [gate]] = await Promise.all([findAgreements(tx, key, now), findHoursGate(tx, key)]);
  const current = currentOf(versions);
  const isOpen = current && isAwaitingSignatures(current.status) && actor.role !== 'Student';
  const isToSend = current?.status === 'draft' && isStaff(actor.role);
  const signers =
    isOpen || isToSend ? await listSigners(tx, { ...facts, ...key, agreementId: current.id }, now) : [];
  const hoursWait = gate !== undefined && !mayLogHours(gate, gate);
  const signsAs = await listNamesOf(tx, actor);
  return toPlacementAgreement(actor, facts, versions, signers, {
    hoursWait,
    signsAs,
    needsScan: gate?.secondProof ?? false,
  });
}

/** The names on file of those who sign with this account, first those who may sign for a business. */
export async function listNamesOf(tx: Tx, { role, name, clientId, id }: Actor): Promise<string[]> {
  if (role === 'Student' || role === 'Admin') return [name];
  if (role !== 'Business') return [];
  const contacts = await listContacts(tx, { clientId, businessId: id });
  const isSignatory = ({ roles }: { roles: string[] }) => roles.includes('signatory');
  return contacts
    .toSorted((one, other) => Number(isSignatory(other)) - Number(isSignatory(one)))
    .map((contact) => contact.name);
}

/** Tells everyone how a version ended, before its links are revoked. */
export async function notifyEndOf(
  tx: Tx,
  outside: Parameters<typeof notifyEnd>[1],
  agreement: FoundAgreement,
  end: End,
  now: Date,
  by: EndedBy = {},
): Promise<void> {
  await notifyEnd(tx, outside, await aboutOf(tx, agreement), { agreementId: agreement.id, end, by }, now);
}
