import * as z from 'zod';
import { isWhole } from './fields.ts';
import { type Message, msg, t } from './i18n.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from './passwords.ts';
import { REQUIRED } from './refusal.ts';
import { isMissing, worded } from './wording.ts';

/** Any characters, except half of a surrogate pair. */
export const passwordText = (absent: Message = REQUIRED) =>
  z
    .string({ error: ({ input }) => (isMissing(input) ? t(absent) : undefined) })
    .refine(isWhole, worded(msg('this field has a character that cannot be stored')));

export const TOO_LONG = msg('this is too long');

/** An existing password: any text, never trimmed, with a maximum length because hashing takes time. */
export const givenPassword = (message: Message) =>
  passwordText(message).min(1, worded(message)).max(PASSWORD_MAX, worded(TOO_LONG));

/** A password to choose. The server also refuses those that are easy to guess (`passwordProblem`). */
export const newPassword = passwordText()
  .min(1, worded(REQUIRED))
  .min(PASSWORD_MIN, {
    error: () => t('choose a password of at least {passwordMin} characters', { passwordMin: PASSWORD_MIN }),
  })
  .max(PASSWORD_MAX, {
    error: () => t('choose a password of at most {passwordMax} characters', { passwordMax: PASSWORD_MAX }),
  });
