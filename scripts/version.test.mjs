import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const { version, workspaces } = JSON.parse(read('package.json'));
const lock = JSON.parse(read('package-lock.json'));

test('the changelog and the lock file name the version in package.json', () => {
  const [, released] = /^## (\d.*)$/m.exec(read('CHANGELOG.md')) ?? [];
  expect([released, lock.version, lock.packages[''].version]).toEqual([version, version, version]);
});

test('no other package of ours has a version', () => {
  const ours = workspaces.map((folder) => JSON.parse(read(`${folder}/package.json`)));
  const versioned = ours.filter((one) => one.name.startsWith('@waypost/') && one.version !== undefined);
  expect(versioned.map(({ name }) => name)).toEqual([]);
});
