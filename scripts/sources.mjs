// Finds the files that a test depends on, and whether they have changed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Imports, and programs that a test starts, are written as full file names. */
const NAMED = /'((?:[\w@./-]+\/)?[\w.-]+\.ts|@waypost\/contract\/[\w./-]+)'/g;

/** Type-only imports do not exist at run time. */
const TYPES_ALONE = /^(?:import|export) type [^;]*;/gm;

/** The files in `roots` and everything they refer to, directly or indirectly. */
export function reachedFrom(repository, roots) {
  const reached = new Set();
  const visit = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    const text = readFileSync(file, 'utf8').replace(TYPES_ALONE, '');
    for (const [, name] of text.matchAll(NAMED)) {
      const path = name.startsWith('@waypost/contract/')
        ? join(repository, 'contract', 'src', `${name.slice('@waypost/contract/'.length)}.ts`)
        : join(dirname(file), name);
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
