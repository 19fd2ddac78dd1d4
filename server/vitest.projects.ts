import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { TestProjectInlineConfiguration } from 'vitest/config';

const root = import.meta.dirname;

/** Race tests, in which queries are replaced by ones whose locks can be turned off. */
const WITHOUT_LOCKS = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) => readFileSync(join(root, 'src', file), 'utf8').includes('/without-locks.ts'))
  .map((file) => `src/${file.replaceAll('\\', '/')}`);

/** What may depend on the server that a database runs on: its accounts, connections, limits, locks and order of text. */
const OF_THE_DATABASE_SERVER = [
  ...['app-login', 'reaching', 'ready', 'timeouts'].map((name) => `src/platform/database/${name}.test.ts`),
  ...['tenancy', 'whole-lists'].map((name) => `src/platform/access/${name}.test.ts`),
  'src/people/accounts/{races,sign*}.test.ts',
  'src/placements/applications/races.test.ts',
  'src/platform/outside/jobs.test.ts',
];

/** The server to repeat those on. */
const { OTHER_DATABASE_URL } = process.env;

const common = {
  root,
  globalSetup: [join(root, 'testing/global-setup.ts')],
  setupFiles: [join(root, 'testing/leaks.ts'), join(root, 'testing/seed.ts')],
  // A time limit ends what hangs: it must not end what a busy machine is slow at.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
};

/**
 * Loading the server takes longer than most files' tests, so files share one module graph per worker, and
 * `testing/leaks.ts` fails a file that changes what the next one would see. The group order keeps shared files
 * together, because a worker is only reused for the next file in the queue.
 */
const shared = {
  ...common,
  isolate: false,
  sequence: { groupOrder: 1 },
  // One more than the cores, because these tests often wait for the database.
  maxWorkers: availableParallelism() + 1,
};

const withOptionalLocks = [...common.setupFiles, join(root, 'testing/optional-locks.ts')];

export const serverProjects: TestProjectInlineConfiguration[] = [
  {
    test: {
      ...shared,
      name: 'server',
      include: ['{src,testing}/**/*.test.ts'],
      exclude: WITHOUT_LOCKS,
    },
  },
  {
    test: {
      ...common,
      name: 'server-locks',
      include: WITHOUT_LOCKS,
      isolate: false,
      setupFiles: withOptionalLocks,
    },
  },
  ...(OTHER_DATABASE_URL
    ? [
        {
          test: {
            ...shared,
            name: 'other-database',
            include: OF_THE_DATABASE_SERVER,
            setupFiles: withOptionalLocks,
            env: { TEST_DATABASE_URL: OTHER_DATABASE_URL },
          },
        },
      ]
    : []),
];
