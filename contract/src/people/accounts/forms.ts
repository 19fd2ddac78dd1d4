import * as z from 'zod';
import { email, isWhole, line, requiredLine } from '../../fields.ts';
import { type Message, msg, t } from '../../i18n.ts';
import { REQUIRED } from '../../refusal.ts';
import { isMissing, unlessMissing, worded } from '../../wording.ts';
import { PASSWORD_MAX, PASSWORD_MIN, type SignUpType } from './rules.ts';

/** Any characters, except half of a surrogate pair. */
const passwordText = (absent: Message = REQUIRED) =>
  z
    .string({ error: ({ input }) => (isMissing(input) ? t(absent) : undefined) })
    .refine(isWhole, worded(msg('this field has a character that cannot be stored')));

const TOO_LONG = msg('this is too long');

/** An existing password: any text, never trimmed, with a maximum length because hashing takes time. */
export const givenPassword = (message: Message) =>
  passwordText(message).min(1, worded(message)).max(PASSWORD_MAX, worded(TOO_LONG));

export const newPassword = passwordText()
  .min(1, worded(REQUIRED))
  .min(PASSWORD_MIN, {
    error: () => t('choose a password of at least {passwordMin} characters', { passwordMin: PASSWORD_MIN }),
  })
  .max(PASSWORD_MAX, {
    error: () => t('choose a password of at most {passwordMax} characters', { passwordMax: PASSWORD_MAX }),
  });

export const LoginInput = z.object({
  email: line(254),
  password: passwordText().max(PASSWORD_MAX, worded(TOO_LONG)).default(''),
  /** For an account with two-step login. */
  code: line(40).optional(),
  safe: z.unknown().optional(),
});

const newAccount = {
  client: z.uuid(unlessMissing(msg('choose a school system'))),
  email,
  password: newPassword,
  safe: z.unknown().optional(),
};

/** Each type has its own names (docs/behavior/accounts.md#signing-up). Nobody can sign up as anything else. */
export const StudentSignUp = z.object({
  ...newAccount,
  type: z.literal('Student' satisfies SignUpType),
  first_name: requiredLine(100),
  last_name: requiredLine(100),
});

export const BusinessSignUp = z.object({
  ...newAccount,
  type: z.literal('Business' satisfies SignUpType),
  business_name: requiredLine(),
});

/** Validates the common fields and those of the type together, so that all errors are reported at once. */
export const SignUpInput = z.intersection(
  z.object(newAccount),
  z.discriminatedUnion(
    'type',
    [
      StudentSignUp.pick({ type: true, first_name: true, last_name: true }),
      BusinessSignUp.pick({ type: true, business_name: true }),
    ],
    unlessMissing(msg('choose a student or a business account')),
  ),
);

export const ChangePasswordInput = z.object({
  email: requiredLine(254, msg('email is required')).pipe(email),
  password: givenPassword(msg('password is required')),
  new_password: z
    .union([z.literal(''), newPassword], {
      error: () => t('choose a password of at least {passwordMin} characters', { passwordMin: PASSWORD_MIN }),
    })
    .default(''),
});

export const ResetPasswordInput = z.object({ email: requiredLine(254, msg('email is required')) });
