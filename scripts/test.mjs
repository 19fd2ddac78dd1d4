// `npm test`: brings the machine to where the checks can run, runs them all, and counts. Nothing but Node's own
// modules may be imported here, for this runs before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './debian-postgres.mjs';

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'waypost-reports-'));
const count = { passed: 0, failed: 0 };

process.chdir(root);
await insist('install and build', 'node', ['scripts/prepare.mjs']);
await installFromDebian();

await check('style and import law', 'npx', ['biome', 'ci', '.']);
for (const side of ['contract', 'server', 'web', 'e2e', 'bench'])
  await check(`types of ${side}`, 'npx', ['tsc', '-p', side]);
await check('nothing unused', 'npx', ['knip']);
await check('sizes of what the browser loads', 'node', ['bench/sizes.mjs']);
await suite('rules, server and screens', 'vitest', ['run'], {});
await onDebianPostgres();
await suite('journeys in the browser', 'playwright', ['test', '--config', 'e2e'], {});

rmSync(reports, { recursive: true, force: true });
console.log(`\n${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed === 0 ? 0 : 1;

/** What the checks need of the machine: a browser, and a PostgreSQL server that is not ours. */
async function installFromDebian() {
  const missing = [
    existsSync('/usr/bin/chromium') ? null : 'chromium',
    existsSync('/usr/lib/postgresql') ? null : 'postgresql',
  ].filter((name) => name !== null);
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0) {
    console.error(`Please install first: sudo apt-get install ${missing.join(' ')}`);
    process.exit(1);
  }
  await insist('look up packages', 'apt-get', ['update', '-qq']);
  await insist(`install ${missing.join(' and ')}`, 'apt-get', [
    'install',
    '-y',
    '-qq',
    '--no-install-recommends',
    ...missing,
  ]);
}

/** The part of the suite that speaks most to the database, once more on a server that somebody else built. */
async function onDebianPostgres() {
  const server = await startServer();
  try {
    const files = [
      'src/access',
      'src/accounts',
      'src/applications',
      'src/database/migrate',
      'src/outside/jobs',
    ];
    await suite('on Debian’s PostgreSQL', 'vitest', ['run', '--project', 'server', ...files], {
      TEST_DATABASE_URL: server.url,
    });
    await suite(
      'the story on Debian’s PostgreSQL',
      'playwright',
      ['test', '--config', 'e2e', 'short-story'],
      { DATABASE_URL: server.url },
    );
  } finally {
    await server.stop();
  }
}

/** A runner whose own count of tests is taken over; one that ends without a count has failed once. */
async function suite(name, runner, args, environment) {
  const file = join(reports, `${readdirSync(reports).length}.json`);
  const report =
    runner === 'vitest'
      ? ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      : ['--reporter=list,json'];
  const code = await run(name, 'npx', [runner, ...args, ...report], {
    ...environment,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const [passed, failed] = existsSync(file)
    ? countIn(runner, JSON.parse(readFileSync(file, 'utf8')))
    : [0, 0];
  count.passed += passed;
  count.failed += code !== 0 && failed === 0 ? 1 : failed;
  if (code === 0 && passed === 0) {
    console.error(`${name}: no test ran`);
    count.failed += 1;
  }
}

function countIn(runner, report) {
  if (runner === 'vitest') return [report.numPassedTests, report.numFailedTests];
  // A test that needed a second try is flaky, and flaky is failed.
  return [report.stats.expected, report.stats.unexpected + report.stats.flaky];
}

async function check(name, command, args) {
  const code = await run(name, command, args, {});
  count[code === 0 ? 'passed' : 'failed'] += 1;
}

async function insist(name, command, args) {
  if ((await run(name, command, args, {})) === 0) return;
  console.error(`Could not ${name}.`);
  process.exit(1);
}

function run(name, command, args, environment) {
  console.log(`\n== ${name}`);
  const began = Date.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...environment } });
    child.on('error', () => resolve(1));
    child.on('exit', (code) => {
      console.log(
        `== ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - began) / 1000)} s`,
      );
      resolve(code ?? 1);
    });
  });
}
