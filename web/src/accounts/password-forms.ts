import {
  BusinessSignUp,
  ChangePasswordInput,
  newPassword,
  StudentSignUp,
} from '@waypost/contract/accounts/forms';
import { PASSWORD_MIN } from '@waypost/contract/accounts/rules';
import * as z from 'zod';

export const PASSWORD_HINT = `At least ${PASSWORD_MIN} characters. A few words in a row are easy to remember.`;

const MUST_MATCH = 'this field must match the other password';

/** Asked even while other fields are wrong: one should not learn of it only after mending those. */
const always = { path: ['confirmation'], when: () => true };

const isRepeated = (value: { new_password: string; confirmation: string }) =>
  value.new_password === value.confirmation;

export const NewPasswordForm = z
  .object({ new_password: newPassword, confirmation: z.string() })
  .refine(isRepeated, { ...always, message: MUST_MATCH });

export const ChangeLoginForm = ChangePasswordInput.extend({ confirmation: z.string() }).refine(isRepeated, {
  ...always,
  message: MUST_MATCH,
});

const SIGN_UP_MUST_MATCH = { ...always, message: 'Passwords Must Match' };

export const StudentSignUpForm = StudentSignUp.extend({ confirmation: z.string() }).refine(
  (value) => value.password === value.confirmation,
  SIGN_UP_MUST_MATCH,
);
export const BusinessSignUpForm = BusinessSignUp.extend({ confirmation: z.string() }).refine(
  (value) => value.password === value.confirmation,
  SIGN_UP_MUST_MATCH,
);
