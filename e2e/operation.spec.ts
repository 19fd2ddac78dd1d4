import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { expect, newDataDir, ready, startServer, test } from './product.ts';

// Operating the server's process: stopping it, and starting it again with other settings.

test('a stopping server replies until no calls arrive, and refuses to start again without its demo', async () => {
  const dataDir = await newDataDir();
  const { origin, child } = await startServer(dataDir, {});
  await ready(origin, child);
  const ended = once(child, 'exit');
  const status = (path: string) => fetch(origin + path).then((reply) => reply.status);
  child.kill('SIGTERM');
  // A proxy may still send calls until it notices that the server is stopping. It notices that no call arrives, so there is
  // no pause between them.
  for (let left = 5; left > 0; ) {
    const [readiness, call] = await Promise.all([status('/readyz'), status('/api/getStates')]);
    expect(call).toBe(200);
    if (readiness === 503) left -= 1;
  }
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
