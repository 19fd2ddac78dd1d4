import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { expect, test } from './product.ts';
import { newDataDir, ready, startServer } from './server.ts';

// Operating the server's process: stopping it, and starting it again with other settings.

test('a stopping server replies until no calls arrive, and refuses to start again without its demo', async () => {
  const dataDir = await newDataDir();
  const { origin, child } = await startServer(dataDir, {});
  await ready(origin, () => child.exitCode === null);
  const ended = once(child, 'exit');
  const status = (path: string) => fetch(origin + path).then((reply) => reply.status);
  // A proxy may still send calls until it notices that the server is stopping. Several at a time, because the server ends
  // once no call has arrived for a second.
  const replies: number[] = [];
  let isCalling = true;
  const call = async () => {
    while (isCalling) replies.push(await status('/api/getStates'));
  };
  const calling = Promise.all([call(), call(), call()]);
  child.kill('SIGTERM');
  await expect.poll(() => status('/readyz'), { intervals: [20] }).toBe(503);
  const before = replies.length;
  await expect.poll(() => replies.length, { intervals: [20] }).toBeGreaterThan(before + 10);
  isCalling = false;
  await calling;
  expect(new Set(replies)).toEqual(new Set([200]));
  expect(await ended).toEqual([0, null]);

  const off = { DEMO: 'off', NODE_ENV: 'production', SUPERADMIN_EMAIL: 'owner@example.com' };
  const { child: again } = await startServer(dataDir, off, 'pipe');
  let message = '';
  again.stderr?.on('data', (chunk) => {
    message += chunk;
  });
  await expect.poll(() => message, { timeout: 120_000 }).toContain('npm run remove-demo');
  await expect.poll(() => again.exitCode).toBe(1);
  await rm(dataDir, { recursive: true, force: true });
});
