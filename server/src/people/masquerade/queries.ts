import type { Tx } from '../../platform/database/connect.ts';
import { masquerades } from '../../platform/database/tables/logins.ts';

/** The client of a person in any school system, for a SuperAdmin; undefined for other callers. */
export async function findClientOf(tx: Tx, userId: string): Promise<string | undefined> {
  const { rows } = await tx.client.query<{ client_id: string }>({
    name: 'find_client_of',
    text: 'select client_id from find_client_of($1)',
    values: [userId],
  });
  return rows[0]?.client_id;
}

/** Records the start of a masquerade in the other person's client; returns its id. */
export async function insertMasquerade(
  tx: Tx,
  masquerade: {
    clientId: string;
    adminId: string;
    adminName: string;
    userId: string;
    userName: string;
    beganAt: Date;
  },
): Promise<string | undefined> {
  const [row] = await tx.db.insert(masquerades).values(masquerade).returning({ id: masquerades.id });
  return row?.id;
}
