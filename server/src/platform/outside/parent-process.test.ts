import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

const program = join(import.meta.dirname, '../../../testing/parent-program.ts');

test('a program notices that the shell that started it was killed', async () => {
  // Two commands, because a shell with only one replaces itself by it.
  const shell = spawn('sh', ['-c', '"$0" --import tsx "$1"; true', process.execPath, program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: shell.stdout });
  expect(await once(lines, 'line')).toEqual(['started']);
  shell.kill('SIGTERM');
  expect(await once(lines, 'line')).toEqual(['ended']);
});
