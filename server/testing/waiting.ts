import type { Pool, PoolClient } from 'pg';
import { expect } from 'vitest';

/**
 * Starts `work` while another transaction holds what one of its statements needs. Once that statement waits, runs
 * `meanwhile`, which may roll the other transaction back, and otherwise commits it.
 */
export async function whileItWaits<T>(
  owner: Pool,
  hold: (other: PoolClient) => Promise<unknown>,
  work: () => Promise<T>,
  meanwhile: (other: PoolClient) => Promise<unknown>,
): Promise<T> {
  const other = await owner.connect();
  try {
    await other.query('begin');
    await hold(other);
    const done = work();
    await untilLockWait(owner);
    await meanwhile(other);
    await other.query('commit');
    return await done;
  } finally {
    await other.query('rollback');
    other.release();
  }
}

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
