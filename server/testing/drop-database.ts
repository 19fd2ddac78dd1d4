import type { Pool } from 'pg';

/**
 * Drops a database. First waits for PostgreSQL's own cleanup processes, which an ordinary role cannot end by
 * force, then ends any connections that a test left open.
 */
export async function dropDatabase(owner: Pool, database: string): Promise<void> {
  try {
    await owner.query(`drop database ${database}`);
  } catch {
    await owner.query(`drop database ${database} with (force)`);
  }
}
