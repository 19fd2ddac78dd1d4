import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { closing } from './reports.mjs';

test('a run ends with its counts, and says if it took more than 15 minutes', () => {
  const count = { passed: 6900, failed: 1 };
  expect(closing(count, 840_000)).toBe('\nAll of it took 14.0 minutes.\n6900 passed, 1 failed');
  expect(closing(count, 960_000)).toBe(
    '\nAll of it took 16.0 minutes, more than the budget of 15.0.\nOvertime: 6900 passed, 1 failed',
  );
});

test.each(['5/4', '0/4', '2', 'x/4'])(
  'refuses %s as a part of the tests before it does anything',
  (shard) => {
    const program = join(import.meta.dirname, 'test.mjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--shard', shard], {
      encoding: 'utf8',
    });
    expect([status, stdout, stderr]).toEqual([
      1,
      '',
      `--shard ${shard} must be a part and how many there are, such as 2/4.\n`,
    ]);
  },
);
