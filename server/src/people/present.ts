import type { FoundStudent } from '@waypost/contract/people/calls';

/** A student as a business may find one: name and email alone. */
export const toFoundStudent = (row: {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
}): FoundStudent => ({
  _id: row.id,
  email: row.email,
  first_name: row.firstName,
  last_name: row.lastName,
});
