import type { Call } from '@waypost/contract/call';
import type pg from 'pg';
import { createApp } from '../server/src/app.ts';
import { SESSION_COOKIE } from '../server/src/platform/access/cookies.ts';
import { openPools, type Reach } from '../server/src/platform/database/connect.ts';
import { systemClock } from '../server/src/platform/outside/clock.ts';
import { createMemoryStore } from '../server/src/platform/outside/file-store.ts';
import { collectJobs } from '../server/src/platform/outside/jobs.ts';
import type { Route, Statement } from './bare.ts';

interface Watched {
  name: string;
  call: Call;
  input: object;
  token: string | undefined;
  /** The id in the input, and others like it to use instead. */
  among?: { named: string; alike: string[] };
}

/**
 * The pipeline's own statements, which are not part of the baseline: the transaction, and entering a tenant.
 */
const PIPELINE = /^(begin|commit|rollback)\b|from enter\(|set_config\('app\.client_id'/i;

/**
 * Makes each call once and records the SQL that its handler runs. Statements sent before a reply arrived form
 * one round trip, so the baseline waits as rarely as the call does.
 */
export async function watchStatements(reach: Reach, calls: Watched[]): Promise<Record<string, Route>> {
  const pools = openPools(reach, { app: 1 });
  let seen: Statement[][] = [];
  let unanswered = 0;
  pools.app.on('connect', (client) => {
    const query = client.query.bind(client) as (...parts: unknown[]) => Promise<unknown>;
    client.query = ((...parts: [string | pg.QueryConfig, unknown[]?]) => {
      const [first, values] = parts;
      const text = typeof first === 'string' ? first : first.text;
      const sent = query(...parts);
      if (PIPELINE.test(text)) return sent;
      const { name } = typeof first === 'string' ? {} : first;
      const given = values ?? (typeof first === 'string' ? [] : (first.values ?? []));
      const statement = { ...(name && { name }), text, values: given };
      if (unanswered === 0) seen.push([statement]);
      else seen.at(-1)?.push(statement);
      unanswered += 1;
      return sent.finally(() => {
        unanswered -= 1;
      });
    }) as typeof client.query;
  });
  const outside = { clock: systemClock, files: createMemoryStore(), jobs: collectJobs(), publicUrl: '' };
  const app = await createApp({ pool: pools.app, outside: outside as never, secureCookies: false });
  const routes: Record<string, Route> = {};
  for (const { name, call, input, token, among } of calls) {
    seen = [];
    const reply = await app.inject({
      method: call.method,
      url: call.path,
      ...(call.method === 'GET' ? { query: input as Record<string, string> } : { payload: input }),
      ...(token && { cookies: { [SESSION_COOKIE]: token } }),
    });
    if (reply.statusCode !== 200) throw new Error(`${name}: ${reply.statusCode} ${reply.body}`);
    routes[name] = { trips: seen, writes: call.changes, ...(among && { among }) };
  }
  await app.close();
  await Promise.all([pools.app.end(), pools.lists.end(), pools.owner.end()]);
  return routes;
}
