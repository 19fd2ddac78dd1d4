import type { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { canMove } from '@waypost/contract/placements/applications/rules';
import { refuse } from '@waypost/contract/refusal';
import { applicationStatuses } from '@waypost/contract/statuses';
import { authorize } from '../../platform/access/enforce.ts';
import type { Handlers } from '../../platform/access/handler.ts';
import { isParty } from '../../platform/access/ownership.ts';
import { cancelWithApplication } from './interviews.ts';
import { mailDeclines } from './mails.ts';
import { toApplication } from './present.ts';
import { declineApplications, findApplication, findApplications, storeNote } from './queries.ts';

type ApplicantCalls = Pick<typeof applicationCalls, 'saveApplicantNote' | 'declineApplications'>;

const open = applicationStatuses.filter((status) => canMove('Business', status, 'Declined'));

/** A business's work with its applicants (docs/behavior/applications.md#applicants). */
export const applicantHandlers: Handlers<ApplicantCalls> = {
  saveApplicantNote: async ({ actor, input }, tx) => {
    const key = { clientId: actor.clientId, applicationId: input.application_id };
    const [found] = await findApplication(tx, key);
    const application = authorize(actor, found, isParty);
    const note = { businessNotes: input.note, businessStars: input.stars };
    await storeNote(tx, application, { clientId: actor.clientId, ...note });
    return { message: 'success', application: toApplication(actor, { ...application, ...note }) };
  },

  /** Skips applications that were decided or withdrawn in the meantime; the reply names those that were declined. */
  declineApplications: async ({ actor, input, now, outside }, tx) => {
    const { clientId } = actor;
    const ids = [...new Set(input.application_ids)];
    const found = await findApplications(tx, { clientId, ids });
    if (found.length < ids.length) refuse('not-found');
    const theirs = found.map((application) => authorize(actor, application, isParty));
    const { message } = input;
    const declined = await declineApplications(tx, theirs, { clientId, from: open, message, now });
    const closed = theirs.filter(({ id }) => declined.includes(id));
    await mailDeclines(tx, outside, actor, closed, message);
    for (const application of closed) await cancelWithApplication(tx, outside, actor, application, now);
    return { message: 'success', declined };
  },
};
