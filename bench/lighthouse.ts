/*
 * Audits the built product with its demo as on a phone with a slow connection, using Lighthouse's mobile
 * preset (a phone's screen, a round trip of 150 ms, 1.6 Mbit/s, a quarter of this machine's speed), with an
 * empty browser cache, several times per screen. Uses the median. Exits 1 if a screen misses a limit.
 *
 *   node scripts/prepare.mjs && npx tsx bench/lighthouse.ts [a screen's name, all] [runs, 5] [folder for the reports]
 *
 * npx downloads Lighthouse when this runs: its 13,000 files would be part of every installation.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { opportunityCalls } from '@waypost/contract/opportunities/calls';
import { sessionOf, startDemo } from './demo.ts';

const LIGHTHOUSE = 'lighthouse@12.8.2';
const [only, runs = '5', kept] = process.argv.slice(2);

/** What is read of Lighthouse's report. */
interface Result {
  audits: Record<string, { numericValue?: number; details?: { items?: unknown[] } }>;
  categories: Record<string, { score: number | null }>;
  environment: { benchmarkIndex: number };
  runtimeError?: { code: string; message: string };
}

/** The measures of a screen, with their minimum or maximum. */
const measures = {
  performance: { of: score('performance'), least: 95 },
  accessibility: { of: score('accessibility'), least: 100 },
  'best practices': { of: score('best-practices'), least: 100 },
  'LCP ms': { of: audit('largest-contentful-paint'), most: 2000 },
  'FCP ms': { of: audit('first-contentful-paint') },
  'TBT ms': { of: audit('total-blocking-time') },
  CLS: { of: audit('cumulative-layout-shift'), most: 0.02 },
  // Lighthouse's benchmark of this machine at that moment: about 3,000 when nothing else is running.
  host: { of: ({ environment }) => Math.round(environment.benchmarkIndex) },
  requests: { of: ({ audits }: Result) => requestsIn(audits).length },
  kB: { of: audit('total-byte-weight', 1000) },
} satisfies Record<string, { of: (result: Result) => number; least?: number; most?: number }>;
type Measure = keyof typeof measures;
let retries = 0;

const { origin, stop } = await startDemo();
try {
  await look();
} finally {
  await stop();
}

async function look(): Promise<void> {
  const cookie = await sessionOf(origin, 'student');
  const screens = [
    { name: 'landing', path: '/' },
    { name: 'login', path: '/login' },
    { name: 'sign-up', path: '/signup' },
    { name: 'forgot', path: '/forgot' },
    { name: 'contact', path: '/contact' },
    { name: 'browse', path: '/opportunity/browse', cookie },
    { name: 'opportunity', path: `/opportunity/view/${await anOpportunity(cookie)}`, cookie },
  ].filter(({ name }) => only === undefined || only === 'all' || name === only);
  if (screens.length === 0) throw new Error(`No screen is called ${only}.`);

  const rows: Record<string, Record<string, number>> = {};
  for (const screen of screens) {
    const results: Result[] = [];
    for (let run = 1; run <= Number(runs); run += 1) {
      results.push(await measureWithRetry(screen, run));
      console.log(`${screen.name} ${run}: ${lineOf(results.at(-1))}`);
    }
    const row = Object.fromEntries(
      Object.entries(measures).map(([name, { of }]) => [name, median(results.map(of))]),
    ) as Record<Measure, number>;
    rows[screen.name] = row;
    for (const [name, measure] of Object.entries(measures)) {
      const is = row[name as Measure];
      const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = measure as Limits;
      if (is >= least && is < most) continue;
      console.error(`${screen.name}: ${name} is ${is}`);
      process.exitCode = 1;
    }
  }
  console.table(rows);
  console.log(`looked again for want of a beginning: ${retries}`);
}

interface Limits {
  least?: number;
  most?: number;
}

interface Screen {
  name: string;
  path: string;
  cookie?: string;
}

/** Sometimes the browser's trace lacks its beginning. Only then is the audit repeated. */
async function measureWithRetry(screen: Screen, run: number): Promise<Result> {
  const looked = await lookAt(screen, run);
  if (looked.runtimeError?.code !== 'NO_NAVSTART') return withoutError(screen, looked);
  retries += 1;
  return withoutError(screen, await lookAt(screen, run));
}

function withoutError({ name }: Screen, looked: Result): Result {
  if (looked.runtimeError) throw new Error(`${name}: ${looked.runtimeError.message}`);
  return looked;
}

/** Uses a new browser for each audit, so that nothing is cached. */
async function lookAt({ name, path, cookie }: Screen, run: number): Promise<Result> {
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'waypost-lighthouse-')));
  await mkdir(folder, { recursive: true });
  const report = join(folder, `${name}-${run}`);
  // An earlier run's report must not be read if this one writes none.
  await rm(`${report}.report.json`, { force: true });
  const headers = join(folder, 'headers.json');
  // Signed in from the first request.
  await writeFile(headers, JSON.stringify(cookie ? { Cookie: cookie } : {}));
  const outcome = promisify(execFile)(
    'npx',
    [
      ...['--yes', LIGHTHOUSE, `${origin}${path}`, '--quiet', '--output=json', '--output=html'],
      ...[`--output-path=${report}`, `--extra-headers=${headers}`],
      '--only-categories=performance,accessibility,best-practices',
      '--chrome-flags=--headless=new --no-sandbox',
    ],
    { env: { ...process.env, CHROME_PATH: process.env.CHROMIUM ?? '/usr/bin/chromium' } },
  );
  // A report with an error of its own fails the command too.
  const failure: unknown = await outcome.then(
    () => undefined,
    (error) => error,
  );
  const json = await readFile(`${report}.report.json`, 'utf8').catch(() => {
    throw failure;
  });
  const result: Result = JSON.parse(json);
  await rm(kept ? headers : folder, { recursive: true });
  return result;
}

async function anOpportunity(cookie: string): Promise<string> {
  const { path, reply } = opportunityCalls.getOpportunities;
  const listed = await fetch(`${origin}${path}?limit=1`, { headers: { cookie } });
  const [first] = reply.parse(await listed.json());
  if (!first) throw new Error('The demo offers nothing.');
  return first._id;
}

function score(category: string) {
  return ({ categories }: Result) => Math.round((categories[category]?.score ?? 0) * 100);
}

function audit(id: string, per = 1) {
  return ({ audits }: Result) => {
    const value = audits[id]?.numericValue;
    if (value === undefined) throw new Error(`Lighthouse has not measured ${id}.`);
    return Number((value / per).toFixed(value / per < 10 ? 3 : 0));
  };
}

function requestsIn(audits: Result['audits']): unknown[] {
  return audits['network-requests']?.details?.items ?? [];
}

function lineOf(result: Result | undefined): string {
  if (!result) return '';
  return Object.entries(measures)
    .map(([name, { of }]) => `${name} ${of(result)}`)
    .join(', ');
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
