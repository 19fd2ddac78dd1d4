import { type Role, roles } from '@waypost/contract/roles';
import type { Client, ClientUsers } from '@waypost/contract/school-system/clients/calls';

interface ClientRow {
  id: string;
  fullName: string;
  shortName: string;
  maxUsers: number;
  revision: number;
}

/** A school system at sign-up. Its own Admin also gets the short name, which prefills the first settings. */
export const toNamedClient = (row: ClientRow, isOwn = false): Client => ({
  _id: row.id,
  full_name: row.fullName,
  short_name: isOwn ? row.shortName : null,
  max_users: null,
  users: null,
  revision: null,
});

/** A school system as the SuperAdmin sees it. */
export const toClient = (row: ClientRow & { users: number }): Client => ({
  ...toNamedClient(row),
  short_name: row.shortName,
  max_users: row.maxUsers,
  users: row.users,
  revision: row.revision,
});

/** Each role's count, 0 if nobody has it. A school system without accounts is one row without a role. */
export function toClientUsers(
  rows: readonly { role: Role | null; users: number; maxUsers: number }[],
): ClientUsers {
  const counts = roles.map((role) => [role, rows.find((row) => row.role === role)?.users ?? 0]);
  return { ...Object.fromEntries(counts), max_users: rows[0]?.maxUsers ?? 0 };
}
