import type { Contact } from '@waypost/contract/people/contacts/calls';
import { inOrder } from '@waypost/contract/people/contacts/rules';
import type { FoundContact } from './queries.ts';

export const toContact = (row: FoundContact): Contact => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  roles: inOrder(row.roles),
  revision: row.revision,
});
