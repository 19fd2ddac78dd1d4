import { msg, t } from '@waypost/contract/i18n';
import { newPassword } from '@waypost/contract/password-fields';
import { PASSWORD_MIN } from '@waypost/contract/passwords';
import { BusinessSignUp, ChangePasswordInput, StudentSignUp } from '@waypost/contract/people/accounts/forms';
import { worded } from '@waypost/contract/wording';
import * as z from 'zod';

export const passwordHint = () =>
  t('At least {min} characters. A few words in a row are easy to remember.', { min: PASSWORD_MIN });

const MUST_MATCH = msg('this field must match the other password');

/** Checked even while other fields are invalid, so that all errors show at once. */
const always = { path: ['confirmation'], when: () => true };

const isRepeated = (value: { new_password: string; confirmation: string }) =>
  value.new_password === value.confirmation;

export const NewPasswordForm = z
  .object({ new_password: newPassword, confirmation: z.string() })
  .refine(isRepeated, { ...always, ...worded(MUST_MATCH) });

export const ChangeLoginForm = ChangePasswordInput.extend({ confirmation: z.string() }).refine(isRepeated, {
  ...always,
  ...worded(MUST_MATCH),
});

const SIGN_UP_MUST_MATCH = { ...always, ...worded(msg('Passwords Must Match')) };

export const StudentSignUpForm = StudentSignUp.extend({ confirmation: z.string() }).refine(
  (value) => value.password === value.confirmation,
  SIGN_UP_MUST_MATCH,
);
export const BusinessSignUpForm = BusinessSignUp.extend({ confirmation: z.string() }).refine(
  (value) => value.password === value.confirmation,
  SIGN_UP_MUST_MATCH,
);
