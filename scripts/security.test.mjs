import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// docs/security/asvs.md cites the proof of each requirement. These tests fail if a proof does not exist.

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs', 'security', 'asvs.md'), 'utf8');

/** `| number | level | requirement | state | file › title<br>file |` */
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, number, level, state, proof]) => ({
    number,
    level,
    state: state.split('.')[0],
    proofs: proof === '-' ? [] : proof.split('<br>').map((one) => one.split(' › ')),
  }),
);

/** Whether a test file has a test with this title, or a document has this text. */
function has(path, words) {
  const text = readFileSync(join(root, path), 'utf8').replaceAll(/\s+/g, ' ');
  if (path.endsWith('.md')) return text.includes(words);
  return [`'${words}'`, `"${words}"`, `\`${words}\``].some(
    (title) => text.includes(`(${title}`) || text.includes(`( ${title}`),
  );
}

test('names only files, tests, and sentences that exist', () => {
  const gone = rows.flatMap(({ number, proofs }) =>
    proofs
      .filter(([path, words]) => !existsSync(join(root, path)) || (words !== undefined && !has(path, words)))
      .map((proof) => `${number}: ${proof.join(' › ')}`),
  );
  expect(gone).toEqual([]);
});

test('has each requirement once, with a proof or a reason', () => {
  const numbers = rows.map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const { number, state, proofs } of rows) {
    expect([number, ['met', 'operator', 'part', 'open'].includes(state)]).toEqual([number, true]);
    expect([number, proofs.length > 0]).toEqual([number, state !== 'open']);
    const isOperators = proofs.every(([path]) => path === 'docs/operating.md');
    if (state === 'operator') expect([number, isOperators]).toEqual([number, true]);
  }
});

test('has correct totals', () => {
  for (const state of ['met', 'operator', 'part', 'open'])
    expect(page).toContain(`\`${state}\`: ${rows.filter((row) => row.state === state).length}`);
});
