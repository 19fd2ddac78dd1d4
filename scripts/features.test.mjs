import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { featureOf } from './features.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/**
 * The wings in their order: a feature imports only its own wing and the ones before it. Then the exceptions to that, each
 * a file with the features it may import nevertheless, and the roles of files.
 */
const rules = JSON.parse(readFileSync(new URL('./features.json', import.meta.url), 'utf8'));
const wings = Object.keys(rules.wings);
const sides = Object.keys(rules.exceptions);

/** A cycle of more features than this has no order in which one could read them. */
const LARGEST_CYCLE = 3;

/** The source files in the features of a side, as paths in its `src`. */
const filesOf = (side) =>
  readdirSync(join(root, side, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => featureOf(file) && /(?<!\.test)\.tsx?$/.test(file));

const wingOf = (feature) => feature.split('/')[0];

/** The other features of its side that a file imports, types included. */
const importsOf = (side, file, code) =>
  allImportsOf(side, file, code)
    .map(featureOf)
    .filter((to) => to && to !== featureOf(file));

/** The files of its side that a file imports, types included. */
function allImportsOf(side, file, code) {
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
    );
}

/** Every pair of a file and another feature that it imports. */
const pairsOf = (side) =>
  filesOf(side).flatMap((file) =>
    importsOf(side, file, readFileSync(join(root, side, 'src', file), 'utf8')).map((to) => ({ file, to })),
  );

const isUpward = ({ file, to }) => wings.indexOf(wingOf(to)) > wings.indexOf(wingOf(file));
const isExcepted = (side, { file, to }) => rules.exceptions[side][file]?.includes(to) ?? false;

/** The sets of features that import each other, in a circle or both ways. */
function cyclesOf(pairs) {
  const next = new Map();
  for (const { file, to } of pairs)
    next.set(featureOf(file), (next.get(featureOf(file)) ?? new Set()).add(to));
  const reached = new Map([...next.keys()].map((from) => [from, reach(from, next)]));
  const cycles = [...next.keys()].map((from) =>
    [...(reached.get(from) ?? [])].filter((to) => reached.get(to)?.has(from)).sort(),
  );
  return [...new Set(cycles.filter(({ length }) => length > 0).map((one) => one.join()))].map((one) =>
    one.split(','),
  );
}

function reach(from, next, seen = new Set()) {
  for (const to of next.get(from) ?? [])
    if (!seen.has(to)) {
      seen.add(to);
      reach(to, next, seen);
    }
  return seen;
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

test.each(sides)('features of %s import only their wing and the wings before it', (side) => {
  const pairs = pairsOf(side);
  expect(pairs.length).toBeGreaterThan(20);
  const upward = pairs.filter((pair) => isUpward(pair) && !isExcepted(side, pair));
  expect(upward.map(({ file, to }) => `${file} → ${to}`)).toEqual([]);
});

test('features of the server import nothing that is above the wings', () => {
  const { server: below } = rules.belowWings;
  const outside = filesOf('server').flatMap((file) =>
    allImportsOf('server', file, readFileSync(join(root, 'server/src', file), 'utf8'))
      .filter((to) => !featureOf(to) && !below.includes(to))
      .map((to) => `${file} → ${to}`),
  );
  expect(outside).toEqual([]);
  expect(below.filter((file) => !existsSync(join(root, 'server/src', file)))).toEqual([]);
});

test.each(sides)('every exception of %s is still needed', (side) => {
  const upward = pairsOf(side).filter(isUpward);
  const listed = Object.entries(rules.exceptions[side]).flatMap(([file, all]) =>
    all.map((to) => ({ file, to })),
  );
  const unused = listed.filter((one) => !upward.some(({ file, to }) => file === one.file && to === one.to));
  expect(unused).toEqual([]);
});

test.each(sides)('no cycle in a wing of %s is larger than three features', (side) => {
  const cycles = cyclesOf(pairsOf(side).filter((pair) => !isUpward(pair)));
  expect(cycles.filter(({ length }) => length > LARGEST_CYCLE)).toEqual([]);
});

test('the features of the contract have no cycles', () => {
  expect(cyclesOf(pairsOf('contract'))).toEqual([]);
});

test('the platform of the server has no cycles', () => {
  const inPlatform = pairsOf('server').filter((pair) => featureOf(pair.file)?.startsWith('platform/'));
  expect(inPlatform.length).toBeGreaterThan(20);
  expect(cyclesOf(inPlatform.filter((pair) => !isUpward(pair)))).toEqual([]);
});

test.each(sides)('every file of %s has a known role, or is listed by name', (side) => {
  expect(inFeatures(side).filter((file) => hasNoRole(side, file))).toEqual([]);
});

test.each(sides)('every file of %s that is listed by name exists', (side) => {
  const { named } = rules.files[side];
  expect(named.filter((file) => !existsSync(join(root, side, 'src', file)))).toEqual([]);
});

test('finds imports, types, re-exports and dynamic imports of another feature', () => {
  const code = `import { a } from '../../school-system/lists/rules.ts';
    import type { B } from '../../school-system/files/rules.ts';
    export { c } from '../../messages/mail/rules.ts';
    const d = import('../pace/rules.ts');
    import { e } from './rules.ts';
    import { f } from '../../i18n.ts';`;
  expect(importsOf('contract', 'placements/hours/calls.ts', code)).toEqual([
    'school-system/lists',
    'school-system/files',
    'messages/mail',
    'placements/pace',
  ]);
});

test('refuses an import of a later wing, finds whole cycles, and refuses a file without a role', () => {
  const toLater = { file: 'people/accounts/queries.ts', to: 'placements/hours' };
  const toEarlier = { file: 'placements/hours/queries.ts', to: 'people/accounts' };
  expect([isUpward(toLater), isUpward(toEarlier), isExcepted('server', toLater)]).toEqual([
    true,
    false,
    false,
  ]);
  const ring = [
    { file: 'people/accounts/a.ts', to: 'people/profiles' },
    { file: 'people/profiles/a.ts', to: 'people/guardians' },
    { file: 'people/guardians/a.ts', to: 'people/accounts' },
    { file: 'people/sessions/a.ts', to: 'people/accounts' },
  ];
  expect(cyclesOf(ring)).toEqual([['people/accounts', 'people/guardians', 'people/profiles']]);
  expect(cyclesOf(ring.slice(1))).toEqual([]);
  const files = [
    'placements/hours/misc.ts',
    'placements/hours/offer-queries.ts',
    'placements/hours/queries.ts',
  ];
  expect(files.map((file) => hasNoRole('server', file))).toEqual([true, false, false]);
});
