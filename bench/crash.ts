/*
 * Kills the product while it writes: the server, its database, or both, in each round, while a student logs
 * hours over HTTP. No acknowledged entry may be lost, every restart must be clean, and no process may be left
 * running.
 *
 *   npm run build -w server && npx tsx bench/crash.ts [rounds, 30]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { accountCalls } from '@waypost/contract/accounts/calls';
import { hoursCalls } from '@waypost/contract/hours/calls';
import { projectCalls } from '@waypost/contract/projects/calls';
import { runCrashRounds, type WritingServer } from '../server/testing/crash-rounds.ts';
import { freePort } from './free-port.ts';

const ROUNDS = Number(process.argv[2] ?? 30);
const STUDENT = { email: 'student@demo.waypost.test', password: 'waypost-demo' };
const main = join(import.meta.dirname, '..', 'server', 'dist', 'main.js');

const dataDir = await mkdtemp(join(tmpdir(), 'waypost-crash-'));
await chmod(dataDir, 0o755);
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
let cookie = '';

const report = await runCrashRounds({ start, database, trace: dataDir }, ROUNDS);
await rm(dataDir, { recursive: true, force: true });
console.log(
  `${report.rounds} rounds, ${report.acknowledged} entries acknowledged, ${report.lost.length} lost, ` +
    `${report.strange.length} strange, ${report.leftBehind.length} processes left, back after ${report.slowestReturn} ms at worst`,
);
for (const line of [...report.lost, ...report.strange, ...report.leftBehind].slice(0, 20))
  console.error(line);
if (report.lost.length || report.strange.length || report.leftBehind.length) process.exitCode = 1;

async function start(): Promise<WritingServer> {
  const child = spawn(process.execPath, [main], {
    cwd: dataDir,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO: 'on',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  while (
    !(await ask('/readyz').then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}`);
    await delay(20);
  }
  cookie ||= await signIn();
  const project_id = await ownProject();
  return {
    pid: child.pid ?? 0,
    write: async (id) => {
      const day = '2026-01-05';
      const entry = { project_id, start_date: day, end_date: day, total_hours: 1, text_log: id };
      const reply = await ask(hoursCalls.createHoursEntry.path, entry);
      if (!reply.ok) throw new Error(`${reply.status}`);
      await reply.arrayBuffer();
    },
    read: async () => {
      const reply = await ask(`${projectCalls.loadStudentProject.path}?project_id=${project_id}`);
      const { hours } = projectCalls.loadStudentProject.reply.parse(await reply.json());
      return hours.map(({ text_log }) => text_log).filter((text) => text.startsWith('round-'));
    },
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = await ended;
      return code as number | null;
    },
    killed: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The database's main process, from the first line of PostgreSQL's pid file. */
async function database(): Promise<number> {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}

async function signIn(): Promise<string> {
  const reply = await ask(accountCalls.login.path, STUDENT);
  return reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function ownProject(): Promise<string> {
  const reply = await ask(projectCalls.getProjectsByStudent.path);
  const [project] = projectCalls.getProjectsByStudent.reply.parse(await reply.json());
  if (!project) throw new Error('the demo’s student has no project');
  return project._id;
}

/** Sends a GET, or a POST if there is a body. */
function ask(path: string, body?: object): Promise<Response> {
  return fetch(origin + path, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    signal: AbortSignal.timeout(30_000),
  });
}
