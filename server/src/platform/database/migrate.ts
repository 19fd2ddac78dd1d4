import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { Pool, PoolClient } from 'pg';
import { ConfigError } from '../../config.ts';
import { explainDenied, requireDatabase } from './require-database.ts';

/** An arbitrary number that all servers share. */
const MIGRATION_LOCK = 7_269_001;

/** How many of the folder's first migrations form the baseline, which replaced all earlier ones. */
const BASELINE = 2;

/**
 * Migrates the schema. Servers that start together wait for one another: the migrator itself does not lock, so a
 * separate connection acquires an advisory lock first. Throws `ConfigError` if the database cannot be used.
 */
export async function migrate(owner: Pool, migrationsFolder: string): Promise<void> {
  await requireDatabase(owner);
  const lock = await owner.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await adoptBaseline(lock, migrationsFolder);
    await runMigrations(drizzle(owner), {
      migrationsFolder,
      migrationsSchema: 'public',
      migrationsTable: 'migrations',
    });
  } catch (error) {
    throw explainDenied(error);
  } finally {
    // Closing the connection releases the lock, whatever state it is in.
    lock.release(true);
  }
}

/**
 * A database with every migration that the baseline replaced needs no baseline. One that lacks some of them is refused,
 * because they no longer exist.
 */
async function adoptBaseline(connection: PoolClient, migrationsFolder: string): Promise<void> {
  const { rows } = await connection.query<{ exists: boolean }>(
    `select to_regclass('public.migrations') is not null as exists`,
  );
  if (!rows[0]?.exists) return;
  const baseline = readMigrationFiles({ migrationsFolder }).slice(0, BASELINE);
  const newest = baseline.at(-1)?.folderMillis ?? 0;
  const applied = await connection.query<{ at: string | null; earlier: string }>(
    `select max(created_at) as at, count(*) filter (where created_at <= $1) as earlier from migrations`,
    [newest],
  );
  const [{ at, earlier } = { at: null, earlier: '0' }] = applied.rows;
  if (at === null) return;
  if (Number(at) < newest)
    throw new ConfigError([
      'The database is too old to upgrade directly to this version. Start the version in between first ' +
        '(docs/operating.md, “The database”).',
    ]);
  if (Number(earlier) === BASELINE) return;
  await connection.query('begin');
  // The only thing that the baseline added.
  for (const statement of baseline
    .flatMap(({ sql }) => sql)
    .filter((one) => one.includes('function protect(')))
    await connection.query(statement);
  await connection.query('delete from migrations where created_at <= $1', [newest]);
  for (const { hash, folderMillis } of baseline)
    await connection.query('insert into migrations (hash, created_at) values ($1, $2)', [hash, folderMillis]);
  await connection.query('commit');
}
