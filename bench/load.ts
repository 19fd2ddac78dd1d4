/*
 * Rate and latency of everyday calls with 1 and 32 callers. The limit of each is a bare route of the same HTTP server
 * that sends the same SQL (bare.ts). Call and limit are measured in alternation, and the median round counts.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Call } from '@waypost/contract/call';
import { PART_MAX } from '@waypost/contract/list-part';
import { bellCalls } from '@waypost/contract/messages/bell/calls';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { hoursCalls } from '@waypost/contract/placements/hours/calls';
import type { Replay } from './bare.ts';
import type { Loaded } from './data.ts';
import { type Fired, fireFor, firing } from './fire.ts';
import { type Bench, medianRound, PASSWORD, printHead, printRow } from './product.ts';
import { watchStatements } from './statements.ts';

const SHARE_TO_REACH = 0.5;
/** How many times the limit's p99 a call's may be. */
const P99_TIMES = 3;
/** How many times its own p99 a short call's may be while others load large pages. */
const BESIDE_LISTS_TIMES = 10;
/** How many people's bells are polled in turn. */
const POLLS = 32;
/** How many people log in in turn, because the attempts of each account are limited. */
const LOGINS = 5000;

interface Measured {
  name: string;
  call: Call;
  input: object;
  as: keyof Loaded['tokens'];
  /** Sent in rotation, so that no reply grows during the run and nobody reaches a rate limit. */
  requests?: Fired[];
  /** The same for the bare statements: a different one of these ids each time. */
  among?: { named: string; alike: string[] };
}

/** Measures the calls whose name starts with `only`. Returns which limits are missed. */
export async function measureLoad(
  { reach, loaded, passwordHash, product: { origin } }: Bench,
  { seconds, rounds, only }: { seconds: number; rounds: number; only: string },
): Promise<string[]> {
  const calls = listMeasurements(loaded).filter(({ name }) => name.startsWith(only));
  const watched = calls.map((measured) => ({ ...measured, token: loaded.tokens[measured.as] }));
  const routes = await watchStatements(reach, watched);
  const bare = await startBare({ reach, routes, password: { given: PASSWORD, kept: passwordHash } });
  const missed: string[] = [];
  try {
    printHead('call', 'callers', 'rate/s', 'p50 ms', 'p99 ms', 'limit/s', 'p50 ms', 'p99 ms', 'shares');
    for (const { name, requests } of [
      ...('login'.startsWith(only) ? [{ name: 'login', requests: signingIn(loaded) }] : []),
      ...calls.map((measured) => ({
        name: measured.name,
        requests: measured.requests ?? [requestFor(measured, loaded)],
      })),
    ])
      for (const callers of [1, 32]) missed.push(...(await measureCall(name, requests, callers)));
    if (only === '') missed.push(...(await measureBesideLists(origin, loaded, seconds, rounds)));
  } finally {
    bare.child.kill();
  }
  return missed;

  async function measureCall(name: string, requests: Fired[], callers: number): Promise<string[]> {
    const bareRequest: Fired = {
      method: 'GET',
      path: encodeURI(`/${name}`),
      headers: { 'accept-encoding': 'gzip' },
    };
    const measured = [];
    for (let round = 0; round < rounds; round += 1) {
      const real = await fireFor(seconds, origin, requests, callers);
      const limit = await fireFor(seconds, bare.origin, [bareRequest], callers);
      measured.push({ real, limit, share: real.rate / limit.rate });
    }
    const { real, limit, share } = medianRound(measured, (round) => round.share);
    const numbers = [real.rate, real.p50, real.p99, limit.rate, limit.p50, limit.p99];
    const shares = measured.map((round) => (round.share * 100).toFixed(0));
    printRow(name, callers, ...numbers.map((one) => one.toFixed(0)), `${shares.join(', ')} %`);
    const times = medianRound(measured, timesOfP99);
    return [
      ...(share < SHARE_TO_REACH ? [`${name}, ${callers} callers: ${(share * 100).toFixed(0)} %`] : []),
      ...(timesOfP99(times) > P99_TIMES
        ? [`${name}, ${callers} callers: p99 ${times.real.p99} ms, the limit's ${times.limit.p99} ms`]
        : []),
    ];
  }
}

