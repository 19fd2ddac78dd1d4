import * as z from 'zod';
import { get, nothing, post } from '../../call.ts';
import { id, moment, said } from '../../fields.ts';
import { User } from '../profiles/calls.ts';

/** When somebody acted as the caller. */
export const PastMasquerade = z.object({
  _id: z.string(),
  /** The name of the person who acted. */
  by: z.string(),
  from: moment,
  until: moment,
});
export type PastMasquerade = z.infer<typeof PastMasquerade>;

const Behind = z.object({ adminUser_id: id });

export const masqueradeCalls = {
  /** The password that programs send is ignored: the session decides (docs/behavior/masquerade.md#calls). */
  masquerade: post('/auth/masquerade', z.object({ id, password: z.unknown().optional() }), User, {
    replacesSession: true,
  }),
  setMasquerade: post('/api/user/set_masquerade', Behind, said('success')),
  /** Who acted as the caller lately, the latest first (docs/behavior/masquerade.md#afterwards). */
  getMasquerades: get('/auth/masquerades', nothing, z.array(PastMasquerade)),
  endMasquerade: post('/api/user/end_masquerade', Behind, said('success'), { replacesSession: true }),
};
