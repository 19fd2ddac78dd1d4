/*
 * Everyday calls at a fixed rate, and with `attacker`, one network meanwhile spends every budget that it can. Each latency
 * counts from the moment at which its request was due, so a server that falls behind shows it. Allows no error, a p99 of
 * 250 ms, and no memory that keeps growing.
 */
import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
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
import type { Loaded } from './data.ts';
import { type Fired, firing, send } from './fire.ts';
import { type Bench, median, PASSWORD, printHead, printRow } from './product.ts';

const P99_LIMIT_MS = 250;
/** How much more memory the last third of the run may have used than the middle one. */
const GROWTH_LIMIT = 1.1;
/** How many requests of each kind the attacker sends in a second. */
const ATTACK_RATE = 20;
const WARM_UP_SECONDS = 5;

interface Answers {
  /** Latencies of all responses, in milliseconds. */
  took: number[];
  /** The same, by path. */
  byPath: Map<string, number[]>;
  /** The number of responses with each status; `none` counts requests without a response. */
  statuses: Map<string, number>;
}

/** Returns which limits are missed. */
export async function measureMix(
  { loaded, product: { origin, pid } }: Bench,
  { seconds, rate, attacker = false }: { seconds: number; rate: number; attacker?: boolean },
): Promise<string[]> {
  const everyday = mixOf(loaded);
  // Compiles the code in use, and fills the caches and the connection pools.
  await fireAt(origin, rate, Math.min(WARM_UP_SECONDS, seconds), everyday);
  const attacks = Object.entries(attacker ? await attacksOf(loaded) : {});
  const isOver = { yes: false };
  const [memory, answers, ...attacked] = await Promise.all([
    watchMemory(pid, Math.min(1000, 100 * seconds), isOver),
    fireAt(origin, rate, seconds, everyday).finally(() => {
      isOver.yes = true;
    }),
    ...attacks.map(([, attack]) => fireAt(origin, ATTACK_RATE, seconds, attack)),
  ]);
  const failed = [...answers.statuses].filter(([status]) => !/ 200$/.test(status));
  const errors = failed.reduce((sum, [, times]) => sum + times, 0);
  const p99 = percentile(answers.took, 0.99);
  const growth = growthOf(memory);
  printHead('calls', 'requests', 'errors', 'p50 ms', 'p99 ms', 'memory, last third by middle third');
  const percentiles = (took: number[]) => [0.5, 0.99].map((share) => percentile(took, share).toFixed(1));
  printRow('all', answers.took.length, errors, ...percentiles(answers.took), growth.toFixed(3));
  for (const [path, took] of answers.byPath) printRow(path, took.length, '', ...percentiles(took), '');
  console.log(`\nmemory in MB: ${memory.map((megabytes) => megabytes.toFixed(0)).join(' ')}`);
  for (const [index, [name]] of attacks.entries()) {
    const statuses = [...(attacked[index]?.statuses ?? [])];
    console.log(`attacker, ${name}: ${statuses.map((counted) => counted.join(' × ')).join(', ')}`);
  }
  return [
    ...failed.map(([status, times]) => `${status}: ${times} times`),
    ...(p99 > P99_LIMIT_MS ? [`p99 ${p99.toFixed(1)} ms`] : []),
    ...(growth > GROWTH_LIMIT ? [`memory grows by a factor of ${growth.toFixed(3)}`] : []),
  ];
}

/** Makes the everyday request with this number: a hundred in a fixed order, each by the next of 4,000 students. */
function mixOf(loaded: Loaded): (number: number) => Fired {
  const part = { limit: '40', offset: '0' };
  const today = new Date().toISOString().slice(0, 10);
  // So little that a day has room for all of them.
  const entry = { start_date: today, end_date: today, total_hours: 0.01, text_log: 'Sanded the hull.' };
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
          { email: `student${1 + (number % loaded.size.students)}@bench.test`, password: PASSWORD },
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
async function attacksOf({ clientId, projects }: Loaded): Promise<Record<string, (number: number) => Fired>> {
  const student = projects.at(-1)?.token;
  const upload = await uploadAs(student);
  const stranger = { password: 'a stranger at the gate', type: 'Student', first_name: 'S', last_name: 'D' };
  const attacks: Record<string, (number: number) => Fired> = {
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
    uploads: () => upload,
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

async function uploadAs(token: string | undefined): Promise<Fired> {
  const form = new FormData();
  form.set('name', 'a file');
  form.set('fileupload', new Blob([Uint8Array.from(aPdf())]), 'file.pdf');
  const encoded = new Response(form);
  const { path } = fileCalls.uploadFile;
  const { headers } = firing({ method: 'GET', path }, {}, token);
  return {
    method: 'POST',
    path,
    headers: { ...headers, 'content-type': encoded.headers.get('content-type') ?? '' },
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}

/** The same request, with the network that the proxy in front reports. */
function from(network: string, sent: Fired): Fired {
  return { ...sent, headers: { ...sent.headers, 'x-forwarded-for': network } };
}

/** Sends a request whenever one is due, however many are still unanswered. */
async function fireAt(
  origin: string,
  rate: number,
  seconds: number,
  make: (number: number) => Fired,
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
  fired: Fired,
  due: number,
  { took, byPath, statuses }: Answers,
  agent: Agent,
) {
  const status = await send(origin, fired, agent).then(
    (reply) => reply.status,
    () => 'none',
  );
  const latency = performance.now() - due;
  const where = (fired.path.split('?')[0] ?? '').replace(/\/link\/.*/, '/link/…');
  took.push(latency);
  const ofPath = byPath.get(where) ?? [];
  byPath.set(where, ofPath);
  ofPath.push(latency);
  statuses.set(`${where} ${status}`, (statuses.get(`${where} ${status}`) ?? 0) + 1);
}

/** The server's resident memory in megabytes, each time that this many milliseconds have passed. */
async function watchMemory(pid: number, every: number, isOver: { yes: boolean }): Promise<number[]> {
  const samples: number[] = [];
  while (!isOver.yes) {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
    samples.push(Number(kilobytes) / 1024);
    await delay(every);
  }
  return samples;
}

function growthOf(samples: number[]): number {
  const third = Math.floor(samples.length / 3);
  return median(samples.slice(2 * third)) / median(samples.slice(third, 2 * third));
}

function percentile(all: number[], share: number): number {
  const sorted = all.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
