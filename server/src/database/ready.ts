import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';

/** Health checks are promised a response within one second. */
const TIMEOUT_MS = 800;

/**
 * Checks whether the database responds, and gives up after `timeoutMs` milliseconds. Only one query runs at a
 * time: a hanging database is not queried again until that query has failed.
 */
export function watchDatabase(pool: Pick<Pool, 'query'>, timeoutMs = TIMEOUT_MS): () => Promise<boolean> {
  let question: Promise<boolean> | undefined;
  return () => {
    question ??= pool
      .query('select 1')
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        question = undefined;
      });
    return Promise.race([question, delay(timeoutMs, false)]);
  };
}
