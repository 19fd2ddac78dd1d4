import * as z from 'zod';
import { email, line, requiredLine } from '../../fields.ts';
import { msg, t } from '../../i18n.ts';
import { givenPassword, newPassword, passwordText, TOO_LONG } from '../../password-fields.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '../../passwords.ts';
import { unlessMissing, worded } from '../../wording.ts';
import type { SignUpType } from './rules.ts';

export const LoginInput = z.object({
  email: line(254),
  password: passwordText().max(PASSWORD_MAX, worded(TOO_LONG)).default(''),
  /** For an account with two-step login. */
  code: line(40).optional(),
  /** Whether the session ends when the browser is closed. */
  is_shared_computer: z.boolean().optional(),
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
