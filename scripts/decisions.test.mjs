import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../docs/decisions/', import.meta.url);
const read = (file) => readFileSync(new URL(file, folder), 'utf8');

test('the index of decisions has a line for each record, in order, with its title', () => {
  const records = readdirSync(folder).filter((file) => file !== 'README.md');
  const lines = records.sort().map((file) => `- [${/^# (.*)$/m.exec(read(file))?.[1]}](${file})`);
  expect(read('README.md').match(/^- .*$/gm)).toEqual(lines);
});
