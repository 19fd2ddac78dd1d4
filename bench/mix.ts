/*
 * Everyday calls at a fixed rate on the built product, and with --attacker, one network meanwhile spends every budget
 * that it can. Each latency counts from the moment at which its request was due, so a server that falls behind shows it.
 * Exits 1 for any error, a p99 above 250 ms, or memory that keeps growing.
 *
 *   npm run build -w server && STUDENTS=50000 npx tsx bench/mix.ts [--seconds 300] [--rate 200] [--attacker]
 */
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { bellCalls } from '@waypost/contract/messages/bell/calls';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { findCalls } from '@waypost/contract/oversight/find/calls';
import { taskCalls } from '@waypost/contract/oversight/tasks/calls';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { agreementCalls } from '@waypost/contract/placements/agreements/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { hoursCalls } from '@waypost/contract/placements/hours/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { aPdf } from '../server/testing/sample-files.ts';
import { type Loaded, SIZE } from './data.ts';
import { type Fired, firing } from './fire.ts';
import { machine, median, type Product, size, startBenchDatabase, startProduct } from './product.ts';

const P99_LIMIT_MS = 250;
/** How much more memory the last third of the run may have used than the middle one. */
const GROWTH_LIMIT = 1.1;
const PASSWORD = 'waypost-bench';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    rate: { type: 'string', default: '200' },
    attacker: { type: 'boolean', default: false },
    /** How many requests of each kind the attacker sends in a second. */
    'attack-rate': { type: 'string', default: '20' },
  },
});
const [SECONDS, RATE] = [Number(values.seconds), Number(values.rate)];

type Sent = Omit<Fired, 'body'> & { body?: string | FormData };

interface Answers {
  /** Latencies of all responses, in milliseconds. */
  took: number[];
  /** The same, by path. */
  byPath: Map<string, number[]>;
  /** The number of responses with each status; `none` counts requests without a response. */
  statuses: Map<string, number>;
}

const database = await startBenchDatabase(PASSWORD);
let product: Product | undefined;
try {
  product = await startProduct(database, { TRUST_PROXY: '1', GEOCODER_URL: 'off', LOG_LEVEL: 'error' });
  await measure(product, database.loaded);
} finally {
  await product?.stop();
  await database.stop();
}

async function measure({ origin, pid }: Product, loaded: Loaded) {
  console.log(`${machine}; ${size}; ${RATE} requests a second for ${SECONDS} s\n`);
  const everyday = mixOf(loaded);
  // Warms up: compiles the code in use, and fills the caches and the connection pools.
  await fireAt(origin, RATE, 5, everyday);
  const attacks = values.attacker ? attacksOf(loaded) : {};
  const isOver = { yes: false };
  const [memory, answers, ...attacked] = await Promise.all([
    watchMemory(pid, isOver),
    fireAt(origin, RATE, SECONDS, everyday).finally(() => {
      isOver.yes = true;
    }),
    ...Object.values(attacks).map((attack) => fireAt(origin, Number(values['attack-rate']), SECONDS, attack)),
  ]);
  const errors = [...answers.statuses].filter(([status]) => !/ 200$/.test(status));
  const p99 = percentile(answers.took, 0.99);
  const growth = growthOf(memory);
  console.log(`requests ${answers.took.length}, errors ${errors.reduce((sum, [, times]) => sum + times, 0)}`);
  for (const [status, times] of errors) console.log(`  ${status}: ${times}`);
  console.log(
    `p50 ${percentile(answers.took, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (limit ${P99_LIMIT_MS})`,
  );
  console.log(
    `memory ${memory[0]?.toFixed(0)} MB at the start, ${memory.at(-1)?.toFixed(0)} at the end, ${Math.max(...memory).toFixed(0)} at most; last third by middle third ${growth.toFixed(3)} (limit ${GROWTH_LIMIT}); ${slopeOf(memory).toFixed(2)} MB a minute over the last two thirds`,
  );
  for (const [path, latencies] of answers.byPath)
    console.log(
      `${path}: ${latencies.length} requests, p50 ${percentile(latencies, 0.5).toFixed(1)} ms, p99 ${percentile(latencies, 0.99).toFixed(1)} ms`,
    );
  for (const [index, name] of Object.keys(attacks).entries()) {
    const statuses = [...(attacked[index]?.statuses ?? [])].map(
      ([status, times]) => `${status} ${times} times`,
    );
    console.log(`attacker, ${name}: ${statuses.join(', ')}`);
  }
  if (errors.length > 0 || p99 > P99_LIMIT_MS || growth > GROWTH_LIMIT) process.exitCode = 1;
}

