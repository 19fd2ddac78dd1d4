import type { Guardian } from '@waypost/contract/people/guardians/calls';
import type { FoundGuardian } from './queries.ts';

export const toGuardian = (row: FoundGuardian): Guardian => ({
  _id: row.id,
  name: row.name,
  relationship: row.relationship,
  email: row.email,
  phone: row.phone,
  language: row.language,
  may_sign: row.maySign,
  added_by: row.addedBy as Guardian['added_by'],
  confirmed: row.confirmed,
  revision: row.revision,
});
