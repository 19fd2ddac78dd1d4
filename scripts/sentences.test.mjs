import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// docs/sentences/ lists what the specification says, sentence by sentence, each with the tests that show it. What
// fails here is a sentence whose test has gone or goes by another name now.

const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs', 'sentences');

/** `| sentence | file › title<br>file › title |` */
function rowsOf(name) {
  return readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| It says'))
    .map((line) => {
      const [sentence = '', shown = ''] = line
        .slice(2, -2)
        .split(/(?<!\\) \| /)
        .map((cell) => cell.replaceAll('\\|', '|'));
      return { sentence, shown: shown.split('<br>').map((one) => one.split(' › ')) };
    });
}

/** Whether a test, or a step of one, goes by this name. */
function holds(source, title) {
  const call = String.raw`(?:\b(?:test|it|describe|step)|\))\(\s*`;
  const quoted = [`'${title.replaceAll("'", "\\'")}'`, `"${title}"`, `\`${title}\``];
  return quoted.some((text) => new RegExp(call + text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).test(source));
}

for (const name of readdirSync(folder)) {
  const rows = rowsOf(name);

  test(`every sentence of ${name} is shown by tests that are there`, () => {
    expect(rows.length).toBeGreaterThan(50);
    const gone = rows.flatMap(({ sentence, shown }) =>
      shown
        .filter(([file = '', title = '']) => {
          const path = join(root, file);
          return !title || !existsSync(path) || !holds(readFileSync(path, 'utf8'), title);
        })
        .map((one) => `${sentence} → ${one.join(' › ')}`),
    );
    expect(gone).toEqual([]);
  });

  test(`no sentence of ${name} stands there twice`, () => {
    const said = rows.map(({ sentence }) => sentence);
    expect(said.filter((one, index) => said.indexOf(one) !== index)).toEqual([]);
  });
}
