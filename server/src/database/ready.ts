import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';

/** Below one second, the time within which `/readyz` must answer. */
const PATIENCE_MS = 800;

/**
 * Asks whether the database answers, and gives up after `patience` milliseconds whatever the database does. There is one
 * question at a time, however often it is asked: a database that hangs is not asked again until it has failed.
 */
export function watchDatabase(pool: Pick<Pool, 'query'>, patience = PATIENCE_MS): () => Promise<boolean> {
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
