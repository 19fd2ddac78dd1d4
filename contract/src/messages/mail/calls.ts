import * as z from 'zod';
import { get, nothing, post } from '../../call.ts';
import { id, moment } from '../../fields.ts';
import { msg } from '../../i18n.ts';
import { worded } from '../../wording.ts';
import { addressKinds, type MailKind, mailKinds } from './rules.ts';

const kind = z.enum(mailKinds, worded(msg('there is no such email')));

/** The kinds of mail that someone has turned off. */
export const MailSettings = z.object({
  muted: z
    .array(kind)
    .max(mailKinds.length, worded(msg('name each email once')))
    .default([]),
});
export type MailSettings = { muted: MailKind[] };

/** An address that a mail server rejected permanently. Nothing is sent to it until it is corrected or retried. */
export const ReturnedMail = z.object({
  kind: z.enum(addressKinds),
  /** The account, guardian or contact. */
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  since: moment,
});
export type ReturnedMail = z.infer<typeof ReturnedMail>;

/** Which emails someone receives (docs/behavior/mail.md#choices). */
export const mailCalls = {
  getMailSettings: get('/api/getMailSettings', nothing, MailSettings),
  saveMailSettings: post('/api/saveMailSettings', MailSettings, MailSettings),
  /** The refused addresses of a person, their guardians and contacts (docs/behavior/mail.md#returned-mail). */
  getReturnedMail: get('/api/getReturnedMail', z.object({ user_id: id }), z.array(ReturnedMail)),
  /** Resumes sending to the address. Replies with those that are still refused. */
  tryMailAgain: post(
    '/api/tryMailAgain',
    z.object({ user_id: id, kind: z.enum(addressKinds), _id: id }),
    z.array(ReturnedMail),
  ),
};
