import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { Pool } from 'pg';
import { explainDenied, requireDatabase } from './reaching.ts';

/** An arbitrary number that all servers share. */
const MIGRATION_LOCK = 7_269_001;

/**
 * Migrates the schema. Servers that start together wait for one another: the migrator itself takes no lock, so a
 * separate connection has one meanwhile. Throws `ConfigError` if the database cannot be used.
 */
export async function migrate(owner: Pool, migrationsFolder: string): Promise<void> {
  await requireDatabase(owner);
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
