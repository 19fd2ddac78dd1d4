import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { changesBetween, readProcessState } from './process-state.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test('reports no changes for an unchanged process', async () => {
  const before = readProcessState();
  await fetch('data:text/plain,hello');
  expect(changesBetween(before, readProcessState())).toEqual([]);
});

test.each<[string, () => unknown]>([
  ['process.env: WAYPOST_LEAK', () => vi.stubEnv('WAYPOST_LEAK', 'on')],
  ['timers: isFake', () => vi.useFakeTimers()],
  ['globalThis: fetch', () => vi.stubGlobal('fetch', () => undefined)],
  ['globalThis: leak', () => vi.stubGlobal('leak', true)],
  [
    'listeners of process: SIGUSR2',
    () => {
      const listener = () => undefined;
      process.on('SIGUSR2', listener);
      onTestFinished(() => void process.off('SIGUSR2', listener));
    },
  ],
  [
    'running: TCPServerWrap',
    async () => {
      const server = createServer().listen(0, '127.0.0.1');
      onTestFinished(() => void server.close());
      await once(server, 'listening');
    },
  ],
  [
    'process: cwd',
    () => {
      vi.spyOn(process, 'cwd').mockReturnValue('/');
      onTestFinished(() => void vi.restoreAllMocks());
    },
  ],
])('detects what a file leaves behind: %s', async (change, leave) => {
  const before = readProcessState();
  await leave();
  expect(changesBetween(before, readProcessState())).toContain(change);
});
