/*
 * How near each call comes to the limit: requests a second and p50/p99 with 1 and 32 callers, beside a bare
 * route that issues the same SQL (bare.ts), measured in turns in the same run. Exits 1 where a call reaches
 * less than half of the limit's rate.
 *
 *   npm run build -w server && npx tsx bench/load.ts [seconds for each measurement, 5]
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountCalls } from '@waypost/contract/accounts/calls';
import { applicationCalls } from '@waypost/contract/applications/calls';
import type { Call } from '@waypost/contract/call';
import { hoursCalls } from '@waypost/contract/hours/calls';
import { opportunityCalls } from '@waypost/contract/opportunities/calls';
import autocannon from 'autocannon';
import { SESSION_COOKIE } from '../server/src/access/pipeline.ts';
import { hashPassword } from '../server/src/accounts/passwords.ts';
import { openPools, type Reach } from '../server/src/database/connect.ts';
import { startEmbedded } from '../server/src/database/embedded.ts';
import { migrate } from '../server/src/database/migrate.ts';
import type { Replay } from './bare.ts';
import { type Loaded, load, SIZE } from './data.ts';
import { freePort } from './free-port.ts';
import { watchStatements } from './statements.ts';

const SECONDS = Number(process.argv[2] ?? 5);
const SHARE_TO_REACH = 0.5;
const PASSWORD = 'waypost-bench';
const root = join(import.meta.dirname, '..');

interface Measured {
  name: string;
  call: Call;
  input: object;
  as?: keyof Loaded['tokens'];
}

const folder = await mkdtemp(join(tmpdir(), 'waypost-bench-'));
// As root the database runs under another account, which must be able to enter.
await chmod(folder, 0o755);
const database = await startEmbedded({
  dataDir: folder,
  log: { info: () => undefined, warn: () => undefined },
  // The product takes a URL, and a URL cannot name the embedded server's socket.
  transport: 'tcp',
});
const children: ChildProcess[] = [];
try {
  await bench(database.connection);
} finally {
  for (const child of children) child.kill('SIGTERM');
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

async function bench(reach: Reach) {
  const pools = openPools(reach);
  await migrate(pools.owner, join(root, 'server', 'migrations'));
  const kept = await hashPassword(PASSWORD);
  const loaded = await load(pools.owner, kept);
  await Promise.all([pools.app.end(), pools.owner.end()]);

  const calls = whatIsMeasured(loaded);
  const routes = await watchStatements(
    reach,
    calls
      .filter(({ as }) => as)
      .map(({ name, call, input, as }) => ({ name, call, input, token: as && loaded.tokens[as] })),
  );
  const bare = await startBare({ reach, routes, password: { given: PASSWORD, kept } });
  const waypost = await startWaypost(reach);
  console.log(
    `${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}; ${JSON.stringify(SIZE)}; ${SECONDS} s each\n`,
  );
  console.log(
    'call'.padEnd(34),
    'callers',
    '  rate/s',
    'p50 ms',
    'p99 ms',
    '   limit/s',
    'p50 ms',
    'p99 ms',
    ' share',
  );

  let missed = 0;
  for (const measured of calls) {
    for (const callers of [1, 32]) {
      const real = await fire(waypost, measured.as ? [requestFor(measured, loaded)] : signingIn(), callers);
      const limit = await fire(
        bare,
        [{ method: 'GET', path: `/${measured.name}`, headers: { 'accept-encoding': 'gzip' } }],
        callers,
      );
      const share = real.rate / limit.rate;
      // Signing in hashes a password, on purpose slowly: the hash is its limit, not the database.
      if (measured.as && share < SHARE_TO_REACH) missed += 1;
      const numbers = [real.rate, real.p50, real.p99, limit.rate, limit.p50, limit.p99].map((n) =>
        n.toFixed(n < 10 ? 1 : 0).padStart(7),
      );
      console.log(
        measured.name.padEnd(34),
        String(callers).padStart(7),
        ...numbers,
        `${(share * 100).toFixed(0)} %`,
      );
    }
  }
  await besideSlowList(waypost, loaded);
  if (missed > 0) {
    console.error(`\n${missed} measurements reach less than ${SHARE_TO_REACH * 100} % of the limit's rate.`);
    process.exitCode = 1;
  }
}

function whatIsMeasured(loaded: Loaded): Measured[] {
  const browse = {
    filter: JSON.stringify({ compensation: 'Paid', radius: 20 }),
    sort: 'distance',
    limit: '40',
    offset: '0',
  };
  const today = new Date().toISOString().slice(0, 10);
  return [
    { name: 'login', call: accountCalls.login as Call, input: {} },
    { name: 'current-user', call: accountCalls.getCurrentUser as Call, input: {}, as: 'student' },
    {
      name: 'browse-filtered-and-sorted',
      call: opportunityCalls.getOpportunities as Call,
      input: browse,
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
      input: {
        project_id: loaded.projectId,
        start_date: today,
        end_date: today,
        total_hours: 1,
        text_log: 'Sanded the hull.',
      },
      as: 'student',
    },
  ];
}

/** No slow list may push a short call's p99 over ten times its own: every opportunity at once, again and again. */
async function besideSlowList(origin: string, loaded: Loaded) {
  const short = requestFor(
    { name: '', call: accountCalls.getCurrentUser as Call, input: {}, as: 'student' },
    loaded,
  );
  const slow = requestFor(
    { name: '', call: opportunityCalls.getOpportunities as Call, input: {}, as: 'admin' },
    loaded,
  );
  const alone = await fire(origin, [short], 8);
  const [beside] = await Promise.all([fire(origin, [short], 8), fire(origin, [slow], 2)]);
  const ratio = beside.p99 / alone.p99;
  console.log(
    `\ncurrent user, 8 callers: p99 ${alone.p99} ms alone, ${beside.p99} ms beside 2 that list all ${SIZE.opportunities} opportunities: ${ratio.toFixed(1)} times`,
  );
  if (ratio > 10) process.exitCode = 1;
}

