import type { Pool } from 'pg';
import { expect } from 'vitest';

/** Resolves once this many queries are waiting for a lock, which is when the race under test has started. */
export async function untilLockWait(owner: Pool, queries = 1): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length;
    })
    .toBe(queries);
}
