import { utcDay, whyNotPastDay } from '@waypost/contract/dates';
import { msg, t } from '@waypost/contract/i18n';
import { bothNames, maskedEmail, otherNameOnFile } from '@waypost/contract/messages/links/rules';
import type { agreementCalls } from '@waypost/contract/placements/agreements/calls';
import {
  canSign,
  obstacleWords,
  openParties,
  type Party,
  partyOfRole,
  SIGN_FOR_YOURSELF,
  whyNotSigner,
} from '@waypost/contract/placements/agreements/rules';
import { refuse } from '@waypost/contract/refusal';
import { notifyOtherName } from '../../messages/links/mails.ts';
import { requiresSecondProof } from '../../messages/proofs/queries.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { spend, spendEmailTo } from '../../platform/access/budgets.ts';
import { authorize } from '../../platform/access/enforce.ts';
import type { Handlers } from '../../platform/access/handler.ts';
import {
  isOwnFile,
  mayChooseSupervisor,
  mayFollowProject,
  maySendLinkTo,
  maySignFor,
} from '../../platform/access/ownership.ts';
import { findFileFor } from '../../school-system/files/queries.ts';
import { lockProject } from '../projects/project-changes.ts';
import { answer, factsOf, keyOf, listNamesOf, lockText, notifyEndOf } from './agreement-lock.ts';
import { markClosed, storeScan } from './change-queries.ts';
import { currentOf, findAgreements } from './queries.ts';
import { mailAccountReceipt, mailPaperReceipt } from './receipts.ts';
import { aboutOf, addSignature, followSignature, isLastToSign } from './signatures.ts';
import { listSigners } from './signer-queries.ts';
import { sendSigningLinks } from './signing-requests.ts';

type SigningCalls = Pick<
  typeof agreementCalls,
  'signAgreement' | 'declineAgreement' | 'sendSigningLink' | 'recordPaperSignature'
>;

/** Signing and declining an agreement, and what the school and the business do for its signers. */
export const signingHandlers: Handlers<SigningCalls> = {
  /** Only the text that the signer has seen can be signed: 409 if it has changed. */
  signAgreement: async (request, tx) => {
    const { actor, input, now, outside } = request;
    refuseMasquerade(actor);
    const { project, agreement } = await lockText(request, 'sign', maySignFor, tx);
    const party = ownParty(actor);
    const nameOnFile = otherNameOnFile(input.name, await listNamesOf(tx, actor));
    const signature = {
      party,
      signerName: input.name,
      nameOnFile,
      method: 'account' as const,
      email: actor.email,
      userId: actor.id,
      textHash: input.text_hash,
      signedOn: utcDay(now),
      signedAt: now,
      recordedAt: now,
    };
    await addSignature(tx, agreement, signature, now);
    const { id: agreementId, version } = agreement;
    const isLast = isLastToSign(agreement, party);
    const by = bothNames(input.name, nameOnFile);
    const act = { agreementId, version, decision: 'signed', by, isLast } as const;
    await mailAccountReceipt(tx, outside, actor, await aboutOf(tx, keyOf(project)), act, now);
    await followSignature(tx, outside, agreement, { party, by: { accountId: actor.id } }, now);
    if (nameOnFile === '') return answer(request, project, { action: 'sign agreement', agreement }, tx);
    const path = `/project/${project.id}/agreement`;
    const other = { clientId: actor.clientId, about: actor.id, name: input.name, onFile: nameOnFile, path };
    await notifyOtherName(tx, outside, other);
    const details = { name: input.name, on_file: nameOnFile };
    return answer(request, project, { action: 'sign agreement', agreement, details }, tx);
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
    await spendEmailTo(tx, signer.email, actor, now);
    await sendSigningLinks(tx, outside, about, { agreement, signers: [signer] }, now);
    const details = { to: maskedEmail(signer.email) };
    return answer(request, project, { action: 'send signing link', agreement, details }, tx);
  },

  /**
   * For any party whose turn it is, such as a guardian without an account. 400 without a scan where signing by link takes
   * a code as well.
   */
  recordPaperSignature: async (request, tx) => {
    const { actor, input, now, outside } = request;
    const wrongDay = whyNotPastDay(input.signed_on, utcDay(now), 1);
    if (wrongDay) refuse('invalid-input', undefined, { signed_on: [wrongDay] });
    const { project, agreement } = await lockText(request, 'record paper', mayFollowProject, tx);
    const open = openParties(agreement.parties, agreement.signed, agreement.signingOrder);
    if (!open.includes(input.party)) refuse('invalid-input', undefined, { party: [t(NOT_THEIR_TURN)] });
    if (!input.file_id && (await requiresSecondProof(tx, actor.clientId)))
      refuse('invalid-input', undefined, { file_id: [t(ADD_SCAN)] });
    if (input.file_id && project.studentId) {
      const key = { clientId: actor.clientId, fileId: input.file_id, callerId: actor.id };
      const [found] = await findFileFor(tx, key);
      await storeScan(tx, authorize(actor, found, isOwnFile), project.studentId);
    }
    const signature = {
      party: input.party,
      signerName: input.name,
      method: 'paper' as const,
      email: null,
      textHash: input.text_hash,
      signedOn: input.signed_on,
      recordedBy: actor.name,
      recordedAt: now,
      fileId: input.file_id ?? null,
    };
    await addSignature(tx, agreement, signature, now);
    let emails: string[] = [];
    if (input.party === 'guardian' && project.studentId) {
      const { firstName, lastName } = await factsOf(tx, project);
      const student = { id: project.studentId, firstName, lastName };
      const { id: agreementId, version } = agreement;
      const isLast = isLastToSign(agreement, input.party);
      const act = { agreementId, version, decision: 'signed', by: input.name, isLast } as const;
      emails = await mailPaperReceipt(tx, outside, await aboutOf(tx, keyOf(project)), student, act, now);
    }
    await followSignature(tx, outside, agreement, { party: input.party, by: { emails } }, now);
    return answer(request, project, { action: 'record signature', agreement }, tx);
  },
};

/** A signature must be the signer's own act, so nobody can sign during a masquerade. */
function refuseMasquerade(actor: Actor): void {
  if (actor.admin) refuse('not-allowed', t(SIGN_FOR_YOURSELF));
}

const ownParty = (actor: Actor): Party => partyOfRole[actor.role] ?? refuse('not-allowed');

const NOT_THEIRS_TO_SIGN = msg('They have signed already, or it is not their turn');
const ADD_SCAN = msg('add a scan or a photo of the signed copy');
const NOT_THEIR_TURN = msg('has signed already, or is not next to sign');
