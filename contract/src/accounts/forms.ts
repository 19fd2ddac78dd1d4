import * as z from 'zod';
import { email, line, requiredLine } from '../fields.ts';
import { REQUIRED } from '../refusal.ts';
import { PASSWORD_MAX, PASSWORD_MIN, type SignUpType } from './rules.ts';

/** A password somebody has already: any text, bounded so that hashing it is. Never trimmed. */
const givenPassword = (message: string) => z.string(message).min(1, message).max(PASSWORD_MAX, TOO_LONG);

const TOO_LONG = 'this is too long';

export const newPassword = z
  .string()
  .min(1, REQUIRED)
  .min(PASSWORD_MIN, `choose a password of at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, `choose a password of at most ${PASSWORD_MAX} characters`);

export const LoginInput = z.object({
  email: line(254),
  password: z.string(REQUIRED).max(PASSWORD_MAX, TOO_LONG),
  safe: z.unknown().optional(),
});

const newAccount = {
  client: z.uuid('choose a school system'),
  email: requiredLine(254).pipe(email),
  password: newPassword,
  safe: z.unknown().optional(),
};

/** Each type gives the names that it has (document 1, section 5); nothing else can be signed up as. */
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

export const SignUpInput = z.discriminatedUnion('type', [StudentSignUp, BusinessSignUp], {
  error: 'choose a student or a business account',
});

export const ChangePasswordInput = z.object({
  email: requiredLine(254, 'email is required').pipe(email),
  password: givenPassword('password is required'),
  new_password: z.union([z.literal(''), newPassword], {
    error: `choose a password of at least ${PASSWORD_MIN} characters`,
  }),
});

export const ResetPasswordInput = z.object({ email: requiredLine(254, 'email is required') });
