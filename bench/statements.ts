import type { Call } from '@waypost/contract/call';
import type pg from 'pg';
import { SESSION_COOKIE } from '../server/src/access/pipeline.ts';
import { createApp } from '../server/src/app.ts';
import { openPools, type Reach } from '../server/src/database/connect.ts';
import { systemClock } from '../server/src/outside/clock.ts';
import { keepFilesInMemory } from '../server/src/outside/file-store.ts';
import { collectJobs } from '../server/src/outside/jobs.ts';
import type { Statement } from './bare.ts';

interface Watched {
  name: string;
  call: Call;
  input: object;
  token: string | undefined;
}

/** What is the pipeline's own, and so no part of the limit: the transaction and the entering of a tenant. */
const PIPELINE = /^(begin|commit|rollback)$|from enter\(|set_config\('app\.client_id'/i;

/** Makes each call once and keeps the SQL that its handler has the database carry out. */
export async function watchStatements(reach: Reach, calls: Watched[]): Promise<Record<string, Statement[]>> {
  const pools = openPools(reach, { app: 1 });
  let seen: Statement[] = [];
  pools.app.on('connect', (client) => {
    const query = client.query.bind(client) as (...parts: unknown[]) => unknown;
    client.query = ((...parts: [string | pg.QueryConfig, unknown[]?]) => {
      const [first, values] = parts;
      const text = typeof first === 'string' ? first : first.text;
      if (!PIPELINE.test(text))
        seen.push({ text, values: values ?? (typeof first === 'string' ? [] : (first.values ?? [])) });
      return query(...parts);
    }) as typeof client.query;
  });
  const outside = { clock: systemClock, files: keepFilesInMemory(), jobs: collectJobs(), publicUrl: '' };
  const app = await createApp({ pool: pools.app, outside: outside as never, secureCookies: false });
  const routes: Record<string, Statement[]> = {};
  for (const { name, call, input, token } of calls) {
    seen = [];
    const reply = await app.inject({
      method: call.method,
      url: call.path,
      ...(call.method === 'GET' ? { query: input as Record<string, string> } : { payload: input }),
      ...(token && { cookies: { [SESSION_COOKIE]: token } }),
    });
    if (reply.statusCode !== 200) throw new Error(`${name}: ${reply.statusCode} ${reply.body}`);
    routes[name] = seen;
  }
  await app.close();
  await Promise.all([pools.app.end(), pools.owner.end()]);
  return routes;
}
