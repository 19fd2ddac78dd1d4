import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { Pool } from 'pg';
import { explainDenied, insistOnDatabase } from './reaching.ts';

/** Any fixed number works, as long as every server uses the same one. */
const MIGRATION_LOCK = 7_269_001;

/**
 * Brings the schema up to date. Servers that start together wait for each other: the migrator takes no lock,
 * so a separate connection holds one meanwhile. Throws `ConfigError` if the database cannot be used.
 */
export async function migrate(owner: Pool, migrationsFolder: string): Promise<void> {
  await insistOnDatabase(owner);
  const lock = await owner.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await runMigrations(drizzle(owner), {
      migrationsFolder,
      migrationsSchema: 'public',
      migrationsTable: 'migrations',
    }).catch((error: unknown) => {
      throw explainDenied(error);
    });
  } finally {
    // Closing the connection releases the lock, whatever state it is in.
    lock.release(true);
  }
}
