import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The pairs of features that may import each other, and the roles of files. */
const rules = JSON.parse(readFileSync(new URL('./features.json', import.meta.url), 'utf8'));
const sides = Object.keys(rules.imports);

/** The source files in the features of a side, as paths in its `src`. */
const filesOf = (side) =>
  readdirSync(join(root, side, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => file.includes('/') && /(?<!\.test)\.tsx?$/.test(file));

const featureOf = (file) => file.split('/')[0];

/** What a file imports from other features of its side, types included. */
function importsOf(side, file, code) {
  const { module } = parseSync(file, code);
  const named = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map((one) => one.moduleRequest?.value)),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => code.slice(start + 1, end - 1)),
  ];
  const source = join(root, side, 'src');
  return named
    .filter((name) => name?.startsWith('.'))
    .map((name) =>
      relative(source, join(source, dirname(file), name))
        .split(sep)
        .join('/'),
    )
    .filter((to) => to.includes('/') && featureOf(to) !== featureOf(file) && featureOf(to) !== '..')
    .map(featureOf);
}

/** The features that each feature of a side imports, in order. */
function imported(side) {
  const pairs = {};
  for (const file of filesOf(side)) {
    const code = readFileSync(join(root, side, 'src', file), 'utf8');
    for (const to of importsOf(side, file, code)) {
      pairs[featureOf(file)] ??= new Set();
      pairs[featureOf(file)].add(to);
    }
  }
  return pairs;
}

const newPairs = (side, pairs) =>
  Object.entries(pairs).flatMap(([from, all]) =>
    [...all].filter((to) => !rules.imports[side][from]?.includes(to)).map((to) => `${from} → ${to}`),
  );

/** The listed pairs that no file needs anymore. */
const stalePairs = (side, pairs) =>
  Object.entries(rules.imports[side]).flatMap(([from, all]) =>
    all.filter((to) => !pairs[from]?.has(to)).map((to) => `${from} → ${to}`),
  );

/** The features in import cycles: those left after repeatedly removing the ones that import none of the others. */
function inCycles(pairs) {
  const left = new Map(Object.entries(pairs).map(([from, all]) => [from, [...all]]));
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const [from, all] of left) if (!all.some((to) => left.has(to))) left.delete(from);
  }
  return [...left.keys()];
}

/** A role is a file's name, or the end of it after a hyphen: `queries.ts` and `offer-queries.ts`. */
function hasNoRole(side, file) {
  const { named, roles } = rules.files[side];
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.tsx?$/, '');
  const isComponent = side === 'web' && /^[A-Z]\w*$/.test(name) && file.endsWith('.tsx');
  const isHook = side === 'web' && name.startsWith('use-');
  const hasRole = roles.some((role) => name === role || name.endsWith(`-${role}`));
  return !isComponent && !isHook && !hasRole && !named.includes(file);
}

const inFeatures = (side) =>
  filesOf(side).filter((file) => !rules.files[side].notFeatures.includes(featureOf(file)));

test.each(sides)('features of %s import only the features in the list', (side) => {
  const pairs = imported(side);
  expect(Object.keys(pairs).length).toBeGreaterThan(20);
  expect(newPairs(side, pairs)).toEqual([]);
  expect(stalePairs(side, pairs)).toEqual([]);
});

test('the features of the contract have no cycles', () => {
  expect(inCycles(imported('contract'))).toEqual([]);
});

test.each(sides)('every file of %s has a known role, or is listed by name', (side) => {
  expect(inFeatures(side).filter((file) => hasNoRole(side, file))).toEqual([]);
});

test.each(sides)('every file of %s that is listed by name exists', (side) => {
  const { named } = rules.files[side];
  expect(named.filter((file) => !existsSync(join(root, side, 'src', file)))).toEqual([]);
});

test('finds imports, types, re-exports and dynamic imports of another feature', () => {
  const code = `import { a } from '../lists/rules.ts';
    import type { B } from '../files/rules.ts';
    export { c } from '../mail/rules.ts';
    const d = import('../pace/rules.ts');
    import { e } from './rules.ts';
    import { f } from '../i18n.ts';`;
  expect(importsOf('contract', 'hours/calls.ts', code)).toEqual(['lists', 'files', 'mail', 'pace']);
});

test('refuses a new pair, a new cycle, and a file without a role', () => {
  expect(newPairs('contract', { states: ['hours'] })).toEqual(['states → hours']);
  expect(inCycles({ hours: ['lists'], lists: ['files'], files: ['hours'], mail: ['hours'] })).toHaveLength(4);
  expect(inCycles({ hours: ['lists'], lists: ['files'] })).toEqual([]);
  const files = ['hours/misc.ts', 'hours/offer-queries.ts', 'hours/queries.ts'];
  expect(files.map((file) => hasNoRole('server', file))).toEqual([true, false, false]);
});