/** Latencies are whole milliseconds, so none counts as less than one. */
const timesOfP99 = ({ real, limit }: { real: { p99: number }; limit: { p99: number } }) =>
  real.p99 / Math.max(1, limit.p99);

function listMeasurements(loaded: Loaded): Measured[] {
  const page = { limit: '40', offset: '0' };
  const browse = {
    filter: JSON.stringify({ compensation: 'Paid', radius: 20 }),
    sort: 'distance',
    ...page,
  };
  const searched = { filter: JSON.stringify({ search: 'opportunity 12' }), sort: 'interests', ...page };
  const today = new Date().toISOString().slice(0, 10);
  // So little that a day has room for all of them.
  const entry = { start_date: today, end_date: today, total_hours: 0.01, text_log: 'Sanded the hull.' };
  return [
    { name: 'current user', call: accountCalls.getCurrentUser as Call, input: {}, as: 'student' },
    {
      name: 'bell',
      call: bellCalls.getNotices as Call,
      input: {},
      // A poll repeats: a session's first request in a while also records that it was seen.
      requests: loaded.projects.slice(0, POLLS).map(({ token }) => firing(bellCalls.getNotices, {}, token)),
      as: 'student',
    },
    {
      name: 'browse, filtered and sorted',
      call: opportunityCalls.getOpportunities as Call,
      input: browse,
      requests: loaded.projects.map(({ token }) => firing(opportunityCalls.getOpportunities, browse, token)),
      as: 'student',
    },
    {
      name: 'browse, searched, by interests',
      call: opportunityCalls.getOpportunities as Call,
      input: searched,
      requests: loaded.projects.map(({ token }) =>
        firing(opportunityCalls.getOpportunities, searched, token),
      ),
      as: 'student',
    },
    {
      name: 'applicants of an opportunity',
      call: applicationCalls.getApplicants as Call,
      input: { opp_id: loaded.opportunityId },
      as: 'business',
    },
    {
      name: 'log an hour',
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

/** How much longer a short call takes while two callers load the largest page over and over. */
async function measureBesideLists(
  origin: string,
  loaded: Loaded,
  seconds: number,
  rounds: number,
): Promise<string[]> {
  const short = firing(accountCalls.getCurrentUser, {}, loaded.tokens.student);
  const page = firing(opportunityCalls.getOpportunities, { limit: PART_MAX }, loaded.tokens.admin);
  const measured = [];
  for (let round = 0; round < rounds; round += 1) {
    const alone = await fireFor(seconds, origin, [short], 8);
    const [beside, lists] = await Promise.all([
      fireFor(seconds, origin, [short], 8),
      fireFor(seconds, origin, [page], 2),
    ]);
    measured.push({ alone, beside, lists, times: beside.p99 / Math.max(1, alone.p99) });
  }
  const { alone, beside, lists, times } = medianRound(measured, (round) => round.times);
  const summary =
    `current user, 8 callers: p99 ${alone.p99} ms alone, ${beside.p99} ms beside 2 that list ${PART_MAX} opportunities ` +
    `${lists.rate.toFixed(1)} times a second: ${times.toFixed(1)} times (${measured.map((round) => round.times.toFixed(1)).join(', ')})`;
  console.log(`\n${summary}`);
  return times > BESIDE_LISTS_TIMES ? [summary] : [];
}

function signingIn({ size }: Loaded): Fired[] {
  return Array.from({ length: Math.min(LOGINS, size.students) }, (_, index) =>
    firing(accountCalls.login, { email: `student${index + 1}@bench.test`, password: PASSWORD }, undefined),
  );
}

function requestFor({ call, input, as }: Measured, loaded: Loaded): Fired {
  return firing(call, input, loaded.tokens[as]);
}

async function startBare(replay: Replay): Promise<{ child: ChildProcess; origin: string }> {
  const child = fork(join(import.meta.dirname, 'bare.ts'), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'production' },
    // Statement parameters may be bytes.
    serialization: 'advanced',
  });
  child.send(replay);
  const [port] = await once(child, 'message');
  return { child, origin: `http://127.0.0.1:${port}` };
}