/** As many different people: one account may be tried only so often. */
function signingIn(): Fired[] {
  return Array.from({ length: 5000 }, (_, index) => ({
    method: 'POST',
    path: accountCalls.login.path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `student${index + 1}@bench.test`, password: PASSWORD }),
  }));
}

interface Fired {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

function requestFor({ call, input, as }: Measured, loaded: Loaded): Fired {
  const headers = {
    'accept-encoding': 'gzip',
    ...(as && { cookie: `${SESSION_COOKIE}=${loaded.tokens[as]}` }),
    ...(call.method === 'POST' && { 'content-type': 'application/json' }),
  };
  if (call.method === 'POST')
    return { method: 'POST', path: call.path, body: JSON.stringify(input), headers };
  const query = new URLSearchParams(input as Record<string, string>).toString();
  return { method: 'GET', path: query ? `${call.path}?${query}` : call.path, headers };
}

async function fire(origin: string, requests: Fired[], callers: number) {
  let clients = 0;
  const options: autocannon.Options = {
    url: origin,
    connections: callers,
    requests,
    // Each caller begins elsewhere in the list, so that no two are the same person.
    setupClient: (client) => {
      if (requests.length < 2) return;
      const from = (clients++ * 97) % requests.length;
      client.setRequests([...requests.slice(from), ...requests.slice(0, from)]);
    },
  };
  await autocannon({ ...options, duration: 1 });
  const result = await autocannon({ ...options, duration: SECONDS });
  if (result.non2xx || result.errors)
    throw new Error(`${requests[0]?.path}: ${result.non2xx} refused, ${result.errors} failed`);
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

async function startBare(replay: Replay): Promise<string> {
  const child = fork(join(import.meta.dirname, 'bare.ts'), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  children.push(child);
  child.send(replay);
  const port = await new Promise<number>((resolve) =>
    child.once('message', (message) => resolve(Number(message))),
  );
  return `http://127.0.0.1:${port}`;
}

async function startWaypost(reach: Reach): Promise<string> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const url = `postgres://${reach.user}:${reach.password}@${reach.host}:${reach.port}/${reach.database}`;
  const child = spawn(process.execPath, [join(root, 'server', 'dist', 'main.js')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: url,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: origin,
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
    },
    stdio: 'inherit',
  });
  children.push(child);
  for (;;) {
    const ready = await fetch(`${origin}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (ready) return origin;
    if (child.exitCode !== null) throw new Error('the server did not start');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
