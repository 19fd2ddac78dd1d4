import * as z from 'zod';
import { get, nothing, post } from '../call.ts';
import { msg } from '../i18n.ts';
import { worded } from '../wording.ts';
import { type MailKind, mailKinds } from './rules.ts';

const kind = z.enum(mailKinds, worded(msg('there is no such email')));

/** The kinds of mail that someone has turned off. */
export const MailSettings = z.object({
  muted: z
    .array(kind)
    .max(mailKinds.length, worded(msg('name each email once')))
    .default([]),
});
export type MailSettings = { muted: MailKind[] };

/** Which emails someone receives (docs/behavior/mail.md#choices). */
export const mailCalls = {
  getMailSettings: get('/api/getMailSettings', nothing, MailSettings),
  saveMailSettings: post('/api/saveMailSettings', MailSettings, MailSettings),
};
