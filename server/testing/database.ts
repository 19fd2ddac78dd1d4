import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { openPools, type Pools, type Reach } from '../src/database/connect.ts';
import { dropDatabase } from './drop-database.ts';

export interface TestDatabase extends Pools {
  reach: Reach;
  drop(): Promise<void>;
}

/** A migrated database for one test file, cloned from the run's template. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const template = inject('template');
  const database = `waypost_test_${randomBytes(6).toString('hex')}`;
  const server = openPools({ ...template, database: 'postgres' }, { owner: 1 });
  await server.owner.query(`create database ${database} template ${template.database}`);
  const reach = { ...template, database };
  const pools = openPools(reach);
  return {
    ...pools,
    reach,
    drop: async () => {
      await Promise.all([pools.app.end(), pools.lists.end(), pools.owner.end()]);
      await dropDatabase(server.owner, database);
      await Promise.all([server.app.end(), server.owner.end()]);
    },
  };
}
