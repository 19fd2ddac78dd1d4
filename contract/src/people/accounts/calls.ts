import * as z from 'zod';
import { get, nothing, post } from '../../call.ts';
import { id, locale, requiredLine, said } from '../../fields.ts';
import { newPassword } from '../../password-fields.ts';
import { User } from '../profiles/calls.ts';
import { ChangePasswordInput, LoginInput, ResetPasswordInput, SignUpInput } from './forms.ts';

/** `user` and the masquerade, or `[]` when logged out (agreed-calls.csv). */
export const CurrentUser = z.object({
  user: User,
  is_masquerade: z.boolean(),
  admin_id: z.string().nullable(),
  /** The name of the person masquerading. */
  admin_name: z.string().nullable(),
  /** Someone who logs in with the school system's default password must choose their own first. */
  must_change_password: z.boolean(),
  /** Staff who are required to use two-step login must set it up before anything else. */
  must_set_up_second_factor: z.boolean(),
  /** Their language; null if they have not chosen one. */
  locale: locale.nullable(),
  /** The school system's language, for those who have not chosen one. */
  client_locale: locale.nullable(),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

export const accountCalls = {
  login: post(
    '/auth/login',
    LoginInput,
    // The last two are only for accounts with two-step login: the same call follows with a code.
    z.object({
      message: z.enum(['success', 'Wrong Name/PW', 'second factor', 'wrong code']),
      user: User.optional(),
    }),
    { replacesSession: true },
  ),
  logout: get('/auth/logout', nothing, said('success'), { changes: true, replacesSession: true }),
  signUp: post(
    '/auth/signup',
    SignUpInput,
    z.object({ message: z.enum(['success', 'User Exists']), user: User.optional() }),
    { replacesSession: true },
  ),
  changePassword: post(
    '/auth/changePassword',
    ChangePasswordInput,
    said('success', 'wrongPassword', 'emailExists'),
    { replacesSession: true },
  ),
  resetPassword: post('/auth/resetPassword', ResetPasswordInput, said('success', 'wrong email')),
  findUserByCode: post(
    '/auth/findUserByCode',
    z.object({ code: requiredLine() }),
    z.object({
      message: z.enum(['success', 'expired']),
      _id: z.string().optional(),
      email: z.string().optional(),
    }),
  ),
  /** What a mailed code would do: `waiting` to be confirmed, `confirmed` already, or `expired`. Changes nothing. */
  findConfirmation: post(
    '/auth/findConfirmation',
    z.object({ code: requiredLine() }),
    said('waiting', 'confirmed', 'expired'),
    { onlyAsks: true },
  ),
  /**
   * Confirms an email by its mailed code, and replies the same if it is confirmed already. A button sends it, because
   * mail scanners open links.
   */
  confirmEmail: post('/auth/confirmEmail', z.object({ code: requiredLine() }), said('success', 'expired')),
  resendConfirmation: post('/auth/resendConfirmation', nothing, said('success')),
  changePasswordById: post(
    '/auth/changePasswordById',
    z.object({ _id: id, new_password: newPassword }),
    said('success', 'expired'),
  ),
  /** Saves the language that someone chose, for every device and their emails. */
  saveLocale: post('/api/saveLocale', z.object({ locale }), z.object({ locale })),
  getUserData: get('/auth/userdata', nothing, User),
  getCurrentUser: get('/api/current-user', nothing, z.union([CurrentUser, z.array(z.never()).max(0)])),
};
