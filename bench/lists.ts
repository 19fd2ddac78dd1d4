/*
 * The lists that staff read, in a large school system. Compares each call over HTTP with its own SQL on the same database,
 * in alternation: the call's median may be at most twice the SQL's. A long list must take as many statements as a short
 * one. The event loop must never be blocked for more than 50 ms, even while somebody reads a whole list.
 */
import { Agent } from 'node:http';
import { PART_MAX } from '@waypost/contract/list-part';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { openPools, type Reach } from '../server/src/platform/database/connect.ts';
import type { Statement } from './bare.ts';
import type { Loaded } from './data.ts';
import { type Fired, firing, send } from './fire.ts';
import { listsFor } from './list-shapes.ts';
import { type Bench, median, type Product, printHead, printRow } from './product.ts';
import { watchStatements } from './statements.ts';

const TIMES_ITS_SQL = 2;
const BLOCKED_AT_MOST_MS = 50;
/** The event loop is measured this many times and the median counts, because a busy machine also delays it. */
const STRETCHES = 5;
/** How long each call and its SQL warm up, in milliseconds for each of their rounds. */
const WARM_UP = 70;

/** Measures the lists whose name starts with `only`. Returns which limits are missed. */
export async function measureLists(
  { reach, loaded, product }: Bench,
  { rounds, only, plans = false }: { rounds: number; only: string; plans?: boolean },
): Promise<string[]> {
  const lists = listsFor(loaded.size).filter(({ name }) => name.startsWith(only));
  const token = loaded.tokens.admin;
  const watched = (input: 'input' | 'shorter') =>
    watchStatements(
      reach,
      lists.map((list) => ({ name: list.name, call: list.call, input: list[input], token })),
    );
  const routes = await watched('input');
  const shorter = await watched('shorter');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (fired: Fired) => timed(product.origin, fired, agent);
  const sql = await openSql(reach, loaded.clientId);
  const missed: string[] = [];
  try {
    printHead('call', 'statements', 'call ms', 'SQL ms', 'ratio', 'kB', 'event loop blocked, ms');
    for (const { name, call, input } of lists) {
      const trips = routes[name]?.trips ?? [];
      const statements = trips.flat().length;
      const fewest = shorter[name]?.trips.flat().length;
      if (statements !== fewest)
        missed.push(`${name}: ${statements} statements, and ${fewest} for a short list`);
      const fired = firing(call, input, token);
      const calls: number[] = [];
      const own: number[] = [];
      const delays: number[] = [];
      let bytes = 0;
      const warm = performance.now() + WARM_UP * rounds;
      while (performance.now() < warm) {
        await ask(fired);
        await sql.take(trips);
      }
      for (let stretch = 0; stretch < STRETCHES; stretch += 1) {
        await product.longestDelay();
        for (let round = 0; round < Math.ceil(rounds / STRETCHES); round += 1) {
          const answered = await ask(fired);
          calls.push(answered.milliseconds);
          bytes = answered.bytes;
          own.push(await sql.take(trips));
        }
        delays.push(await product.longestDelay());
      }
      const ratio = median(calls) / median(own);
      const blocked = median(delays);
      if (ratio > TIMES_ITS_SQL) missed.push(`${name}: ${ratio.toFixed(2)} times its SQL`);
      if (blocked > BLOCKED_AT_MOST_MS)
        missed.push(`${name}: the event loop was blocked for ${blocked.toFixed(0)} ms`);
      printRow(
        name,
        statements,
        median(calls).toFixed(1),
        median(own).toFixed(1),
        ratio.toFixed(2),
        (bytes / 1000).toFixed(0),
        delays.map((delay) => delay.toFixed(0)).join(', '),
      );
      if (plans) for (const statement of trips.flat()) console.log(await sql.explain(statement), '\n');
    }
    if (only === '') missed.push(...(await measureInParts(product, ask, loaded)));
  } finally {
    agent.destroy();
    await sql.close();
  }
  return missed;
}

/** Reads every student, page by page, with the largest page size. */
async function measureInParts(
  { longestDelay }: Product,
  ask: (fired: Fired) => Promise<unknown>,
  { size: { students }, tokens }: Loaded,
): Promise<string[]> {
  const limit = PART_MAX;
  await longestDelay();
  const began = performance.now();
  for (let offset = 0; offset < students; offset += limit)
    await ask(firing(peopleCalls.filterUsers, { role: 'Student', limit, offset }, tokens.admin));
  const milliseconds = performance.now() - began;
  const blocked = await longestDelay();
  const summary = `all ${students} students in parts of ${limit}: ${milliseconds.toFixed(0)} ms, the event loop blocked for at most ${blocked.toFixed(0)} ms`;
  console.log(`\n${summary}`);
  return blocked > BLOCKED_AT_MOST_MS ? [summary] : [];
}

/** Runs the calls' SQL directly through the driver, with the same role and client. */
async function openSql(reach: Reach, clientId: string) {
  const pools = openPools(reach, { app: 1 });
  const client = await pools.app.connect();
  const within = async <T>(work: () => Promise<T>): Promise<T> => {
    await client.query('begin');
    await client.query(`select set_config('app.client_id', $1, true)`, [clientId]);
    try {
      return await work();
    } finally {
      await client.query('rollback');
    }
  };
  return {
    take: (trips: Statement[][]) =>
      within(async () => {
        const began = performance.now();
        for (const trip of trips)
          await Promise.all(
            trip.map((statement) => client.query({ ...statement, rowMode: 'array' as const })),
          );
        return performance.now() - began;
      }),
    explain: ({ text, values }: Statement) =>
      within(async () => {
        const { rows } = await client.query<[string]>({
          text: `explain (analyze, costs off, timing off) ${text}`,
          values,
          rowMode: 'array' as const,
        });
        return rows.map(([line]) => line).join('\n');
      }),
    close: async () => {
      client.release();
      await Promise.all([pools.app.end(), pools.lists.end(), pools.owner.end()]);
    },
  };
}

/** Sends a request. Returns the time in milliseconds until the last byte of its reply, and the number of bytes. */
async function timed(origin: string, fired: Fired, agent: Agent) {
  const began = performance.now();
  const { status, bytes } = await send(origin, fired, agent);
  if (status !== 200) throw new Error(`${fired.path}: ${status}`);
  return { milliseconds: performance.now() - began, bytes };
}
