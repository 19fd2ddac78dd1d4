import type { agreementCalls, PlacementAgreement } from '@waypost/contract/agreements/calls';
import { normalCode } from '@waypost/contract/agreements/document';
import {
  type AgreementAction,
  actionsOf,
  CHANGED_MEANWHILE,
  canBecome,
  canSign,
  isAwaitingSignatures,
  mayLogHours,
  obstacleWords,
  openParties,
  type Party,
  partiesOf,
  partyOfRole,
  SIGN_FOR_YOURSELF,
  SIGN_WITHIN_DAYS,
  whyNot,
  whyNotSigner,
} from '@waypost/contract/agreements/rules';
import { missingTerms } from '@waypost/contract/agreements/template';
import { addDays, utcDay, whyNotPastDay } from '@waypost/contract/dates';
import { needsGuardian } from '@waypost/contract/guardians/rules';
import { msg, t } from '@waypost/contract/i18n';
import { maskedEmail } from '@waypost/contract/links/rules';
import { REQUIRED, refuse } from '@waypost/contract/refusal';
import { isStaff } from '@waypost/contract/roles';
import type { Actor } from '../access/actor.ts';
import { record, recordView } from '../access/audit.ts';
import { budgetOf, spend } from '../access/budgets.ts';
import { type Authorized, authorize } from '../access/enforce.ts';
import { type Handlers, outsideTransaction, type Request } from '../access/handler.ts';
import { countTry, TooManyTries } from '../access/limits.ts';
import {
  isOwnFile,
  isParty,
  mayChooseSupervisor,
  mayFollowProject,
  maySeeAgreementOf,
  maySendLinkTo,
  maySignFor,
  viewsAsStaff,
} from '../access/ownership.ts';
import { networkOf } from '../addresses.ts';
import type { Tx } from '../database/connect.ts';
import { findFileFor } from '../files/queries.ts';
import { revokeLinksAbout } from '../links/queries.ts';
import { FileMissing } from '../outside/file-store.ts';
import { lockProject } from '../projects/changing.ts';
import type { ProjectToChange } from '../projects/queries.ts';
import { askToSign, sendSigningLinks } from './asking.ts';
import { type EndedBy, notifyEnd } from './ending.ts';
import { type End, notifyReady } from './mails.ts';
import { toCheckedDocument, toPlacementAgreement } from './present.ts';
import {
  currentOf,
  draftAgreement,
  type FoundAgreement,
  findAgreements,
  findCheckedDocument,
  findDocument,
  findHoursGate,
  findMatters,
  type Matters,
  textOf,
} from './queries.ts';
import { mailAccountReceipt, mailPaperReceipt } from './receipts.ts';
import { markClosed, markDraft, markSent, saveTerms, storeScan } from './saving-queries.ts';
import { setupHandlers } from './setup-handlers.ts';
import { listSigners } from './signer-queries.ts';
import { aboutOf, addSignature, followSignature, isLastToSign } from './signing.ts';

/**
 * A placement's training agreement: drafted from a template, filled in, sent, and signed by everyone
 * (docs/behavior/agreements.md). Every change locks the placement first, so each sees the result of the one before.
 */
