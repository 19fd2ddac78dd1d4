import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';

/** The channel to which the trigger on `notices` sends the user's id. */
const CHANNEL = 'waypost_notices';
/** Milliseconds between tries to listen again: longer after each that failed. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 60_000;

/**
 * Listens, on one connection for the whole server, for the users who have new notices, whichever server wrote them.
 * Reconnects after a failure. Notices may be lost, so every browser refetches.
 */
export function listenForNotices(pool: Pool, onNotice: (userId: string | 'everybody') => void) {
  let isOver = false;
  let connection: PoolClient | undefined;
  const over = new AbortController();
  const running = run();

  async function run(): Promise<void> {
    let wait = FIRST_WAIT;
    while (!isOver) {
      const began = performance.now();
      await listen().catch(() => undefined);
      if (isOver) return;
      if (performance.now() - began > LONGEST_WAIT) wait = FIRST_WAIT;
      await delay(wait, undefined, { signal: over.signal }).catch(() => undefined);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
  }

  /** Resolves once the connection has ended. */
  async function listen(): Promise<void> {
    const client = await pool.connect();
    connection = client;
    const ended = new Promise<void>((resolve) => {
      client.once('end', resolve);
      client.once('error', () => resolve());
    });
    const handle = ({ payload = '' }: { payload?: string | undefined }) => onNotice(payload);
    client.on('notification', handle);
    try {
      await client.query(`listen ${CHANNEL}`);
      onNotice('everybody');
      if (!isOver) await ended;
    } finally {
      client.off('notification', handle);
      connection = undefined;
      // Close the connection instead of returning it to the pool, because it still listens.
      client.release(true);
    }
  }

  return async function stop(): Promise<void> {
    isOver = true;
    over.abort();
    // Ends the wait in `listen`.
    connection?.emit('error', new Error('the server stops'));
    await running;
  };
}
