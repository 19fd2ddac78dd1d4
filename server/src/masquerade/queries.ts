import type { Tx } from '../database/connect.ts';
import { masquerades } from '../database/tables/people.ts';

/** The client of anybody in a school system, for a SuperAdmin, who belongs to none; undefined for any other caller. */
export async function findClientOf(tx: Tx, userId: string): Promise<string | undefined> {
  const { rows } = await tx.client.query<{ client_id: string }>({
    name: 'find_client_of',
    text: 'select client_id from find_client_of($1)',
    values: [userId],
  });
  return rows[0]?.client_id;
}

/** Writes down that a masquerade has begun, in the client of the one who is acted for; answers with its id. */
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