export const agreementHandlers: Handlers<typeof agreementCalls> = {
  ...setupHandlers,

  /** Views by staff are recorded (docs/behavior/access.md#students-data). */
  getAgreement: async ({ actor, input, now }, tx) => {
    const [found] = await findMatters(tx, { clientId: actor.clientId, projectId: input.project_id });
    const matters = authorize(actor, found, maySeeAgreementOf);
    if (matters.studentId && viewsAsStaff(actor)) {
      const subject = { id: matters.studentId, name: matters.student };
      const details = { project: matters.projectId };
      await recordView(tx, actor, { action: 'view project', subject, details }, now);
    }
    return load(actor, matters, tx, now);
  },

  /** 409 if there is one already. */
  startAgreement: async (request, tx) => {
    const { actor, input, now } = request;
    const project = await lockProject(actor, input.project_id, tx, mayFollowProject);
    const key = keyOf(project);
    if ((await findAgreements(tx, key, now)).length > 0) refuse('conflict', t(CHANGED_MEANWHILE));
    await draftAgreement(tx, key, null, now);
    return answer(request, project, { action: 'start agreement' }, tx);
  },

  saveAgreementTerms: async (request, tx) => {
    const { actor, input, now } = request;
    const { project, agreement } = await lockSeen(request, 'fill in', mayFillIn, tx);
    const { project_id: _, revision: __, ...terms } = input;
    // Only the school decides whether a guardian signs.
    const guardian_signs = actor.role === 'Business' ? agreement.terms.guardian_signs : terms.guardian_signs;
    await saveTerms(tx, agreement, { ...terms, guardian_signs }, now);
    const { body } = agreement;
    const wasComplete = missingTerms(body, agreement.terms).length === 0;
    const isComplete = missingTerms(body, { ...terms, guardian_signs }).length === 0;
    // Staff who fill it in see that they can send it.
    if (actor.role === 'Business' && isComplete && !wasComplete)
      await notifyReady(tx, request.outside, await aboutOf(tx, keyOf(project)));
    return answer(request, project, null, tx);
  },

  /** 400 at each empty field that the template asks for. */
  sendAgreement: async (request, tx) => {
    const { now, outside } = request;
    const { project, agreement } = await lockSeen(request, 'send', mayFollowProject, tx);
    if (!project.studentId || !project.businessId) refuse('conflict', t(SOMEBODY_GONE));
    const missing = missingTerms(agreement.body, agreement.terms);
    if (missing.length > 0)
      refuse('invalid-input', undefined, Object.fromEntries(missing.map((term) => [term, [t(REQUIRED)]])));
    const matters = await mattersOf(tx, project);
    const { birthDate } = matters;
    // If the birth date is known, it decides; otherwise the school does.
    const isMinor = birthDate !== null && needsGuardian(birthDate, utcDay(now));
    const parties = partiesOf(isMinor || agreement.terms.guardian_signs);
    const expiresAt = new Date(Date.parse(addDays(utcDay(now), SIGN_WITHIN_DAYS + 1)));
    const terms = { ...agreement.terms, guardian_signs: parties.includes('guardian') };
    const text = textOf({ ...agreement, terms }, matters);
    await markSent(tx, agreement, { text, parties, now, expiresAt });
    const about = await aboutOf(tx, keyOf(project));
    const turn = openParties(parties, [], agreement.signingOrder);
    await askToSign(tx, outside, about, { agreement, turn }, now);
    return answer(request, project, { action: 'send agreement', agreement }, tx);
  },

  /** Only the text that the signer has seen can be signed: 409 if it has changed. */
  signAgreement: async (request, tx) => {
    const { actor, input, now, outside } = request;
    refuseMasquerade(actor);
    const { project, agreement } = await lockText(request, 'sign', maySignFor, tx);
    const party = ownParty(actor);
    const signature = {
      ...{ party, signerName: input.name, method: 'account' as const, userId: actor.id },
      ...{ textHash: input.text_hash, signedOn: utcDay(now), signedAt: now, recordedAt: now },
    };
    await addSignature(tx, agreement, signature, now);
    const { id: agreementId, version } = agreement;
    const isLast = isLastToSign(agreement, party);
    const act = { agreementId, version, decision: 'signed', by: input.name, isLast } as const;
    await mailAccountReceipt(tx, outside, actor, await aboutOf(tx, keyOf(project)), act, now);
    await followSignature(tx, outside, agreement, { party, by: { accountId: actor.id } }, now);
    return answer(request, project, { action: 'sign agreement', agreement }, tx);
  },

  declineAgreement: async (request, tx) => {
    const { actor, input, now, outside } = request;
    refuseMasquerade(actor);
    const { project, agreement } = await lockText(request, 'decline', maySignFor, tx);
    await markClosed(tx, agreement, 'declined', { reason: input.reason, by: actor.name }, now);
    const end = { how: 'declined', by: actor.name } as const;
    await notifyEndOf(tx, outside, agreement, end, now, { accountId: actor.id });
    return answer(request, project, { action: 'decline agreement', agreement }, tx);
  },

  /** 409 if it is not their turn, or they may not sign; 404 if a business asks for a guardian. */
  sendSigningLink: async (request, tx) => {
    const { actor, input, now, outside } = request;
    const project = await lockProject(actor, input.project_id, tx, mayChooseSupervisor);
    const agreement = currentOf(await findAgreements(tx, keyOf(project), now)) ?? refuse('not-found');
    const about = await aboutOf(tx, keyOf(project));
    const signers = await listSigners(tx, { ...about, agreementId: agreement.id }, now);
    const found = signers.find(({ party, id }) => party === input.party && id === input._id);
    const signer = authorize(actor, found, maySendLinkTo);
    const { signingOrder: order } = agreement;
    if (!canSign(signer.party, { ...agreement, order })) refuse('conflict', t(NOT_THEIRS_TO_SIGN));
    const obstacle = whyNotSigner(signer);
    if (obstacle) refuse('conflict', t(obstacleWords[obstacle]));
    await spend(tx, 'signing links', actor.id, now);
    await sendSigningLinks(tx, outside, about, { agreement, signers: [signer] }, now);
    const details = { to: maskedEmail(signer.email) };
    return answer(request, project, { action: 'send signing link', agreement, details }, tx);
  },

  /** For any party whose turn it is, such as a guardian without an account. */
  recordPaperSignature: async (request, tx) => {
    const { actor, input, now, outside } = request;
    const wrongDay = whyNotPastDay(input.signed_on, utcDay(now), 1);
    if (wrongDay) refuse('invalid-input', undefined, { signed_on: [wrongDay] });
    const { project, agreement } = await lockText(request, 'record paper', mayFollowProject, tx);
    const open = openParties(agreement.parties, agreement.signed, agreement.signingOrder);
    if (!open.includes(input.party)) refuse('invalid-input', undefined, { party: [t(NOT_THEIR_TURN)] });
    if (input.file_id && project.studentId) {
      const key = { clientId: actor.clientId, fileId: input.file_id, callerId: actor.id };
      const [found] = await findFileFor(tx, key);
      await storeScan(tx, authorize(actor, found, isOwnFile), project.studentId);
    }
    const signature = {
      party: input.party,
      signerName: input.name,
      method: 'paper' as const,
      textHash: input.text_hash,
      signedOn: input.signed_on,
      recordedBy: actor.name,
      recordedAt: now,
      fileId: input.file_id ?? null,
    };
    await addSignature(tx, agreement, signature, now);
    let emails: string[] = [];
    if (input.party === 'guardian' && project.studentId) {
      const { firstName, lastName } = await mattersOf(tx, project);
      const student = { id: project.studentId, firstName, lastName };
      const { id: agreementId, version } = agreement;
      const isLast = isLastToSign(agreement, input.party);
      const act = { agreementId, version, decision: 'signed', by: input.name, isLast } as const;
      emails = await mailPaperReceipt(tx, outside, await aboutOf(tx, keyOf(project)), student, act, now);
    }
    await followSignature(tx, outside, agreement, { party: input.party, by: { emails } }, now);
    return answer(request, project, { action: 'record signature', agreement }, tx);
  },

  changeAgreement: async (request, tx) => {
    const { actor, now, outside } = request;
    const { project, agreement } = await lockSeen(request, 'change', mayFollowProject, tx);
    const isUntold = agreement.status === 'expired' && agreement.expiryToldAt === null;
    // If the version ended before, people were told then; a signed one stays in force.
    if (isAwaitingSignatures(agreement.status) || isUntold)
      await notifyEndOf(tx, outside, agreement, { how: 'changed' }, now);
    const isUnsigned = agreement.signed.length === 0 && canBecome(agreement.status, 'draft');
    if (isUnsigned) await markDraft(tx, agreement, now);
    else {
      // A signed version stays in force until everyone signs the next one.
      if (agreement.status === 'partly signed')
        await markClosed(tx, agreement, 'void', { reason: '', by: actor.name }, now);
      await revokeLinksAbout(tx, toSign(agreement), now);
      const [newest] = await findAgreements(tx, keyOf(project), now);
      const version = newest?.version ?? agreement.version;
      await draftAgreement(tx, keyOf(project), { version, terms: agreement.terms }, now);
    }
    return answer(request, project, { action: 'change agreement', agreement }, tx);
  },

  /** A code that exists and one that does not take the same query. */
  checkDocument: async ({ input, network, now }, tx) => {
    const wait = await countTry(tx, budgetOf('document checks', networkOf(network)), now);
    if (wait > 0) throw new TooManyTries(wait);
    const found = await findCheckedDocument(tx, normalCode(input.code));
    return { document: found ? toCheckedDocument(found) : null };
  },

  /** Everyone who may read an agreement may have its document. Downloads by staff are recorded. */
  downloadAgreement: outsideTransaction(async ({ actor, input, now, outside }, transaction) => {
    const found = await transaction(async (tx) => {
      const key = { clientId: actor.clientId, projectId: input.project_id };
      const [row] = await findMatters(tx, key);
      const matters = authorize(actor, row, maySeeAgreementOf);
      const [document] = await findDocument(tx, { ...key, version: Number(input.version) });
      if (!document) return refuse('not-found');
      if (matters.studentId && viewsAsStaff(actor)) {
        const subject = { id: matters.studentId, name: matters.student };
        const look = { action: 'open student file', subject, details: { file: document.name } } as const;
        await recordView(tx, actor, look, now);
      }
      return document;
    });
    try {
      const content = await outside.files.get(found.storageKey);
      const { contentType, bytes, name } = found;
      return { content, contentType, bytes, name, show: true, tag: null };
    } catch (error) {
      if (error instanceof FileMissing) refuse('not-found');
      throw error;
    }
  }),

  voidAgreement: async (request, tx) => {
    const { actor, input, now, outside } = request;
    const { project, agreement } = await lockSeen(request, 'void', mayFollowProject, tx);
    // No one was asked to sign a draft.
    if (agreement.status !== 'draft') await notifyEndOf(tx, outside, agreement, { how: 'void' }, now);
    await markClosed(tx, agreement, 'void', { reason: input.reason, by: actor.name }, now);
    await revokeLinksAbout(tx, toSign(agreement), now);
    return answer(request, project, { action: 'void agreement', agreement }, tx);
  },
};

