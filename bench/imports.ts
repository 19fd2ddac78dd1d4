/*
 * Imports a file of 5,000 rows with 200 invalid ones, of students and of opportunities, into the built
 * product: 4,800 must be imported and each invalid row must have its reason, within 20 s of the upload's
 * first byte, while others are served. Then does the same with the server killed (SIGKILL) during the import:
 * either all rows or none may be there, the mails must match the accounts, and the file must be importable
 * again. Exits 1 if one of these fails.
 *
 *   npm run build -w server && npx tsx bench/imports.ts [kills of each kind, 6]
 */
import { setTimeout as delay } from 'node:timers/promises';
import { accountCalls } from '@waypost/contract/accounts/calls';
import type { Call } from '@waypost/contract/call';
import { importCalls } from '@waypost/contract/imports/calls';
import type { ImportKind } from '@waypost/contract/imports/rules';
import type { Pool } from 'pg';
import { SESSION_COOKIE } from '../server/src/access/pipeline.ts';
import { openPools } from '../server/src/database/connect.ts';
import { anOpportunityRow, aSheet, aStudentRow } from '../server/testing/sheets.ts';
import {
  type BenchDatabase,
  machine,
  type Product,
  size,
  startBenchDatabase,
  startProduct,
} from './product.ts';

const KILLS = Number(process.argv[2] ?? 6);
const ROWS = 5000;
const BAD = 200;
const SECONDS_AT_MOST = 20;
/** The p99 limit for other people's requests during an import, in milliseconds. */
const OTHERS_WAIT_AT_MOST = 200;
const STILL_AT_MOST = 50;
const OTHERS = 8;
/** The pause of each of them after a reply, in milliseconds. */
const READING = 50;

const missed: string[] = [];
const expectThat = (kept: boolean, sentence: string) => {
  if (!kept) missed.push(sentence);
};

const kinds: Record<
  ImportKind,
  { call: typeof importCalls.importStudents | typeof importCalls.parseImport; row: Row; parts: string[] }
> = {
  students: {
    call: importCalls.importStudents,
    row: (mark, number, isBad) =>
      aStudentRow(
        { school: { name: isBad ? 'Nowhere High' : 'School 3' }, program: { name: 'Program 4' } },
        `${mark}-${number}@import.test`,
      ),
    parts: [
      `select count(*) from users where email_lower ^@ $1`,
      `select count(*) from students s join users u on (u.client_id, u.id) = (s.client_id, s.user_id) where email_lower ^@ $1`,
      `select count(*) from password_codes c join users u on (u.client_id, u.id) = (c.client_id, c.user_id) where email_lower ^@ $1`,
      // Mails that were already sent are still in the queue, marked as completed.
      `select count(*) from jobs.job where name = 'mail' and data->>'to' ^@ $1`,
    ],
  },
  opportunities: {
    call: importCalls.parseImport,
    row: (mark, number, isBad) =>
      anOpportunityRow(isBad ? 'nobody@import.test' : 'business20001@bench.test', {
        opportunity_title: `${mark}-${number}`,
        focus_areas: 'Area 1; Area 2',
        schools: 'School 3',
      }),
    parts: [
      `select count(*) from opportunities where title ^@ $1`,
      `select count(*) from opportunity_schools s join opportunities o on (o.client_id, o.id) = (s.client_id, s.opportunity_id) where title ^@ $1`,
    ],
  },
};
type Row = (mark: string, number: number, isBad: boolean) => Record<string, string>;

const database = await startBenchDatabase('waypost-bench');
const { owner } = openPools(database.reach);
let product: Product | undefined;
try {
  console.log(`${machine}; ${size}\n`);
  for (const kind of ['opportunities', 'students'] as const) {
    const seconds = await measureImport(kind);
    await killed(kind, seconds);
  }
} finally {
  await product?.stop();
  await owner.end();
  await database.stop();
}
for (const sentence of missed) console.error(sentence);
if (missed.length > 0) process.exitCode = 1;

/** Runs a whole import while others send requests. Returns how long the import took. */
async function measureImport(kind: ImportKind): Promise<number> {
  const running = await serve(database);
  const admin = callerOf(running, 'admin');
  const student = callerOf(running, 'student');
  for (let warm = 0; warm < 100; warm += 1) await student(accountCalls.getCurrentUser, {});
  await running.stoodStill();
  const others = keepAsking(student);
  const began = performance.now();
  const preview = await admin(importCalls.uploadImport, { kind }, sheet(kind, 'whole'));
  const checked = performance.now();
  const done = await admin(kinds[kind].call, {});
  const ended = performance.now();
  const { calls, p99, longest } = await others.stop();
  const still = await running.stoodStill();
  const seconds = (ended - began) / 1000;
  const reasons = done.rejected.filter(({ reason }) => reason !== '').length;
  console.log(
    `${kind}: ${done.imported} in, ${reasons} reasons, ${seconds.toFixed(1)} s (${((checked - began) / 1000).toFixed(1)} to check, ` +
      `${((ended - checked) / 1000).toFixed(1)} to import); ${calls} calls of ${OTHERS} others meanwhile: ` +
      `p99 ${p99.toFixed(0)} ms, ${longest.toFixed(0)} ms at most; the event loop still for ${still.toFixed(0)} ms at most`,
  );
  expectThat(preview.accepted.length === ROWS - BAD, `${kind}: ${preview.accepted.length} found good`);
  expectThat(
    done.imported === ROWS - BAD && reasons === BAD,
    `${kind}: ${done.imported} in, ${reasons} reasons`,
  );
  expectThat(seconds < SECONDS_AT_MOST, `${kind}: ${seconds.toFixed(1)} s`);
  expectThat(p99 < OTHERS_WAIT_AT_MOST, `${kind}: others waited ${p99.toFixed(0)} ms`);
  expectThat(still <= STILL_AT_MOST, `${kind}: the event loop stood still for ${still.toFixed(0)} ms`);
  const found = await countOf(owner, kind, 'whole');
  expectThat(
    found.every((count) => count === ROWS - BAD),
    `${kind}: ${found.join(', ')} rows of each part`,
  );
  return (ended - checked) / 1000;
}