/** Makes the everyday request with this number: a hundred in a fixed order, each by the next of 4,000 students. */
function mixOf(loaded: Loaded): (number: number) => Sent {
  const part = { limit: '40', offset: '0' };
  const today = new Date().toISOString().slice(0, 10);
  const entry = { start_date: today, end_date: today, total_hours: 1, text_log: 'Sanded the hull.' };
  const nearby = { filter: JSON.stringify({ compensation: 'Paid', radius: 20 }), sort: 'distance', ...part };
  const searched = { filter: JSON.stringify({ search: 'opportunity 12' }), sort: 'interests', ...part };
  // Not always the same ones: nobody makes several requests a second for minutes.
  const oneOf = <One>(all: One[], number: number): One => {
    const found = all[Math.floor(number / 25) % all.length];
    if (!found) throw new Error('nobody to send it');
    return found;
  };
  const adminOf = (number: number) => oneOf(loaded.admins, number);
  const businessOf = (number: number) => oneOf(loaded.businesses, number);
  const applicantsOf = ({ opportunityId, token }: { opportunityId: string; token: string }) =>
    firing(applicationCalls.getApplicants, { opp_id: opportunityId }, token);
  type By = { id: string; token: string };
  const shares: [number, (by: By, number: number) => Fired][] = [
    [25, ({ token }) => firing(accountCalls.getCurrentUser, {}, token)],
    [12, ({ token }) => firing(bellCalls.getNotices, {}, token)],
    [12, ({ token }) => firing(taskCalls.loadTasks, {}, token)],
    [15, ({ token }) => firing(opportunityCalls.getOpportunities, nearby, token)],
    [5, ({ token }) => firing(opportunityCalls.getOpportunities, searched, token)],
    [10, ({ token }) => firing(applicationCalls.getMyApplications, {}, token)],
    [8, ({ id, token }) => firing(projectCalls.loadStudentProject, { project_id: id }, token)],
    [5, ({ id, token }) => firing(hoursCalls.createHoursEntry, { project_id: id, ...entry }, token)],
    [4, (_, number) => applicantsOf(businessOf(number))],
    [2, (_, number) => firing(peopleCalls.filterUsers, { limit: 100, offset: 0 }, adminOf(number))],
    [1, (_, number) => firing(findCalls.find, { text: 'Last12' }, adminOf(number))],
    [
      1,
      (_, number) =>
        firing(
          accountCalls.login,
          { email: `student${1 + (number % SIZE.students)}@bench.test`, password: PASSWORD },
          undefined,
        ),
    ],
  ];
  const hundred = shares.flatMap(([share, make]) => Array.from({ length: share }, () => make));
  return (number) => {
    // 37 and 100 have no common divisor, so each comes once in a hundred, well mixed.
    const make = hundred[(number * 37) % hundred.length];
    // The last one is the attacker.
    const by = loaded.projects[number % (loaded.projects.length - 1)];
    if (!make || !by) throw new Error('nothing to send');
    return from(`100.64.${(number >> 8) & 255}.${number & 255}`, make(by, number));
  };
}

/** The attacker's requests, from one network with its own account, which continue after the server refuses them. */
function attacksOf({ clientId, projects }: Loaded): Record<string, (number: number) => Sent> {
  const student = projects.at(-1)?.token;
  const stranger = { password: 'a stranger at the gate', type: 'Student', first_name: 'S', last_name: 'D' };
  const attacks: Record<string, (number: number) => Sent> = {
    'sign-ups': (n) =>
      firing(
        accountCalls.signUp,
        { client: clientId, email: `stranger${n}@stranger.test`, ...stranger },
        undefined,
      ),
    'wrong logins': (n) =>
      firing(
        accountCalls.login,
        { email: `student${1 + (n % 500)}@bench.test`, password: 'wrong' },
        undefined,
      ),
    'resets of accounts': (n) =>
      firing(accountCalls.resetPassword, { email: `student${1 + n}@bench.test` }, undefined),
    'resets of nobody': (n) =>
      firing(accountCalls.resetPassword, { email: `nobody${n}@stranger.test` }, undefined),
    uploads: () => upload(student),
    searches: (n) =>
      firing(
        opportunityCalls.getOpportunities,
        { filter: JSON.stringify({ search: `boat ${n}` }), limit: '40', offset: '0' },
        student,
      ),
    'document codes': () => firing(agreementCalls.checkDocument, { code: '0000-0000-0000' }, undefined),
    'made-up links': (n) => ({ method: 'GET', path: `/link/${String(n).padStart(43, 'x')}`, headers: {} }),
  };
  return Object.fromEntries(
    Object.entries(attacks).map(([name, attack]) => [
      name,
      (number: number) => from('198.51.100.7', attack(number)),
    ]),
  );
}

