// Finds the files that a test depends on, and whether they have changed.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Imports, and programs that a test starts, are written as full file names. */
const NAMED = /'((?:[\w@./-]+\/)?[\w.-]+\.ts|@waypost\/[\w./-]+)'/g;

/** The files of our own packages, as in the `exports` of their package.json. */
const PACKAGES = [
  [/^@waypost\/contract\/(.+)$/, 'contract/src/$1.ts'],
  [/^@waypost\/embedded-database$/, 'embedded-database/src/index.ts'],
  [/^@waypost\/embedded-database\/(testing\/.+)$/, 'embedded-database/$1.ts'],
];

/** The whole product: every change to the server would count, so only `npm run test:all` runs tests for these. */
const WHOLE = ['server/src/app.ts'];

/** Type-only imports do not exist at run time. */
const TYPES_ALONE = /^(?:import|export) type [^;]*;/gm;

/** The tests that start, kill and restart databases: the Vitest projects whose names end in `-processes`. */
export function processTests(repository) {
  const supervisor = readdirSync(join(repository, 'embedded-database', 'src'))
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `embedded-database/src/${file}`);
  const list = readFileSync(join(repository, 'server', 'testing', 'process-tests.json'), 'utf8');
  return [...supervisor, ...JSON.parse(list).map((file) => `server/${file}`)];
}

/**
 * The files in `roots` and everything they refer to, directly or indirectly, except what only the whole product uses.
 */
export function reachedFrom(repository, roots) {
  const reached = new Set();
  const whole = new Set(WHOLE.map((file) => join(repository, file)));
  const visit = (file) => {
    if (reached.has(file) || whole.has(file)) return;
    reached.add(file);
    const text = readFileSync(file, 'utf8').replace(TYPES_ALONE, '');
    for (const [, name] of text.matchAll(NAMED)) {
      const [names, target] = PACKAGES.find(([pattern]) => pattern.test(name)) ?? [];
      const path = names ? join(repository, name.replace(names, target)) : join(dirname(file), name);
      if (existsSync(path)) visit(path);
    }
  };
  for (const root of roots) visit(join(repository, root));
  return [...reached].sort();
}

/**
 * Whether any dependency of the tests, or any of the files and folders in `more`, differs from what was last
 * integrated: the remote's main branch, or without a remote the last commit. Without a repository, everything
 * counts as changed.
 */
export function changedSinceIntegration(repository, tests, more) {
  const git = (...args) => spawnSync('git', args, { cwd: repository, encoding: 'utf8' });
  const base = git('merge-base', 'HEAD', 'origin/main').stdout.trim() || 'HEAD';
  const paths = reachedFrom(repository, tests).map((file) => relative(repository, file));
  const differing = git('diff', '--quiet', base, '--', ...paths, ...more);
  const added = git('ls-files', '--others', '--exclude-standard', '--', ...more);
  return differing.status !== 0 || added.status !== 0 || added.stdout !== '';
}