/** Kills the server at times spread over the import's duration. */
async function killed(kind: ImportKind, seconds: number): Promise<void> {
  const outcomes = { nothing: 0, all: 0 };
  for (let round = 0; round < KILLS; round += 1) {
    const mark = `kill${round}`;
    const running = await serve(database);
    const admin = callerOf(running, 'admin');
    await admin(importCalls.uploadImport, { kind }, sheet(kind, mark));
    const answer = admin(kinds[kind].call, {}).then(
      ({ imported }) => imported,
      () => null,
    );
    await delay(((round + 0.5) / KILLS) * seconds * 1000);
    await running.kill();
    product = undefined;
    const acknowledged = await answer;
    await waitForWriters(owner);
    const found = await countOf(owner, kind, mark);
    const isAll = found.every((count) => count === ROWS - BAD);
    const isNothing = found.every((count) => count === 0);
    outcomes[isAll ? 'all' : 'nothing'] += 1;
    expectThat(isAll || isNothing, `${kind}, kill ${round}: ${found.join(', ')} rows of each part are there`);
    expectThat(acknowledged === null || isAll, `${kind}, kill ${round}: what was acknowledged is not there`);
    if (!isNothing) continue;
    const again = callerOf(await serve(database), 'admin');
    const { imported } = await again(kinds[kind].call, {});
    expectThat(imported === ROWS - BAD, `${kind}, kill ${round}: tried again, ${imported} came in`);
  }
  console.log(
    `${kind}: killed ${KILLS} times on the way, ${outcomes.nothing} times nothing was there and the next try brought it all, ${outcomes.all} times it was all there`,
  );
  expectThat(outcomes.nothing > 0, `${kind}: no kill came before the end`);
}

/** Replaces the running server with a new one. */
async function serve(on: BenchDatabase): Promise<Product> {
  await product?.stop();
  product = await startProduct(on);
  return product;
}

type Caller = <In, Out>(call: Call<In, Out>, input: In, file?: ReturnType<typeof sheet>) => Promise<Out>;

/** A client with this token of the loaded school system. */
function callerOf({ origin }: Product, who: 'admin' | 'student'): Caller {
  const cookie = `${SESSION_COOKIE}=${database.loaded.tokens[who]}`;
  return async (call, input, file) => {
    const reply = await fetch(origin + call.path, {
      method: call.method,
      headers: { cookie, ...(call.carries === 'json' && { 'content-type': 'application/json' }) },
      ...(call.method === 'POST' && { body: file ? toForm(input as object, file) : JSON.stringify(input) }),
    });
    if (!reply.ok) throw new Error(`${call.path}: ${reply.status} ${await reply.text()}`);
    return call.reply.parse(await reply.json());
  };
}

function toForm(fields: object, file: ReturnType<typeof sheet>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set('fileupload', new Blob([file.content]), file.name);
  return form;
}

/** Its invalid rows are spread evenly. */
function sheet(kind: ImportKind, mark: string) {
  const every = ROWS / BAD;
  return aSheet(
    kind,
    Array.from({ length: ROWS }, (_, number) => kinds[kind].row(mark, number, number % every === 7)),
  );
}

async function countOf(pool: Pool, kind: ImportKind, mark: string): Promise<number[]> {
  const counts: number[] = [];
  for (const part of kinds[kind].parts) {
    const { rows } = await pool.query<{ count: number }>(part, [`${mark}-`]);
    counts.push(rows[0]?.count ?? 0);
  }
  return counts;
}

/** PostgreSQL notices that its client is gone when it next reads from the connection. */
async function waitForWriters(pool: Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      `select from pg_stat_activity where application_name like 'waypost%' and pid <> pg_backend_pid() and state <> 'idle'`,
    );
    if (rows.length === 0) return;
    await delay(20);
  }
}

/** Several callers who request the current user repeatedly. */
function keepAsking(caller: Caller) {
  const waits: number[] = [];
  let isOver = false;
  const one = async () => {
    while (!isOver) {
      const asked = performance.now();
      await caller(accountCalls.getCurrentUser, {});
      waits.push(performance.now() - asked);
      await delay(READING);
    }
  };
  const all = Array.from({ length: OTHERS }, one);
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(all);
      const sorted = waits.toSorted((a, b) => a - b);
      return {
        calls: sorted.length,
        p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
        longest: sorted.at(-1) ?? 0,
      };
    },
  };
}
