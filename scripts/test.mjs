// `npm test [-- --shard 2/4]`: installs what the checks need, runs all of them, or one of four equal parts, and counts the
// tests. Runs before anything is installed, so it must import only Node's own modules.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checksOfSources } from './check.mjs';
import { hasApt, installFromDebian, runOrExit } from './debian-packages.mjs';
import { startServer } from './debian-postgres.mjs';
import { closing, countIn, failures, slowestFiles, testsIn } from './reports.mjs';
import { commandOf, run, runTogether, timesOfStages } from './stages.mjs';

const root = join(import.meta.dirname, '..');
/** Which part of how many to run. */
const [part, parts] = readShard();
/** A browser, and a PostgreSQL server other than the embedded one, in place of Debian's. */
const { CHROMIUM, TEST_DATABASE_URL } = process.env;
const temporary = makeTemporaryFolder();
const reports = join(temporary, 'reports');
const count = { passed: 0, failed: 0 };
const tests = [];

process.chdir(root);
process.env.TMPDIR = temporary;
// Most tests use the embedded database.
delete process.env.TEST_DATABASE_URL;
mkdirSync(reports);
await Promise.all([
  runOrExit('install and build', 'node', ['scripts/prepare.mjs']),
  installFromDebian(
    {
      ...(!CHROMIUM && { '/usr/bin/chromium-headless-shell': 'chromium-headless-shell' }),
      ...(!TEST_DATABASE_URL && { '/usr/lib/postgresql': 'postgresql' }),
      // PDF tools. On other systems, the test that needs them is skipped.
      ...(hasApt && { '/usr/bin/pdfsig': 'poppler-utils', '/usr/bin/qpdf': 'qpdf' }),
    },
    'or set CHROMIUM and TEST_DATABASE_URL, as CONTRIBUTING.md describes',
  ),
]);

await checks(
  'style, types, sizes and nothing unused',
  [...checksOfSources, ['sizes of what the browser loads', 'node', ['bench/sizes.mjs']]].filter(
    (_, index) => index % parts === part - 1,
  ),
);
const other = TEST_DATABASE_URL
  ? { url: TEST_DATABASE_URL, stop: async () => undefined }
  : await startServer();
try {
  const shard = `--shard=${part}/${parts}`;
  await suite('rules, server and screens', 'vitest', ['run', shard], { OTHER_DATABASE_URL: other.url });
  // The story takes place on the other server.
  await suite('journeys in the browser', 'playwright', ['test', '--config', 'e2e', shard], {
    TEST_DATABASE_URL: other.url,
  });
} finally {
  await other.stop();
}

console.log([...timesOfStages(), ...slowestFiles(tests), ...failures(tests)].join('\n'));
console.log(closing(count, performance.now()));
process.exitCode = count.failed === 0 ? 0 : 1;

/** `[part, parts]`, `[1, 1]` by default. */
function readShard() {
  const { shard = '1/1' } = parseArgs({ options: { shard: { type: 'string' } } }).values;
  const [, part, parts] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(shard)?.map(Number) ?? [];
  if (part <= parts) return [part, parts];
  console.error(`--shard ${shard} must be a part and how many there are, such as 2/4.`);
  process.exit(1);
}

/**
 * A folder for all temporary files of this run, which is removed at its end. It is in memory where there is enough:
 * test databases create and delete thousands of files, which takes a seventh of the server tests' CPU time on a disk.
 */
function makeTemporaryFolder() {
  const inMemory = '/dev/shm';
  const gigabyte = 1024 ** 3;
  const isLarge = () => {
    const { bavail, bsize } = statfsSync(inMemory);
    return Math.min(bavail * bsize, freemem()) >= 4 * gigabyte;
  };
  // Some tests run programs that they copy, which Docker, for example, does not allow there.
  const isNoexec = () => /^\S+ \/dev\/shm \S+ \S*\bnoexec\b/m.test(readFileSync('/proc/mounts', 'utf8'));
  const parent = existsSync(inMemory) && isLarge() && !isNoexec() ? inMemory : tmpdir();
  const folder = mkdtempSync(join(parent, 'waypost-'));
  // As in /tmp, because databases and their tests use several accounts.
  chmodSync(folder, 0o1777);
  process.on('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    } catch (error) {
      // After an interruption, a database may still be writing to it.
      console.error(`Remove ${folder}: ${error.message}`);
    }
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  return folder;
}

/**
 * Runs a test runner and adds its counts to the total. A runner that ends without counts adds one failure.
 */
async function suite(name, runner, args, environment = {}) {
  const file = join(reports, `${name}.json`);
  const reporters =
    runner === 'vitest'
      ? ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      : ['--reporter=list,json'];
  const code = await run(name, commandOf(runner), [...args, ...reporters], {
    ...environment,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  const [passed, failed] = report ? countIn(runner, report) : [0, 0];
  if (report) tests.push(...testsIn(runner, report, root));
  count.passed += passed;
  count.failed += code !== 0 && failed === 0 ? 1 : failed;
  if (code !== 0 && failed === 0)
    tests.push({
      file: runner,
      title: name,
      took: 0,
      reason: `exited with ${code}, although no test failed`,
    });
  if (code === 0 && passed === 0) {
    console.error(`${name}: no tests ran`);
    count.failed += 1;
  }
}

async function checks(title, commands) {
  for (const { name, code, output } of await runTogether(title, commands)) {
    count[code === 0 ? 'passed' : 'failed'] += 1;
    if (code !== 0) tests.push({ file: title, title: name, took: 0, reason: output });
  }
}
