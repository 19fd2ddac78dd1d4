import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ignored, skippedFiles, startsPrograms } from './ignored.ts';

const root = join(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files', 'contract', 'server', 'web'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n');

test.each([...skippedFiles.map((one) => one.files), startsPrograms])('%s matches a file', (pattern) => {
  expect(files.some((file) => pattern.test(file))).toBe(true);
});

test.each(ignored)('$file, which has an ignored mutant, exists', ({ file }) => {
  expect(files).toContain(file);
});
