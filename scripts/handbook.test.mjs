import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readHandbook } from '../bench/mutate/handbook.ts';
import { OpportunityInput } from '../contract/src/opportunities/opportunities/forms.ts';
import { importColumns } from '../contract/src/oversight/imports/rules.ts';
import { accessDocs, callsAndScreens } from './access-docs.mjs';

// docs/behavior is the handbook: statements about what the product does, each with the files of the tests that fail if it
// stops being true. These tests fail if such a file is missing, if the handbook leaves out a call or screen, or if anything
// links to a missing heading.

const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs', 'behavior');
const pages = readdirSync(folder);
const rows = readHandbook(root);

/** The anchor that code hosts generate for a heading. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

const anchors = new Map(
  pages.map((page) => [
    page,
    [...readFileSync(join(folder, page), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      anchorOf(heading),
    ),
  ]),
);

const skipped = ['node_modules', 'dist', 'results', 'data', 'behavior'];
const sources = /\.(ts|tsx|mjs|js|css|sql|md)$/;

/** Every file that may refer to the handbook, except the handbook's own pages. */
function filesBelow(path) {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || skipped.includes(entry.name)) return [];
    const inside = join(path, entry.name);
    if (entry.isDirectory()) return filesBelow(inside);
    return sources.test(entry.name) ? [inside] : [];
  });
}

const isTest = (file) => /\.(test|spec)\.(ts|tsx|mjs)$/.test(file) && existsSync(join(root, file));

test('names only test files that exist', () => {
  const gone = rows.flatMap(({ page, statement, tests }) =>
    tests.filter((file) => !isTest(file)).map((file) => `${page}: ${statement} → ${file}`),
  );
  expect(gone).toEqual([]);
});

test('lists only attacks whose test file exists', () => {
  const attacks = readFileSync(join(root, 'docs', 'security', 'attacks.md'), 'utf8');
  const files = [...attacks.matchAll(/^\| .+ \| (\S+\/\S+) \|$/gm)].map(([, file]) => file);
  expect(files.length).toBeGreaterThan(25);
  expect(files.filter((file) => !isTest(file))).toEqual([]);
});

test('has statements on every page but the first, and no duplicates', () => {
  const without = pages.filter((page) => !rows.some((row) => row.page === page));
  expect(without).toEqual(['README.md']);
  const said = rows.map(({ statement }) => statement);
  expect(said.filter((one, index) => said.indexOf(one) !== index)).toEqual([]);
});

test('lists each of its pages', () => {
  const listed = [
    ...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/\| \[[\w-]+\]\(([\w-]+\.md)\)/g),
  ];
  const others = pages.filter((page) => page !== 'README.md');
  expect(listed.map(([, page]) => page).sort()).toEqual(others.sort());
});

test('says of each call and screen who may use it, as the access tables do', () => {
  // If this fails, run `npm run access-docs`.
  const outdated = Object.entries(accessDocs(root)).flatMap(([file, text]) => {
    const said = readFileSync(join(root, file), 'utf8').split('\n');
    return text.split('\n').flatMap((line, index) => (line === said[index] ? [] : [`${file}: ${line}`]));
  });
  expect(outdated).toEqual([]);
});

test('has one row for each call and screen, and none for others', () => {
  const said = rows
    .map(({ statement }) => statement.split(' | '))
    .filter((cells) => cells.length === 3)
    .map(([subject]) => subject);
  expect(said.sort()).toEqual(callsAndScreens.sort());
});

test('names every field of an opportunity', () => {
  const page = readFileSync(join(folder, 'opportunities.md'), 'utf8');
  expect(Object.keys(OpportunityInput.shape).filter((field) => !page.includes(`\`${field}\``))).toEqual([]);
});

test('names every column of an imported opportunity', () => {
  const said = rows.find(
    ({ page, statement }) => page === 'imports.md' && statement.startsWith('Columns: Title'),
  );
  const named = said.statement.split('. ')[0].split(/, |: |optionally /);
  expect(
    importColumns.opportunities.map(({ title }) => title).filter((title) => !named.includes(title)),
  ).toEqual([]);
});

test('has every heading that is linked to', () => {
  const fromOutside = filesBelow(root).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/behavior\/([\w-]+\.md)(?:#([\w-]+))?/g)].map((found) => [
      path,
      ...found,
    ]),
  );
  const fromInside = pages.flatMap((page) =>
    [...readFileSync(join(folder, page), 'utf8').matchAll(/\]\(([\w-]*\.?m?d?)(?:#([\w-]+))?\)/g)].map(
      (found) => [page, found[0], found[1] || page, found[2]],
    ),
  );
  const lost = [...fromOutside, ...fromInside].filter(
    ([, , page, anchor]) =>
      !anchors.has(page) || (anchor !== undefined && !anchors.get(page).includes(anchor)),
  );
  expect(lost.map(([path, reference]) => `${path}: ${reference}`)).toEqual([]);
});

test('nothing cites a specification that is not in the repository', () => {
  const foreign = filesBelow(root).filter((path) =>
    /\b[Dd]ocuments? [12]\b|\b[Rr]ulings\b|\b[Tt]he (documents|specification)\b/.test(
      readFileSync(path, 'utf8'),
    ),
  );
  expect(foreign.filter((path) => !path.endsWith('handbook.test.mjs'))).toEqual([]);
});
