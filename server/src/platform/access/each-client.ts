import type { Pool } from 'pg';
import { DatabaseDown, type Tx } from '../database/connect.ts';
import { asSession, enterTenant } from './tenant.ts';

/**
 * Runs a job's work for every school system, one after the other. A failure does not stop the others: the first error
 * is thrown once all are done.
 */
export async function forEachClient(
  pool: Pool,
  now: Date,
  work: (clientId: string) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const clientId of await asSession(pool, null, now, listClientIds))
    await work(clientId).catch((error: unknown) => {
      // Stop here: with the database down, every other school system would wait for it too.
      if (error instanceof DatabaseDown) throw error;
      errors.push(error);
    });
  if (errors.length > 0) throw errors[0];
}

/** Like `forEachClient`, with a transaction for each school system that has entered it. */
export const inEachClient = (
  pool: Pool,
  now: Date,
  work: (tx: Tx, clientId: string) => Promise<unknown>,
): Promise<void> =>
  forEachClient(pool, now, (clientId) =>
    asSession(pool, null, now, async (tx) => {
      await enterTenant(tx, clientId);
      await work(tx, clientId);
    }),
  );

async function listClientIds(tx: Tx): Promise<string[]> {
  const { rows } = await tx.client.query<{ id: string }>(
    'select id from clients where not is_platform order by id',
  );
  return rows.map(({ id }) => id);
}
