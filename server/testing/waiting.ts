import type { Pool } from 'pg';
import { expect } from 'vitest';

/** Resolves once so many queries wait for a lock: only then is the race on that a test is about. */
export async function untilSomebodyWaits(owner: Pool, queries = 1): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length;
    })
    .toBe(queries);
}
