import * as z from 'zod';
import { get, post } from '../../call.ts';
import { id, moment, revision, said } from '../../fields.ts';
import { FileRef } from '../../school-system/files/calls.ts';
import { AdminForm } from './forms.ts';

/** An administrator of a school system, as a SuperAdmin sees them. */
export const ClientAdmin = AdminForm.extend({
  _id: z.string(),
  email: z.string(),
  role: z.literal('Admin'),
  client: z.string(),
  createdAt: moment,
  revision,
  profile_pic_id_fk: FileRef.nullable(),
  /** Has no password yet, because the mailed link was not used. */
  invited: z.boolean(),
});
export type ClientAdmin = z.infer<typeof ClientAdmin>;

export const adminCalls = {
  getAdminsByClient: get('/api/getAdminsByClient', z.object({ id }), z.array(ClientAdmin)),
  createAdmin: post('/api/createAdmin', AdminForm.extend({ client: id }), said('success', 'User Exists'), {
    creates: true,
  }),
  editAdmin: post(
    '/api/editAdmin',
    AdminForm.extend({ _id: id, client: id, revision: revision.optional() }),
    said('success', 'User Exists'),
  ),
  deleteAdmin: post('/api/deleteAdmin', z.object({ id }), said('success', 'fail')),
};
