/*
 * How close each call comes to the baseline: requests per second and p50/p99 with 1 and 32 callers, compared
 * with a bare route that sends the same SQL (bare.ts), measured alternately in the same run, three times.
 * Reports the median round. Exits 1 if a call reaches less than half of the baseline's rate.
 *
 *   npm run build -w server && npx tsx bench/load.ts [seconds for each measurement, 5] [a call's name, all]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Call } from '@waypost/contract/call';
import { PART_MAX } from '@waypost/contract/list-part';
import { bellCalls } from '@waypost/contract/messages/bell/calls';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { hoursCalls } from '@waypost/contract/placements/hours/calls';
import type { Replay } from './bare.ts';
import { type Loaded, SIZE } from './data.ts';
import { type Fired, fireFor, firing } from './fire.ts';
import {
  type BenchDatabase,
  machine,
  medianRound,
  type Product,
  size,
  startBenchDatabase,
  startProduct,
} from './product.ts';
import { watchStatements } from './statements.ts';

const SECONDS = Number(process.argv[2] ?? 5);
const ONLY = process.argv[3];
const SHARE_TO_REACH = 0.5;
const ROUNDS = 3;
/** How many people's bells are polled in turn. */
const POLLS = 32;
const PASSWORD = 'waypost-bench';

interface Measured {
  name: string;
  call: Call;
  input: object;
  as?: keyof Loaded['tokens'];
  /** Sent in rotation, so that no reply grows during the run and nobody reaches a rate limit. */
  requests?: Fired[];
  /** The same for the bare statements: a different one of these ids each time. */
  among?: { named: string; alike: string[] };
}

const database = await startBenchDatabase(PASSWORD);
const children: ChildProcess[] = [];
let product: Product | undefined;
try {
  await bench(database);
} finally {
  for (const child of children) child.kill('SIGTERM');
  await product?.stop();
  await database.stop();
}

async function bench({ reach, folder, loaded, kept }: BenchDatabase) {
  const calls = listMeasurements(loaded).filter(({ name }) => ONLY === undefined || name === ONLY);
  const routes = await watchStatements(
    reach,
    calls
      .filter(({ as }) => as)
      .map(({ name, call, input, as, among }) => ({
        name,
        call,
        input,
        token: as && loaded.tokens[as],
        ...(among && { among }),
      })),
  );
  const bare = await startBare({ reach, routes, password: { given: PASSWORD, kept } });
  product = await startProduct({ reach, folder });
  const waypost = product.origin;
  console.log(`${machine}; ${size}; ${SECONDS} s each\n`);
  console.log(
    'call'.padEnd(34),
    'callers',
    '  rate/s',
    'p50 ms',
    'p99 ms',
    '   limit/s',
    'p50 ms',
    'p99 ms',
    ' shares',
  );

  let missed = 0;
  for (const measured of calls) {
    for (const callers of [1, 32]) {
      const requests = measured.as ? (measured.requests ?? [requestFor(measured, loaded)]) : signingIn();
      const bareRequest: Fired = {
        method: 'GET',
        path: `/${measured.name}`,
        headers: { 'accept-encoding': 'gzip' },
      };
      const rounds = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const real = await fireFor(SECONDS, waypost, requests, callers);
        const limit = await fireFor(SECONDS, bare, [bareRequest], callers);
        rounds.push({ real, limit, share: real.rate / limit.rate });
      }
      const { real, limit, share } = medianRound(rounds, (round) => round.share);
      // Signing in deliberately uses a slow password hash, so its baseline is the hash, not the database.
      if (measured.as && share < SHARE_TO_REACH) missed += 1;
      const numbers = [real.rate, real.p50, real.p99, limit.rate, limit.p50, limit.p99].map((n) =>
        n.toFixed(n < 10 ? 1 : 0).padStart(7),
      );
      console.log(
        measured.name.padEnd(34),
        String(callers).padStart(7),
        ...numbers,
        rounds.map((round) => `${(round.share * 100).toFixed(0)} %`).join(' '),
      );
    }
  }
  await measureBesideSlowList(waypost, loaded);
  if (missed > 0) {
    console.error(`\n${missed} measurements reach less than ${SHARE_TO_REACH * 100} % of the limit's rate.`);
    process.exitCode = 1;
  }
}

