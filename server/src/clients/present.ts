import type { Client } from '@waypost/contract/clients/calls';

interface ClientRow {
  id: string;
  fullName: string;
  shortName: string;
  maxUsers: number;
}

/** What whoever signs up chooses from. */
export const toNamedClient = (row: ClientRow): Client => ({ _id: row.id, full_name: row.fullName });

/** What the platform's owner sees of it. */
export const toClient = (row: ClientRow): Client => ({
  ...toNamedClient(row),
  short_name: row.shortName,
  max_users: row.maxUsers,
});
