// Installs the packages in the lockfile and builds what is outdated: `node scripts/prepare.mjs [--install]`, and before every
// npm script through `run.mjs`. It runs on a fresh clone, so it must import only Node's own modules, and on any Node, which
// it then refuses: without recent syntax.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

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

/** Why a command cannot run, in words for the person at the terminal. */
class Failure extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

if (import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href)
  await prepare(process.argv[2] || '--build');

/**
 * Checks Node; with `--install`, also installs the packages; with `--build`, builds as well. If that fails, prints why and
 * exits.
 */
export async function prepare(extent) {
  try {
    requireNode();
    if (extent) await bringAllUpToDate(extent);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    process.exit(error.exitCode);
  }
}

function requireNode() {
  const { node } = process.versions;
  const needed = JSON.parse(read(join(root, 'package.json'))).engines.node;
  if (isInRange(node, needed)) return;
  throw new Failure(
    `Waypost does not run on Node ${node}: install the current LTS from https://nodejs.org (it needs ${needed}).`,
  );
}

/** Whether a version is in a range such as `^20.19 || >=24`. */
function isInRange(version, range) {
  const [major, minor] = version.split('.').map(Number);
  return range.split(' || ').some((part) => {
    const [leastMajor, leastMinor = 0] = part.replace(/^\D+/, '').split('.').map(Number);
    return major === leastMajor ? minor >= leastMinor : part.startsWith('>=') && major > leastMajor;
  });
}

async function bringAllUpToDate(extent) {
  // The whole version, because npm leaves out a binary that a release is too old for.
  const { platform, arch, versions } = process;
  const packages = fingerprint(['package-lock.json'], [versions.node, platform, arch]);
  await install(packages);
  if (extent === '--install') return;
  const outcomes = await Promise.allSettled(BUILDS.map((build) => bringUpToDate(build, packages)));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
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
  const { code, signal, interruption, output } = await npm(options);
  if (interruption)
    throw new Failure(
      `${title} was interrupted: run the command again.`,
      128 + constants.signals[interruption],
    );
  if (signal === 'SIGKILL' || code === 128 + constants.signals.SIGKILL)
    throw new Failure(
      `${title} was killed, most likely because memory ran out (1.5 GB are needed): free some, then run the command again.`,
    );
  if (code !== 0)
    throw new Failure(
      `${output.trim()}\n\n${title} failed: see the output of "npm ${options.join(' ')}" above.`,
    );
  console.log(`${title} took ${((Date.now() - began) / 1000).toFixed(1)} s.`);
}

/** Runs npm until it ends. A signal to this process, or the end of the one that started it, ends npm too. */
function npm(options) {
  const isWindows = process.platform === 'win32';
  const script = process.env.npm_execpath;
  const [command, ...first] = script?.endsWith('js') ? [process.execPath, script] : ['npm'];
  return new Promise((resolve) => {
    const child = spawn(command, [...first, ...options], {
      cwd: root,
      // If the path of npm's script is unknown, Windows finds npm (a .cmd file) only through its shell.
      shell: command === 'npm' && isWindows,
      // A process group of its own: npm does not pass signals on to what it runs.
      detached: !isWindows,
    });
    let interruption;
    const interrupt = (received) => {
      interruption = received;
      try {
        // After another signal, npm would undo the install first, which takes a minute. The next one starts over anyway.
        process.kill(isWindows ? child.pid : -child.pid, 'SIGKILL');
      } catch {
        // All of it has just ended.
      }
    };
    const parent = process.ppid;
    const watch = setInterval(() => process.ppid !== parent && interrupt('SIGTERM'), 500);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const each of signals) process.on(each, interrupt);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
      });
    const end = (outcome) => {
      clearInterval(watch);
      for (const each of signals) process.off(each, interrupt);
      resolve({ ...outcome, interruption, output });
    };
    child.on('error', (error) => {
      output += error.message;
      end({ code: 1 });
    });
    child.on('close', (code, signal) => end({ code, signal }));
  });
}
