import * as z from 'zod';
import { get, nothing, post } from '../../call.ts';
import { id, moment, said } from '../../fields.ts';
import { msg } from '../../i18n.ts';
import { givenPassword } from '../../password-fields.ts';

/** A device or browser where someone is logged in. */
export const LoginSession = z.object({
  _id: z.string(),
  /** Such as Firefox, and Windows; empty if unknown. */
  browser: z.string(),
  system: z.string(),
  createdAt: moment,
  /** To within five minutes. */
  last_seen: moment,
  /** The session of this request. */
  is_current: z.boolean(),
});
export type LoginSession = z.infer<typeof LoginSession>;

/** Lists where someone is logged in, and logs out other sessions (docs/behavior/sessions.md). */
export const sessionCalls = {
  /** The caller's own, the last used first. */
  getSessions: get('/auth/sessions', nothing, z.array(LoginSession)),
  /** Ends one of the caller's other sessions, or without `_id` all of them. */
  endSessions: post(
    '/auth/endSessions',
    z.object({ _id: id.optional(), password: givenPassword(msg('password is required')) }),
    said('success', 'wrongPassword'),
  ),
  /** Ends every session of a person below the caller. */
  endSessionsOfUser: post('/auth/endSessionsOfUser', z.object({ _id: id }), said('success')),
};
