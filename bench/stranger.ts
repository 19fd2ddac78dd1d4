/*
 * What a stranger with a new account can do to a locally started server, in bounded loops. Attacks one server
 * build and prints a column of figures; run it on two builds to compare them.
 *
 *   npm run build -w server && npx tsx bench/stranger.ts [path of another build's main.js]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../server/testing/free-port.ts';
import { aPdf, aProgressiveJpeg } from '../server/testing/sample-files.ts';

const main = process.argv[2] ?? join(import.meta.dirname, '..', 'server', 'dist', 'main.js');
const PASSWORD = 'a stranger at the gate';
const DEMO = 'waypost-demo';

const dataDir = await mkdtemp(join(tmpdir(), 'waypost-stranger-'));
await chmod(dataDir, 0o755);
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;

interface Asked {
  cookie?: string;
  /** The address reported by the proxy in front. */
  network?: string;
}

async function ask(path: string, body?: object | FormData, { cookie, network = '198.51.100.1' }: Asked = {}) {
  const isForm = body instanceof FormData;
  const reply = await fetch(origin + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      'x-forwarded-for': network,
      ...(cookie && { cookie }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await reply.text();
  const given = reply.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return { status: reply.status, text, cookie: given.join('; ') };
}

const server = spawn(process.execPath, [main], {
  cwd: dataDir,
  env: {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DEMO: 'on',
    TRUST_PROXY: '1',
    GEOCODER_URL: 'off',
    LOG_LEVEL: 'error',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const ended = once(server, 'exit');
while (
  !(await fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  ))
) {
  if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
  await delay(100);
}

try {
  const admin = await signIn('admin@demo.waypost.test', DEMO);
  const clients = JSON.parse((await ask('/api/getClients')).text) as { _id: string; full_name: string }[];
  const client = clients.find(({ full_name }) => full_name.startsWith('Chesapeake'))?._id;
  const figures = {
    'Seats taken by 60 sign-ups from one address': await takeSeats(admin, client),
    'MB stored by one unfinished account (100 files of 9 MB)': await fillStorage(client),
    'Teacher account made although a stranger signed up with its email': await squatEmail(admin, client),
    'Owner logs in after ten wrong guesses by a stranger': await lockOut(),
    'A school’s reset works after 300 unknown emails from its address': await blockResets(),
    'Median login while pictures are uploaded, against a login alone':
      await measureLoginsDuringUploads(admin),
  };
  for (const [what, figure] of Object.entries(figures)) console.log(`| ${what} | ${figure} |`);
} finally {
  server.kill('SIGTERM');
  await ended;
  await rm(dataDir, { recursive: true, force: true });
}

async function signIn(email: string, password: string): Promise<string> {
  return (await ask('/auth/login', { email, password }, { network: '203.0.113.1' })).cookie;
}

async function signUp(client: string | undefined, email: string) {
  const names = { type: 'Student', first_name: 'Stranger', last_name: 'Danger' };
  return ask('/auth/signup', { client, email, password: PASSWORD, ...names });
}

async function countUsers(cookie: string): Promise<number> {
  const { text } = await ask('/api/countClientUsers', undefined, { cookie });
  return Object.values(JSON.parse(text) as Record<string, unknown>).reduce<number>(
    (sum, value) => (typeof value === 'number' ? sum + value : sum),
    0,
  );
}

async function takeSeats(admin: string, client: string | undefined) {
  const before = await countUsers(admin);
  const began = performance.now();
  for (let turn = 0; turn < 60; turn += 1) await signUp(client, `stranger${turn}@stranger.test`);
  const seconds = Math.round((performance.now() - began) / 1000);
  return `${(await countUsers(admin)) - before} in ${seconds} s`;
}

async function fillStorage(client: string | undefined) {
  const { cookie } = await signUp(client, 'hoarder@stranger.test');
  const bytes = Buffer.concat([aPdf(), Buffer.alloc(9 * 1024 * 1024, ' ')]);
  let stored = 0;
  for (let turn = 0; turn < 100; turn += 1) {
    const form = new FormData();
    form.set('name', `file ${turn}`);
    form.set('fileupload', new Blob([bytes]), 'file.pdf');
    const { status } = await ask('/api/upload_file', form, { cookie });
    if (status !== 200) break;
    stored += bytes.length;
  }
  return Math.round(stored / 1024 / 1024);
}

async function squatEmail(admin: string, client: string | undefined) {
  const email = 'new.teacher@stranger.test';
  await signUp(client, email);
  const teacher = { first_name: 'New', last_name: 'Teacher', email, schools: [], programs: [] };
  const { text } = await ask('/api/createTeacher', teacher, { cookie: admin });
  return text.includes('success') ? 'yes' : 'no';
}

async function lockOut() {
  const email = 'student@demo.waypost.test';
  for (let turn = 0; turn < 10; turn += 1) await ask('/auth/login', { email, password: `guess ${turn}` });
  const { text } = await ask('/auth/login', { email, password: DEMO }, { network: '203.0.113.2' });
  return text.includes('"success"') ? 'yes' : 'no';
}

async function blockResets() {
  for (let turn = 0; turn < 300; turn += 1)
    await ask('/auth/resetPassword', { email: `nobody${turn}@stranger.test` });
  const { text } = await ask('/auth/resetPassword', { email: 'teacher@demo.waypost.test' });
  return text.includes('"success"') ? 'yes' : 'no';
}

async function measureLoginsDuringUploads(cookie: string) {
  const login = async () => {
    const began = performance.now();
    await signIn('business@demo.waypost.test', DEMO);
    return performance.now() - began;
  };
  const median = async () => {
    const times: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) times.push(await login());
    return times.sort((one, other) => one - other)[2] ?? 0;
  };
  await login();
  const alone = await median();
  const crafted = aProgressiveJpeg(7_000, 15);
  let flooding = true;
  const flood = Array.from({ length: 8 }, async () => {
    while (flooding) {
      const form = new FormData();
      form.set('fileupload', new Blob([Uint8Array.from(crafted)]), 'page.jpg');
      const { status } = await ask('/api/upload_file', form, { cookie });
      if (status === 429) await delay(1000);
    }
  });
  const flooded = await median();
  flooding = false;
  await Promise.all(flood);
  return `${Math.round(flooded)} ms, ${Math.round(alone)} ms alone`;
}
