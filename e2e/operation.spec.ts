import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { expect, newDataDir, ready, startServer, test } from './product.ts';

// What an operator does with the server's process: it stops, and starts again with other settings.

test('a stopping server answers calls until nobody sends any, and refuses to start again without its demo', async () => {
  const dataDir = await newDataDir();
  const { origin, child } = await startServer(dataDir, {});
  await ready(origin, child);
  const ended = once(child, 'exit');
  const status = (path: string) => fetch(origin + path).then((reply) => reply.status);
  child.kill('SIGTERM');
  await expect.poll(() => status('/readyz'), { intervals: [20] }).toBe(503);
  // A proxy that has not noticed yet still sends calls.
  for (let call = 0; call < 20; call += 1) expect(await status('/api/getStates')).toBe(200);
  expect(await ended).toEqual([0, null]);

  const off = { DEMO: 'off', NODE_ENV: 'production', SUPERADMIN_EMAIL: 'owner@example.com' };
  const { child: again } = await startServer(dataDir, off, 'pipe');
  const [message, exit] = await Promise.all([text(again.stderr ?? []), once(again, 'exit')]);
  expect(message).toContain('npm run remove-demo');
  expect(exit).toEqual([1, null]);
  await rm(dataDir, { recursive: true, force: true });
});
