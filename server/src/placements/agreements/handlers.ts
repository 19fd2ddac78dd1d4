import { addDays, utcDay } from '@waypost/contract/dates';
import { msg, t } from '@waypost/contract/i18n';
import { needsGuardian } from '@waypost/contract/people/guardians/rules';
import type { agreementCalls } from '@waypost/contract/placements/agreements/calls';
import {
  CHANGED_MEANWHILE,
  canBecome,
  isAwaitingSignatures,
  openParties,
  partiesOf,
  SIGN_WITHIN_DAYS,
} from '@waypost/contract/placements/agreements/rules';
import { missingTerms } from '@waypost/contract/placements/agreements/template';
import { REQUIRED, refuse } from '@waypost/contract/refusal';
import { revokeLinksAbout } from '../../messages/links/queries.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { recordView } from '../../platform/access/audit.ts';
import { authorize } from '../../platform/access/enforce.ts';
import type { Handlers } from '../../platform/access/handler.ts';
import {
  isParty,
  mayFollowProject,
  maySeeAgreementOf,
  viewsAsStaff,
} from '../../platform/access/ownership.ts';
import type { ProjectToChange } from '../projects/change-queries.ts';
import { lockProject } from '../projects/project-changes.ts';
import { answer, factsOf, keyOf, load, lockSeen, notifyEndOf } from './agreement-lock.ts';
import { markClosed, markDraft, markSent, saveTerms } from './change-queries.ts';
import { documentHandlers } from './document-handlers.ts';
import { notifyReady } from './mails.ts';
import {
  draftAgreement,
  type FoundAgreement,
  findAgreementFacts,
  findAgreements,
  textOf,
} from './queries.ts';
import { setupHandlers } from './setup-handlers.ts';
import { aboutOf } from './signatures.ts';
import { signingHandlers } from './signing-handlers.ts';
import { askToSign } from './signing-requests.ts';

/**
 * A placement's training agreement: drafted from a template, filled in, sent, and signed by everyone
 * (docs/behavior/agreements.md). Every change locks the placement first, so each sees the result of the one before.
 */
export const agreementHandlers: Handlers<typeof agreementCalls> = {
  ...setupHandlers,
  ...signingHandlers,
  ...documentHandlers,

  /** Views by staff are recorded (docs/behavior/access.md#students-data). */
  getAgreement: async ({ actor, input, now }, tx) => {
    const [found] = await findAgreementFacts(tx, { clientId: actor.clientId, projectId: input.project_id });
    const facts = authorize(actor, found, maySeeAgreementOf);
    if (facts.studentId && viewsAsStaff(actor)) {
      const subject = { id: facts.studentId, name: facts.student };
      const details = { project: facts.projectId };
      await recordView(tx, actor, { action: 'view project', subject, details }, now);
    }
    return load(actor, facts, tx, now);
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
    const facts = await factsOf(tx, project);
    const { birthDate } = facts;
    // If the birth date is known, it decides; otherwise the school does.
    const isMinor = birthDate !== null && needsGuardian(birthDate, utcDay(now));
    const parties = partiesOf(isMinor || agreement.terms.guardian_signs);
    const expiresAt = new Date(Date.parse(addDays(utcDay(now), SIGN_WITHIN_DAYS + 1)));
    const terms = { ...agreement.terms, guardian_signs: parties.includes('guardian') };
    const text = textOf({ ...agreement, terms }, facts);
    await markSent(tx, agreement, { text, parties, now, expiresAt });
    const about = await aboutOf(tx, keyOf(project));
    const turn = openParties(parties, [], agreement.signingOrder);
    await askToSign(tx, outside, about, { agreement, turn }, now);
    return answer(request, project, { action: 'send agreement', agreement }, tx);
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

/** The links to sign a version. */
const toSign = ({ clientId, id }: FoundAgreement) => ({ clientId, subjectId: id, purpose: 'sign' as const });

/** Who fills in a draft: the business and staff. */
const mayFillIn = (actor: Actor, project: ProjectToChange) =>
  mayFollowProject(actor) || (actor.role === 'Business' && isParty(actor, project));
