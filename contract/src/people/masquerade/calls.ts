import * as z from 'zod';
import { post } from '../../call.ts';
import { id, said } from '../../fields.ts';
import { User } from '../profiles/calls.ts';

const Behind = z.object({ adminUser_id: id });

export const masqueradeCalls = {
  /** The password that programs send is ignored: the session decides (docs/behavior/masquerade.md#calls). */
  masquerade: post('/auth/masquerade', z.object({ id, password: z.unknown().optional() }), User, {
    replacesSession: true,
  }),
  setMasquerade: post('/api/user/set_masquerade', Behind, said('success')),
  endMasquerade: post('/api/user/end_masquerade', Behind, said('success'), { replacesSession: true }),
};
