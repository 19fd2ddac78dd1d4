import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';

const program = join(import.meta.dirname, '..', '..', 'testing', 'failing-program.ts');

/** Starts the program. Its log goes to `log`. */
function start(log: 'pipe' | number) {
  const child = spawn(process.execPath, ['--import', 'tsx', program], { stdio: ['ignore', log, 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  return { child, end: async () => child.kill('SIGTERM') && (await ended)[0] };
}

/** The lines until one that contains the text. */
async function readUntil(output: Readable | null, last: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: output ?? Readable.from([]) })) {
    lines.push(line);
    if (line.includes(last)) break;
  }
  return lines;
}

test('an error that nothing handles is logged without its message, and the process keeps running', async () => {
  const { child, end } = start('pipe');
  const lines = await readUntil(child.stdout, 'still running');
  expect(lines.map((line) => JSON.parse(line)).map(({ level, msg, name }) => [level, msg, name])).toEqual([
    [50, 'unhandled rejection', 'TypeError'],
    [50, 'unhandled rejection', 'TypeError'],
    [50, 'uncaught exception', 'RangeError'],
    [30, 'still running', undefined],
  ]);
  expect(lines.join()).not.toContain('ada@waypost.test');
  expect(await end()).toBe(0);
});

test.skipIf(!existsSync('/dev/full'))(
  'a process whose log cannot be written keeps running, and ends when told to',
  async () => {
    const full = await open('/dev/full', 'w');
    onTestFinished(() => full.close());
    const { child, end } = start(full.fd);
    expect(await readUntil(child.stderr, 'the log failed')).toEqual(['the log failed']);
    expect(child.exitCode).toBeNull();
    expect(await end()).toBe(0);
  },
);
