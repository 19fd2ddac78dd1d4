import type { Pool } from 'pg';

/**
 * Drops a database. Plainly at first, which waits for whoever cleans up in it: an ordinary role may not end that
 * by force. What a test left connected is ended.
 */
export async function dropDatabase(owner: Pool, database: string): Promise<void> {
  try {
    await owner.query(`drop database ${database}`);
  } catch {
    await owner.query(`drop database ${database} with (force)`);
  }
}
