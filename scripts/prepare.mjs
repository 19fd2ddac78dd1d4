// Runs before `npm start`, even on a fresh clone, so it must import only Node's own modules.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED_NODE = [20, 19];

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The builds that `npm start` needs, and their sources. */
const BUILDS = [
  { name: 'web', entry: 'web/dist/index.html', sources: ['web', 'contract', 'tsconfig.base.json'] },
  {
    name: 'server',
    entry: 'server/dist/main.js',
    sources: ['server', 'contract', 'embedded-database', 'tsconfig.base.json'],
  },
];

/** Folders that no build reads. */
const NOT_SOURCES = new Set(['dist', 'node_modules', 'testing', 'migrations']);

class Failure extends Error {}

try {
  requireNode();
  const packages = fingerprint(
    ['package-lock.json'],
    [process.versions.node.split('.')[0], process.platform, process.arch],
  );
  await install(packages);
  if (process.argv.includes('--install-only')) process.exit();
  const outcomes = await Promise.allSettled(BUILDS.map((build) => bringUpToDate(build, packages)));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [neededMajor, neededMinor] = NEEDED_NODE;
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return;
  throw new Failure(
    `Waypost needs Node ${NEEDED_NODE.join('.')} or later, and this is ${process.versions.node}: ` +
      'install the current LTS from https://nodejs.org.',
  );
}

/**
 * Installs the packages in the lockfile, unless the stamp shows that they are already installed for this Node
 * version.
 */
async function install(packages) {
  const stamp = join(root, 'node_modules', '.waypost-installed');
  if (read(stamp) === packages) return;
  rmSync(stamp, { force: true });
  await step('Installing packages', ['ci', '--include=dev', '--no-audit', '--no-fund']);
  writeFileSync(stamp, packages);
}

/** Builds what is missing or outdated. */
async function bringUpToDate({ name, entry, sources }, packages) {
  const stamp = join(root, name, 'dist', '.built-from');
  // The pseudo-locale is part of the fingerprint, so that its build is not mistaken for the product's.
  const wanted = fingerprint(sources, [packages, process.env.PSEUDO_LOCALE ?? '']);
  if (existsSync(join(root, entry)) && read(stamp) === wanted) return;
  await step(`Building the ${name}`, ['run', 'build', '-w', name]);
  writeFileSync(stamp, wanted);
}

/** Hashes contents, because a checkout changes modification times without changing files. */
function fingerprint(paths, more) {
  const hash = createHash('sha256').update(more.join('\0'));
  for (const path of paths)
    for (const file of filesIn(join(root, path)))
      hash.update(`\0${relative(root, file).split(sep).join('/')}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function filesIn(path) {
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    throw error;
  }
  return entries
    .filter(({ name }) => !name.startsWith('.') && !NOT_SOURCES.has(name) && !/\.test\.[a-z]+$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(path, entry.name)) : [join(path, entry.name)]));
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Runs npm silently, and shows its output only if it fails. */
async function step(title, options) {
  const began = Date.now();
  console.log(`${title}…`);
  const { code, said } = await npm(options);
  if (code !== 0)
    throw new Failure(
      `${said.trim()}\n\n${title} failed: see the output of "npm ${options.join(' ')}" above.`,
    );
  console.log(`${title} took ${((Date.now() - began) / 1000).toFixed(1)} s.`);
}

function npm(options) {
  const script = process.env.npm_execpath;
  const [command, ...first] = script?.endsWith('js') ? [process.execPath, script] : ['npm'];
  return new Promise((resolve) => {
    // If the path of npm's script is unknown, Windows finds npm (a .cmd file) only through its shell.
    const child = spawn(command, [...first, ...options], {
      cwd: root,
      shell: command === 'npm' && process.platform === 'win32',
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
      });
    child.on('error', (error) => resolve({ code: 1, said: `${said}${error.message}` }));
    child.on('close', (code) => resolve({ code, said }));
  });
}
