import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// docs/security/asvs.md says for each requirement what proves it. What fails here is a proof that does not exist.

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

/** Whether a file has a test of this title, or a document these words. */
function has(path, words) {
  const text = readFileSync(join(root, path), 'utf8').replaceAll(/\s+/g, ' ');
  if (path.endsWith('.md')) return text.includes(words);
  return [`'${words}'`, `"${words}"`, `\`${words}\``].some(
    (title) => text.includes(`(${title}`) || text.includes(`( ${title}`),
  );
}

test('names files, tests, and sentences that exist', () => {
  const gone = rows.flatMap(({ number, proofs }) =>
    proofs
      .filter(([path, words]) => !existsSync(join(root, path)) || (words !== undefined && !has(path, words)))
      .map((proof) => `${number}: ${proof.join(' › ')}`),
  );
  expect(gone).toEqual([]);
});

test('has a proof or a reason for each requirement, and each of them once', () => {
  const numbers = rows.map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const { number, state, proofs } of rows) {
    expect([number, ['met', 'operator', 'part', 'open'].includes(state)]).toEqual([number, true]);
    expect([number, proofs.length > 0]).toEqual([number, state !== 'open']);
    const isOperators = proofs.every(([path]) => path === 'docs/operating.md');
    if (state === 'operator') expect([number, isOperators]).toEqual([number, true]);
  }
});

test('counts its rows right', () => {
  for (const state of ['met', 'operator', 'part', 'open'])
    expect(page).toContain(`\`${state}\`: ${rows.filter((row) => row.state === state).length}`);
});
