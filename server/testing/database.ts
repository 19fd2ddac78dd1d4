import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { openPools, type Pools, type Reach } from '../src/platform/database/connect.ts';
import { dropDatabase } from './drop-database.ts';

export interface TestDatabase extends Pools {
  reach: Reach;
  /** Ends the connections, so that the database can be cloned. */
  disconnect(): Promise<unknown>;
  drop(): Promise<void>;
}

/**
 * A migrated database for one test file, cloned from the run's template, or from another database without connections.
 */
export async function openTestDatabase(from?: string): Promise<TestDatabase> {
  const template = inject('template');
  const database = `waypost_test_${randomBytes(6).toString('hex')}`;
  const server = openPools({ ...template, database: 'postgres' }, { owner: 1 });
  // Half the work of PostgreSQL's default, which copies through the write-ahead log.
  await server.owner.query(
    `create database ${database} template ${from ?? template.database} strategy file_copy`,
  );
  const reach = { ...template, database };
  const pools = openPools(reach);
  let ended: Promise<unknown> | undefined;
  const disconnect = () => {
    ended ??= Promise.all([pools.app.end(), pools.lists.end(), pools.owner.end()]);
    return ended;
  };
  return {
    ...pools,
    reach,
    disconnect,
    drop: async () => {
      await disconnect();
      await dropDatabase(server.owner, database);
      await Promise.all([server.app.end(), server.owner.end()]);
    },
  };
}