function upload(token: string | undefined): Sent {
  const form = new FormData();
  form.set('name', 'a file');
  form.set('fileupload', new Blob([Uint8Array.from(aPdf())]), 'file.pdf');
  const { headers } = firing({ method: 'GET', path: fileCalls.uploadFile.path }, {}, token);
  return { method: 'POST', path: fileCalls.uploadFile.path, headers, body: form };
}

/** The same request, with the network that the proxy in front reports. */
function from(network: string, sent: Sent): Sent {
  return { ...sent, headers: { ...sent.headers, 'x-forwarded-for': network } };
}

/** Sends a request whenever one is due, however many are still unanswered. */
async function fireAt(
  origin: string,
  rate: number,
  seconds: number,
  make: (number: number) => Sent,
): Promise<Answers> {
  const answers: Answers = { took: [], byPath: new Map(), statuses: new Map() };
  const all: Promise<void>[] = [];
  // Connections of their own: nobody shares one with the attacker.
  const agent = new Agent({ keepAlive: true });
  const began = performance.now();
  for (let number = 0; number < rate * seconds; number += 1) {
    const due = began + (number * 1000) / rate;
    if (due > performance.now()) await delay(due - performance.now());
    all.push(ask(origin, make(number), due, answers, agent));
  }
  await Promise.all(all);
  agent.destroy();
  return answers;
}

async function ask(
  origin: string,
  { method, path, headers, body }: Sent,
  due: number,
  { took, byPath, statuses }: Answers,
  agent: Agent,
) {
  const status = await send(origin + path, { method, headers }, body, agent).catch(() => 'none');
  const latency = performance.now() - due;
  const where = (path.split('?')[0] ?? '').replace(/\/link\/.*/, '/link/…');
  took.push(latency);
  const ofPath = byPath.get(where) ?? [];
  byPath.set(where, ofPath);
  ofPath.push(latency);
  statuses.set(`${where} ${status}`, (statuses.get(`${where} ${status}`) ?? 0) + 1);
}

/** Sends a request and reads its whole reply. Returns the reply's status. */
async function send(
  url: string,
  { method, headers }: Pick<Fired, 'method' | 'headers'>,
  body: Sent['body'],
  agent: Agent,
) {
  const encoded = body === undefined ? null : new Response(body);
  const bytes = encoded && Buffer.from(await encoded.arrayBuffer());
  const type = encoded?.headers.get('content-type');
  const all = { ...(type && { 'content-type': type }), ...headers };
  return new Promise<string>((resolve, reject) => {
    const sent = request(url, { method, headers: all, agent }, (reply) => {
      reply.resume();
      reply.once('end', () => resolve(String(reply.statusCode)));
      reply.once('error', reject);
    });
    sent.once('error', reject);
    sent.end(bytes ?? undefined);
  });
}

/** The server's resident memory each second, in megabytes. */
async function watchMemory(pid: number, isOver: { yes: boolean }): Promise<number[]> {
  const samples: number[] = [];
  while (!isOver.yes) {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
    samples.push(Number(kilobytes) / 1024);
    await delay(1000);
  }
  return samples;
}

function growthOf(samples: number[]): number {
  const third = Math.floor(samples.length / 3);
  return median(samples.slice(2 * third)) / median(samples.slice(third, 2 * third));
}

/** Megabytes a minute, by least squares over the last two thirds. */
function slopeOf(samples: number[]): number {
  const late = samples.slice(Math.floor(samples.length / 3));
  const mean = (all: number[]) => all.reduce((sum, value) => sum + value, 0) / all.length;
  const [middle, level] = [(late.length - 1) / 2, mean(late)];
  const above = late.reduce((sum, value, second) => sum + (second - middle) * (value - level), 0);
  const below = late.reduce((sum, _, second) => sum + (second - middle) ** 2, 0);
  return (60 * above) / below;
}

function percentile(all: number[], share: number): number {
  const sorted = all.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
