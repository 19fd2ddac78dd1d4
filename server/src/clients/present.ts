import { roles } from '@waypost/contract/accounts/rules';
import type { Client, ClientUsers } from '@waypost/contract/clients/calls';

interface ClientRow {
  id: string;
  fullName: string;
  shortName: string;
  maxUsers: number;
}

/** What whoever signs up chooses from. */
export const toNamedClient = (row: ClientRow): Client => ({ _id: row.id, full_name: row.fullName });

/** What the platform's owner sees of it. */
export const toClient = (row: ClientRow & { users: number }): Client => ({
  ...toNamedClient(row),
  short_name: row.shortName,
  max_users: row.maxUsers,
  users: row.users,
});

/** Every role's count, 0 where there is nobody; a school system without accounts is one row without a role. */
export function toClientUsers(
  rows: readonly { role: string | null; users: number; maxUsers: number }[],
): ClientUsers {
  const counts = roles.map((role) => [role, rows.find((row) => row.role === role)?.users ?? 0]);
  return { ...Object.fromEntries(counts), max_users: rows[0]?.maxUsers ?? 0 };
}
