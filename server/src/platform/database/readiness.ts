import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';

/** Below one second, the time within which `/readyz` must respond. */
const TIMEOUT_MS = 800;

/**
 * Checks whether the database responds, and gives up after `patience` milliseconds. There is only one query at a time,
 * however often this is called: a hanging database is not queried again until the query has failed.
 */
export function watchDatabase(pool: Pick<Pool, 'query'>, patience = TIMEOUT_MS): () => Promise<boolean> {
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
    return Promise.race([question, delay(patience, false)]);
  };
}
