import { join } from 'node:path';
import type { EmbeddedDatabase } from '@waypost/embedded-database';
import { started } from '@waypost/embedded-database/testing/folders';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import { createApp } from '../src/app.ts';
import { createAppLogin } from '../src/platform/database/app-login.ts';
import { openPools } from '../src/platform/database/connect.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { makeFactories } from './factories.ts';
import { Caller, fakeOutside } from './server.ts';

/**
 * The real server on an embedded database of its own, which a test can harm. Both end with the test. `patience` is how
 * long requests wait for the database.
 */
export async function startOnEmbedded(dataDir: string, patience: Parameters<typeof openPools>[2] = {}) {
  /** What the supervisor logs. */
  const supervised: string[] = [];
  /** What the server logs, from errors on. */
  const logged: string[] = [];
  const embedded = await started({ dataDir, settings: { fsync: 'off' } }, supervised);
  const pools = openPools(embedded.connection, {}, patience);
  await migrate(pools.owner, join(import.meta.dirname, '..', 'migrations'));
  await createAppLogin(pools);
  const fakes = fakeOutside(pools);
  const app = await createApp({
    pool: pools.app,
    listPool: pools.lists,
    outside: fakes.outside,
    secureCookies: false,
    log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await app.close();
    await Promise.all([pools.app.end(), pools.lists.end(), pools.owner.end()]);
  });
  return {
    ...makeFactories(pools.owner, fakes.clock),
    ...fakes,
    embedded,
    pools,
    supervised,
    logged,
    as: (user: { token: string }) => new Caller(origin, user.token),
    readiness: async () => (await fetch(`${origin}/readyz`)).status,
  };
}

/** The embedded database's superuser. Access to the database's folder replaces a password. */
export const asSuperuser = ({ connection }: EmbeddedDatabase) => ({ ...connection, user: 'postgres' });
