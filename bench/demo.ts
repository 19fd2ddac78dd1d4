import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { accountCalls } from '@waypost/contract/accounts/calls';
import { DEMO_PASSWORD } from '@waypost/contract/accounts/demo';
import { freePort } from '../server/testing/free-port.ts';

const main = join(import.meta.dirname, '..', 'server', 'dist', 'main.js');

/** Starts the built product with its demo, without requests to other hosts. */
export async function startDemo() {
  const dataDir = await mkdtemp(join(tmpdir(), 'waypost-bench-'));
  // As root, the database runs under another account, which needs access to the folder.
  await chmod(dataDir, 0o755);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const product = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: origin,
      DATA_DIR: dataDir,
      DEMO: 'on',
      LOG_LEVEL: 'warn',
      // Every map tile is the product's logo.
      MAP_TILES_URL: `${origin}/waypost.svg?{z}-{x}-{y}`,
      GEOCODER_URL: 'off',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const stop = async () => {
    product.kill('SIGTERM');
    if (product.exitCode === null) await once(product, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  };
  const isUp = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) {
    if (product.exitCode !== null) {
      await stop();
      throw new Error(`the product ended with ${product.exitCode}`);
    }
    await delay(50);
  }
  return { origin, stop };
}

export const demoEmail = (role: string) => `${role}@demo.waypost.test`;

/** Logs in one of the demo's accounts and returns its cookie. */
export async function sessionOf(origin: string, role: string): Promise<string> {
  const reply = await fetch(origin + accountCalls.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: demoEmail(role), password: DEMO_PASSWORD }),
  });
  const cookie = reply.headers.getSetCookie()[0]?.split(';')[0];
  if (!cookie) throw new Error(`${role} is not let in: ${reply.status} ${await reply.text()}`);
  return cookie;
}