const SOMEBODY_GONE = msg('The student or the business has left, so no one can sign this agreement');
const NOT_THEIR_TURN = msg('has signed already, or is not next to sign');

const NOT_THEIRS_TO_SIGN = msg('They have signed already, or it is not their turn');

/** The links to sign a version. */
const toSign = ({ clientId, id }: FoundAgreement) => ({ clientId, subjectId: id, purpose: 'sign' as const });

/** Tells everyone how a version ended, before its links are revoked. */
async function notifyEndOf(
  tx: Tx,
  outside: Parameters<typeof notifyEnd>[1],
  agreement: FoundAgreement,
  end: End,
  now: Date,
  by: EndedBy = {},
): Promise<void> {
  await notifyEnd(tx, outside, await aboutOf(tx, agreement), { agreementId: agreement.id, end, by }, now);
}

const keyOf = (project: { clientId: string; id: string }) => ({
  clientId: project.clientId,
  projectId: project.id,
});

/** Who fills in a draft: the business and staff. */
const mayFillIn = (actor: Actor, project: ProjectToChange) =>
  mayFollowProject(actor) || (actor.role === 'Business' && isParty(actor, project));

/** A signature must be the signer's own act, so nobody can sign during a masquerade. */
function refuseMasquerade(actor: Actor): void {
  if (actor.admin) refuse('not-allowed', t(SIGN_FOR_YOURSELF));
}

