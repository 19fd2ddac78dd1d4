/*
 * The lists that staff read, in a large school system. Compares each call over HTTP with its own SQL on the
 * same database in the same run, alternating: the call's median may be at most twice the SQL's. A long list
 * must take as many statements as a short one. The event loop must never be blocked for more than 50 ms, even
 * while somebody reads a whole list. Exits 1 if one of these fails.
 *
 *   npm run build -w server && npx tsx bench/lists.ts [rounds, 30] [start of a list's name, all] [plans]
 *
 * `plans` also prints PostgreSQL's plan of each statement.
 */
import { Agent, request } from 'node:http';
import { PART_MAX } from '@waypost/contract/list-part';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { openPools, type Reach } from '../server/src/platform/database/connect.ts';
import type { Statement } from './bare.ts';
import { SIZE } from './data.ts';
import { type Fired, firing } from './fire.ts';
import { lists as allLists } from './list-shapes.ts';
import {
  type BenchDatabase,
  machine,
  median,
  medianRound,
  type Product,
  size,
  startBenchDatabase,
  startProduct,
} from './product.ts';
import { watchStatements } from './statements.ts';

const ROUNDS = Number(process.argv[2] ?? 30);
const ONLY = process.argv[3] === 'all' ? '' : (process.argv[3] ?? '');
const PLANS = process.argv[4] === 'plans';
const TIMES_ITS_SQL = 2;
const STILL_AT_MOST = 50;
/** Measures the event loop this many times, because a busy machine also causes delays. */
const STRETCHES = 5;
/** Warm-up of each call and its SQL, in milliseconds. */
const WARM_FOR = 2000;

const lists = allLists.filter(({ name }) => name.startsWith(ONLY));

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const database = await startBenchDatabase('waypost-bench');
let product: Product | undefined;
try {
  await bench(database);
} finally {
  await product?.stop();
  await database.stop();
}

async function bench({ reach, folder, loaded }: BenchDatabase) {
  const token = loaded.tokens.admin;
  const watched = (input: 'input' | 'shorter') =>
    watchStatements(
      reach,
      lists.map((list) => ({ name: list.name, call: list.call, input: list[input], token })),
    );
  const routes = await watched('input');
  const shorter = await watched('shorter');
  product = await startProduct({ reach, folder });
  const sql = await openSql(reach, loaded.clientId);
  console.log(`${machine}; ${size}; ${ROUNDS} rounds each\n`);
  console.log(
    `${'call'.padEnd(34)} statements  call ms   SQL ms  times   kB  event loop still, ms, in ${STRETCHES} stretches`,
  );
  const missed: string[] = [];
  const expectThat = (kept: boolean, sentence: string) => {
    if (!kept) missed.push(sentence);
  };
  for (const { name, call, input } of lists) {
    const trips = routes[name]?.trips ?? [];
    const statements = trips.flat().length;
    expectThat(
      statements === shorter[name]?.trips.flat().length,
      `${name}: ${statements} statements, and ${shorter[name]?.trips.flat().length} for a short list`,
    );
    const asked = firing(call, input, token);
    const calls: number[] = [];
    const own: number[] = [];
    const still: number[] = [];
    let bytes = 0;
    const warm = performance.now() + WARM_FOR;
    while (performance.now() < warm) {
      await ask(product.origin, asked);
      await sql.take(trips);
    }
    for (let stretch = 0; stretch < STRETCHES; stretch += 1) {
      await product.stoodStill();
      for (let round = 0; round < Math.ceil(ROUNDS / STRETCHES); round += 1) {
        const answered = await ask(product.origin, asked);
        calls.push(answered.milliseconds);
        bytes = answered.bytes;
        own.push(await sql.take(trips));
      }
      still.push(await product.stoodStill());
    }
    const times = median(calls) / median(own);
    const stood = medianRound(still, (milliseconds) => milliseconds);
    expectThat(times <= TIMES_ITS_SQL, `${name}: ${times.toFixed(2)} times its SQL`);
    expectThat(stood <= STILL_AT_MOST, `${name}: the event loop stood still for ${stood.toFixed(0)} ms`);
    console.log(
      name.padEnd(34),
      String(statements).padStart(10),
      median(calls).toFixed(1).padStart(8),
      median(own).toFixed(1).padStart(8),
      times.toFixed(2).padStart(6),
      (bytes / 1000).toFixed(0).padStart(5),
      ` ${still.map((milliseconds) => milliseconds.toFixed(0)).join(' ')}`,
    );
    if (PLANS) for (const statement of trips.flat()) console.log(await sql.explain(statement), '\n');
  }
  if (ONLY === '') await wholeListInParts(product, token, expectThat);
  await sql.close();
  for (const sentence of missed) console.error(sentence);
  if (missed.length > 0) process.exitCode = 1;
}

/** Reads every student, page by page, with the largest page size. */
async function wholeListInParts(
  { origin, stoodStill }: Product,
  token: string,
  expectThat: (kept: boolean, sentence: string) => void,
) {
  const limit = PART_MAX;
  await stoodStill();
  const began = performance.now();
  for (let offset = 0; offset < SIZE.students; offset += limit)
    await ask(origin, firing(peopleCalls.filterUsers, { role: 'Student', limit, offset }, token));
  const milliseconds = performance.now() - began;
  const still = await stoodStill();
  console.log(
    `\nall ${SIZE.students} students in parts of ${limit}: ${milliseconds.toFixed(0)} ms, the event loop still for ${still.toFixed(0)} ms at most`,
  );
  expectThat(still <= STILL_AT_MOST, `read in parts, the event loop stood still for ${still.toFixed(0)} ms`);
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
      await Promise.all([pools.app.end(), pools.owner.end()]);
    },
  };
}

/** The time in milliseconds until the last byte of the reply, and its number of bytes. */
function ask(
  origin: string,
  { method, path, headers, body }: Fired,
): Promise<{ milliseconds: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const asked = request(origin + path, { method, agent, headers }, (reply) => {
      let bytes = 0;
      reply.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      reply.once('end', () => {
        if (reply.statusCode !== 200) reject(new Error(`${path}: ${reply.statusCode}`));
        else resolve({ milliseconds: performance.now() - began, bytes });
      });
      reply.once('error', reject);
    });
    asked.once('error', reject);
    asked.end(body);
  });
}
