// `npm run campaign -- <name> [--minutes 30] [--seed 1] [-- arguments]`: a long search for faults, which a person runs
// before a release (CONTRIBUTING.md lists them). It repeats its part with one seed after the other, until the time is over or
// a part fails.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { installFromDebian } from './debian-packages.mjs';
import { commandOf } from './stages.mjs';

const root = join(import.meta.dirname, '..');

const vitest = (...files) => [commandOf('vitest'), ['run', ...files]];
const tsx = (...args) => [commandOf('tsx'), args];

/** How long an ended part may take to remove its databases, in milliseconds. */
const TIME_TO_END = 60_000;

/** School terms of a part: a process needs half a minute to start. */
const TERMS = 500;
/** How many times the school systems of `npm test` a part of the year has. */
const YEAR_ROUNDS = 10;

/** The tests that repeat something by chance. */
const racing = () =>
  readdirSync(join(root, 'server/src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `server/src/${file}`)
    .filter((file) => readFileSync(join(root, file), 'utf8').includes('/testing/rounds.ts'));

/**
 * The campaigns. `part(seed)` is the command of a part, as `[command, args, environment]`. `once`: one part covers all there
 * is. `step`: how many seeds a part covers. `lanes`: how many parts run at once. `packages`: Debian's packages that it needs.
 */
const campaigns = {
  simulate: {
    step: TERMS,
    // A term often waits for the database: on 2 cores, two processes played 137 terms a minute, and four 185.
    lanes: 2 * availableParallelism(),
    part: (seed) => [...vitest('server/testing/simulation.test.ts'), { TERMS, SEED: seed }],
  },
  year: {
    step: 4 * YEAR_ROUNDS,
    part: (seed) => [
      ...vitest('server/src/oversight/follow-ups/year.test.ts'),
      { ROUNDS: YEAR_ROUNDS, SEED: seed },
    ],
  },
  races: { part: (seed) => [...vitest(...racing()), { ROUNDS: 20, SEED: seed }] },
  worlds: {
    part: (seed) => [...vitest('server/src/platform/access/worlds.test.ts'), { WORLDS: 20_000, SEED: seed }],
  },
  // In turn without and with mail.
  kills: { part: (seed) => tsx('bench/crash.ts', '10', ...(seed % 2 === 0 ? ['mail'] : [])) },
  crawl: {
    once: true,
    part: () => [
      commandOf('playwright'),
      ['test', '--config', 'e2e', 'crawler.spec'],
      { CRAWL: process.env.CRAWL ?? 'full' },
    ],
  },
  'walk-locale': { once: true, part: () => ['node', ['scripts/walk-locale.mjs']] },
  scan: {
    once: true,
    packages: {
      '/usr/bin/wapiti': 'wapiti',
      '/usr/bin/sqlmap': 'sqlmap',
      '/usr/bin/slowhttptest': 'slowhttptest',
    },
    part: () => tsx('bench/scan/main.ts'),
  },
  mutate: { part: (seed) => tsx('bench/mutate/main.ts', '--count', '20', '--seed', String(seed)) },
};

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = await main();

async function main() {
  const { values, positionals } = parseArgs({
    options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string', default: '1' } },
    allowPositionals: true,
  });
  const [name, ...more] = positionals;
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
  const campaign = Object.hasOwn(campaigns, name ?? '') ? campaigns[name] : null;
  if (!campaign || !(minutes > 0) || !Number.isInteger(seed)) {
    console.error(
      `Usage: npm run campaign -- <${Object.keys(campaigns).join(' | ')}> [--minutes 30] [--seed 1] [-- arguments]`,
    );
    return 1;
  }
  await installFromDebian(campaign.packages ?? {});
  const { passed, failed } = await runCampaign(campaign, { minutes, seed, more });
  console.log(`\n${name}: ${passed} parts passed from seed ${seed} on`);
  if (failed === null) return 0;
  console.log(`Seed ${failed} failed. Again: npm run campaign -- ${name} --seed ${failed}`);
  return 1;
}

/**
 * Repeats a campaign's part until one fails or the time is over, which ends the parts that are still running. Resolves with
 * the number of parts that passed, and the seed of the one that failed or null.
 */
export async function runCampaign({ part, once = false, step = 1, lanes = 1 }, { minutes, seed, more = [] }) {
  const running = new Set();
  let [next, passed, failed, isOver] = [seed, 0, null, false];
  const kill = (signal) => {
    for (const child of running)
      try {
        // The whole group, because some runners do not pass signals on.
        process.kill(-child.pid, signal);
      } catch {
        // It has just ended.
      }
  };
  const end = () => {
    isOver = true;
    kill('SIGINT');
    setTimeout(kill, TIME_TO_END, 'SIGKILL').unref();
  };
  const timer = setTimeout(end, minutes * 60_000);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end);
  const lane = async () => {
    while (!isOver && failed === null && !(once && next > seed)) {
      const own = next;
      next += step;
      const [command, args, environment] = part(own);
      const env = { ...process.env, ...environment };
      const child = spawn(command, [...args, ...more], { stdio: 'inherit', env, detached: true });
      running.add(child);
      const code = await new Promise((resolve) => child.on('error', () => resolve(1)).on('close', resolve));
      running.delete(child);
      if (isOver) return;
      if (code === 0) passed += 1;
      else failed ??= own;
    }
  };
  await Promise.all(Array.from({ length: once ? 1 : lanes }, lane));
  clearTimeout(timer);
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, end);
  return { passed, failed };
}
