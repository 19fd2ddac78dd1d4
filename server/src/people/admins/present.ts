import type { ClientAdmin } from '@waypost/contract/people/admins/calls';
import { toFileRef } from '../../school-system/files/present.ts';
import type { FoundAdmin } from './queries.ts';

export const toClientAdmin = (row: FoundAdmin): ClientAdmin => ({
  _id: row.id,
  role: 'Admin',
  client: row.clientId,
  first_name: row.firstName,
  last_name: row.lastName,
  email: row.email,
  createdAt: row.createdAt.toISOString(),
  profile_pic_id_fk: toFileRef(row.picture),
  revision: row.revision,
  invited: row.invited,
});
