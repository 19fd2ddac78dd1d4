import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../testing/server.ts';

const server = startTestServer();
const root = join(import.meta.dirname, '..', '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

test('the health check names the version', async () => {
  const reply = await server.visitor().fetch('/healthz', {});
  expect(await reply.json()).toEqual({ status: 'ok', version });
});

test('the first line of the log names the version', async () => {
  // The built program: starting it from the sources takes ten times as long.
  const main = spawn(process.execPath, [join(root, 'server', 'dist', 'main.js')], {
    env: { ...process.env, DATABASE_URL: 'postgres://127.0.0.1:1/none', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void main.kill('SIGKILL'));
  const [line] = await once(createInterface(main.stdout), 'line');
  expect(JSON.parse(line).msg).toBe(`Waypost ${version} is starting`);
});
