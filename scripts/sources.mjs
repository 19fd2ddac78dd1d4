// Which files a test depends on, and one fingerprint of their content.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** Every import names its file in full; so does a program that a test starts. */
const NAMED = /'((?:[\w@./-]+\/)?[\w.-]+\.ts|@waypost\/contract\/[\w./-]+)'/g;

/** Types are gone when the code runs. */
const TYPES_ALONE = /^(?:import|export) type [^;]*;/gm;

/** The files at `roots`, and whatever they name directly or indirectly. */
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

/** Changes with the content of what the tests depend on, and of `more` files and folders. */
export function fingerprint(repository, tests, more) {
  const hash = createHash('sha256').update(process.versions.node);
  const files = new Set([
    ...reachedFrom(repository, tests),
    ...more.flatMap((path) => filesIn(join(repository, path))),
  ]);
  for (const file of [...files].sort())
    hash.update(`\0${relative(repository, file).split(sep).join('/')}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function filesIn(path) {
  try {
    return readdirSync(path).flatMap((name) => filesIn(join(path, name)));
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    throw error;
  }
}