const ownParty = (actor: Actor): Party => partyOfRole[actor.role] ?? refuse('not-allowed');

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
async function lockSeen(
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
async function lockText(
  request: Request<{ project_id: string; text_hash: string }>,
  action: AgreementAction,
  isTheirs: (actor: Actor, project: ProjectToChange) => boolean,
  tx: Tx,
): Promise<LockedAgreement> {
  const held = await hold(request, action, isTheirs, tx);
  if (held.agreement.textHash !== request.input.text_hash) refuse('conflict', t(CHANGED_MEANWHILE));
  return held;
}

async function mattersOf(tx: Tx, project: Authorized<ProjectToChange>): Promise<Matters> {
  const [matters] = await findMatters(tx, keyOf(project));
  return matters ?? refuse('not-found');
}

type AuditEvent = {
  action: Parameters<typeof record>[2]['action'];
  agreement?: FoundAgreement;
  details?: Record<string, string>;
};

/** Records a change and replies with the placement's agreement. */
async function answer(
  { actor, now }: Request<unknown>,
  project: Authorized<ProjectToChange>,
  event: AuditEvent | null,
  tx: Tx,
): Promise<PlacementAgreement> {
  const matters = await mattersOf(tx, project);
  if (event) {
    const subject = matters.studentId ? { id: matters.studentId, name: matters.student } : undefined;
    const details = { project: project.id, version: event.agreement?.version ?? 1, ...event.details };
    await record(tx, actor, { action: event.action, ...(subject && { subject }), details }, now);
  }
  return load(actor, matters, tx, now);
}

async function load(actor: Actor, matters: Matters, tx: Tx, now: Date): Promise<PlacementAgreement> {
  const key = { clientId: actor.clientId, projectId: matters.projectId };
  const [versions, [gate]] = await Promise.all([findAgreements(tx, key, now), findHoursGate(tx, key)]);
  const current = currentOf(versions);
  const isOpen = current && isAwaitingSignatures(current.status) && actor.role !== 'Student';
  const isToSend = current?.status === 'draft' && isStaff(actor.role);
  const signers =
    isOpen || isToSend ? await listSigners(tx, { ...matters, ...key, agreementId: current.id }, now) : [];
  const hoursWait = gate !== undefined && !mayLogHours(gate, gate);
  return toPlacementAgreement(actor, matters, versions, signers, hoursWait);
}
