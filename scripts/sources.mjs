// Finds the files that a test depends on, and whether they have changed.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Matches imports, and programs that a test starts, which are written as full file names. */
const NAMED = /'((?:[\w@./-]+\/)?[\w.-]+\.ts|@waypost\/[\w./-]+)'/g;

/** The files of our packages, as in the `exports` of their package.json. */
const PACKAGES = [
  [/^@waypost\/contract\/(.+)$/, 'contract/src/$1.ts'],
  [/^@waypost\/embedded-database$/, 'embedded-database/src/index.ts'],
  [/^@waypost\/embedded-database\/(testing\/.+)$/, 'embedded-database/$1.ts'],
];

/** Imports the whole server, so every change would count. Only `npm run test:all` tests changes below it. */
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
 * The files in `roots` and everything they refer to, directly or indirectly, without following `WHOLE`.
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
 * Whether any dependency of the tests, or any of the files and folders in `more`, differs from the last integrated
 * version: the remote's main branch or, without a remote, the last commit. Without a repository or git, everything counts
 * as changed.
 */
export function changedSinceIntegration(repository, tests, more) {
  const git = (...args) => spawnSync('git', args, { cwd: repository, encoding: 'utf8' });
  const base = git('merge-base', 'HEAD', 'origin/main').stdout?.trim() || 'HEAD';
  const paths = reachedFrom(repository, tests).map((file) => relative(repository, file));
  const differing = git('diff', '--quiet', base, '--', ...paths, ...more);
  const added = git('ls-files', '--others', '--exclude-standard', '--', ...more);
  return differing.status !== 0 || added.status !== 0 || added.stdout !== '';
}

/**
 * The Vitest projects, and whether `npm test` runs each: those whose sources differ from the last integrated version, and
 * always the rules. The server's tests are left out only if the web alone has changed: in a fresh clone, they show that its
 * database works.
 */
export function projectsToRun(repository) {
  const differ = (sources, tests = []) =>
    changedSinceIntegration(repository, tests, [...sources, 'package-lock.json']);
  const screens = differ(['web', 'contract']);
  const long = differ(['server', 'contract', 'embedded-database']);
  const server = long || !screens;
  return {
    ...{ contract: true, web: true, scripts: true },
    tools: differ(['scripts', 'bench']),
    ...{ screens, server, 'server-locks': server, long },
    // They start, kill and restart databases, which takes minutes.
    '*-processes': differ(['server/migrations', 'server/testing/global-setup.ts'], processTests(repository)),
  };
}
