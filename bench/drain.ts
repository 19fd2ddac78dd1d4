/*
 * Whether SIGTERM under load breaks a request: callers on keep-alive connections send one call after another while the
 * built server is told to stop. A request is broken if its connection is lost after it was sent. A request that finds
 * no server does not count, because the proxy in front sends it to another server. Like that proxy, the callers poll
 * `/readyz` every half second and stop when it says no; with `direct`, they continue until nothing listens.
 *
 *   npm run build && npx tsx bench/drain.ts [rounds] [direct]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../server/testing/free-port.ts';

const CALLERS = 64;
const PATHS = ['/login', '/api/getStates', '/api/getClients', '/api/current-user', '/assets/none.js'];
const main = join(import.meta.dirname, '..', 'server', 'dist', 'main.js');
const rounds = Number(process.argv[2] ?? 8);
const isDirect = process.argv[3] === 'direct';

let broken = 0;
let answered = 0;
for (let round = 0; round < rounds; round += 1) await drain();
console.log(`${broken} of ${answered + broken} requests broke in ${rounds} rounds of ${CALLERS} callers`);
if (broken > 0) process.exitCode = 1;

async function drain(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'waypost-drain-'));
  await chmod(dataDir, 0o755);
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, DEMO: 'on' };
  const server = spawn(process.execPath, [main], {
    env: { ...env, GEOCODER_URL: 'off', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(server, 'exit');
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
  while ((await ask(port, '/readyz', agent)) !== 'answered') await delay(50);
  let gone = false;
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let turn = caller; !gone; turn += 1) {
      const outcome = await ask(port, PATHS[turn % PATHS.length] ?? '/', agent);
      if (outcome === 'answered') answered += 1;
      if (outcome === 'broken') broken += 1;
      if (outcome === 'no server') gone = true;
      // Some callers pause, so that their idle connection may be closed just as the next request is sent.
      if (caller % 2) await delay(caller * 5);
    }
  });
  await delay(1000);
  server.kill('SIGTERM');
  while (!isDirect && !gone) {
    gone = (await ask(port, '/readyz')) !== 'answered';
    await delay(500);
  }
  await Promise.all(callers);
  await ended;
  agent.destroy();
  await rm(dataDir, { recursive: true, force: true });
}

type Outcome = 'answered' | 'not ready' | 'broken' | 'no server';

function ask(port: number, path: string, agent?: Agent): Promise<Outcome> {
  return new Promise((tell) => {
    const asked = request({ host: '127.0.0.1', port, path, ...(agent && { agent }) }, (reply) => {
      const outcome = reply.statusCode === 503 ? 'not ready' : 'answered';
      reply.once('close', () => tell(reply.complete ? outcome : 'broken'));
      reply.once('error', () => tell('broken'));
      reply.resume();
    });
    asked.once('error', (error: NodeJS.ErrnoException) =>
      tell(error.code === 'ECONNREFUSED' ? 'no server' : 'broken'),
    );
    asked.end();
  });
}
