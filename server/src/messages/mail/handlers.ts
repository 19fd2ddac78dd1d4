import { t } from '@waypost/contract/i18n';
import type { mailCalls } from '@waypost/contract/messages/mail/calls';
import { canMute, mailKinds } from '@waypost/contract/messages/mail/rules';
import { refuse } from '@waypost/contract/refusal';
import { record } from '../../platform/access/audit.ts';
import { authorize } from '../../platform/access/enforce.ts';
import type { Handlers } from '../../platform/access/handler.ts';
import { isSelf, maySeeReturnedMail } from '../../platform/access/ownership.ts';
import { findPerson, nameOf } from '../../platform/access/person-queries.ts';
import { recordStudentView } from '../../platform/access/student-views.ts';
import { findMuted, setMuted } from './queries.ts';
import { forgetReturned, listReturned } from './returned-mail-queries.ts';

/** Which kinds of mail someone gets. Each person decides for themselves (docs/behavior/mail.md#choices). */
export const mailHandlers: Handlers<typeof mailCalls> = {
  getMailSettings: async ({ actor }, tx) => {
    const [found] = await findMuted(tx, { clientId: actor.clientId, userId: actor.id });
    const { muted } = authorize(actor, found, isSelf);
    return { muted: mailKinds.filter((kind) => muted.includes(kind)) };
  },

  /** Refuses with 400 a kind that the caller's role never receives. */
  saveMailSettings: async ({ actor, input }, tx) => {
    const muted = mailKinds.filter((kind) => input.muted.includes(kind));
    if (!muted.every((kind) => canMute(actor.role, kind)))
      refuse('invalid-input', undefined, { muted: [t('this is not one of your emails')] });
    const [found] = await findMuted(tx, { clientId: actor.clientId, userId: actor.id });
    await setMuted(tx, authorize(actor, found, isSelf), muted);
    return { muted };
  },

  getReturnedMail: async ({ actor, input, now }, tx) => {
    const [found] = await findPerson(tx, { clientId: actor.clientId, userId: input.user_id });
    const person = authorize(actor, found, maySeeReturnedMail);
    const subject = { id: person.id, name: nameOf(person) };
    if (person.role === 'Student')
      await recordStudentView(tx, actor, { action: 'view student', subject }, now);
    return listReturned(tx, person);
  },

  tryMailAgain: async ({ actor, input: { user_id: userId, ...which }, now }, tx) => {
    const [found] = await findPerson(tx, { clientId: actor.clientId, userId });
    const person = authorize(actor, found, maySeeReturnedMail);
    const subject = { id: person.id, name: nameOf(person) };
    // Somebody else may have corrected it or tried it meanwhile.
    if ((await forgetReturned(tx, person, which)) !== undefined)
      await record(tx, actor, { action: 'try mail again', subject, details: { item: which.kind } }, now);
    return listReturned(tx, person);
  },
};
