import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

const program = join(import.meta.dirname, '..', '..', 'testing', 'parent-program.ts');

test('a program learns that the shell which started it was ended without a word', async () => {
  // Two commands, so that no shell steps aside for its child.
  const shell = spawn('sh', ['-c', '"$0" --import tsx "$1"; true', process.execPath, program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: shell.stdout });
  expect(await once(lines, 'line')).toEqual(['started']);
  shell.kill('SIGTERM');
  expect(await once(lines, 'line')).toEqual(['ended']);
});