function listMeasurements(loaded: Loaded): Measured[] {
  const browse = {
    filter: JSON.stringify({ compensation: 'Paid', radius: 20 }),
    sort: 'distance',
    limit: '40',
    offset: '0',
  };
  const searched = {
    filter: JSON.stringify({ search: 'opportunity 12' }),
    sort: 'interests',
    limit: '40',
    offset: '0',
  };
  const today = new Date().toISOString().slice(0, 10);
  const entry = { start_date: today, end_date: today, total_hours: 1, text_log: 'Sanded the hull.' };
  return [
    { name: 'login', call: accountCalls.login as Call, input: {} },
    { name: 'current-user', call: accountCalls.getCurrentUser as Call, input: {}, as: 'student' },
    {
      name: 'bell',
      call: bellCalls.getNotices as Call,
      input: {},
      // A poll repeats: a session's first request in a while also records that it was seen.
      requests: loaded.projects.slice(0, POLLS).map(({ token }) => firing(bellCalls.getNotices, {}, token)),
      as: 'student',
    },
    {
      name: 'browse-filtered-and-sorted',
      call: opportunityCalls.getOpportunities as Call,
      input: browse,
      requests: loaded.projects.map(({ token }) => firing(opportunityCalls.getOpportunities, browse, token)),
      as: 'student',
    },
    {
      name: 'browse-searched-by-interests',
      call: opportunityCalls.getOpportunities as Call,
      input: searched,
      requests: loaded.projects.map(({ token }) =>
        firing(opportunityCalls.getOpportunities, searched, token),
      ),
      as: 'student',
    },
    {
      name: 'applicants-of-an-opportunity',
      call: applicationCalls.getApplicants as Call,
      input: { opp_id: loaded.opportunityId },
      as: 'business',
    },
    {
      name: 'log-an-hour',
      call: hoursCalls.createHoursEntry as Call,
      input: { project_id: loaded.projectId, ...entry },
      among: { named: loaded.projectId, alike: loaded.otherProjectIds },
      requests: loaded.projects.map(({ id, token }) =>
        firing(hoursCalls.createHoursEntry, { project_id: id, ...entry }, token),
      ),
      as: 'student',
    },
  ];
}

/** A slow list may raise a short call's p99 at most tenfold. Requests the largest page repeatedly. */
async function measureBesideSlowList(origin: string, loaded: Loaded) {
  const short = requestFor(
    { name: '', call: accountCalls.getCurrentUser as Call, input: {}, as: 'student' },
    loaded,
  );
  const slow = requestFor(
    { name: '', call: opportunityCalls.getOpportunities as Call, input: { limit: PART_MAX }, as: 'admin' },
    loaded,
  );
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await fireFor(SECONDS, origin, [short], 8);
    const [beside, lists] = await Promise.all([
      fireFor(SECONDS, origin, [short], 8),
      fireFor(SECONDS, origin, [slow], 2),
    ]);
    rounds.push({ alone, beside, lists, times: beside.p99 / alone.p99 });
  }
  const { alone, beside, lists, times } = medianRound(rounds, (round) => round.times);
  console.log(
    `\ncurrent user, 8 callers: p99 ${alone.p99} ms alone, ${beside.p99} ms beside 2 that list ${PART_MAX} of ${SIZE.opportunities} opportunities ${lists.rate.toFixed(1)} times a second: ${times.toFixed(1)} times (${rounds.map((round) => round.times.toFixed(1)).join(', ')})`,
  );
  if (times > 10) process.exitCode = 1;
}

/** As many different people, because the number of attempts per account is limited. */
function signingIn(): Fired[] {
  return Array.from({ length: 5000 }, (_, index) => ({
    method: 'POST',
    path: accountCalls.login.path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `student${index + 1}@bench.test`, password: PASSWORD }),
  }));
}

function requestFor({ call, input, as }: Measured, loaded: Loaded): Fired {
  return firing(call, input, as && loaded.tokens[as]);
}

async function startBare(replay: Replay): Promise<string> {
  const child = fork(join(import.meta.dirname, 'bare.ts'), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'production' },
    // Statement parameters may be bytes.
    serialization: 'advanced',
  });
  children.push(child);
  child.send(replay);
  const port = await new Promise<number>((resolve) =>
    child.once('message', (message) => resolve(Number(message))),
  );
  return `http://127.0.0.1:${port}`;
}
