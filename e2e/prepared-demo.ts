import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { newDataDir, ready, startServer } from './product.ts';

/**
 * Starts the product once, so that the demo is created once: each worker's product starts in a copy of this data
 * folder. Without it, a tenth of the journeys' time would go into creating demos. Not with `DATABASE_URL`, whose
 * database is not in the folder.
 */
export default async function prepareDemo(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.DATABASE_URL) return;
  const dataDir = await newDataDir();
  const { origin, child } = await startServer(dataDir, {});
  const ended = once(child, 'exit');
  await ready(origin, child);
  child.kill('SIGTERM');
  await ended;
  process.env.PREPARED_DEMO = dataDir;
  return () => rm(dataDir, { recursive: true, force: true });
}
