import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import processTests from './testing/process-tests.json' with { type: 'json' };

const root = import.meta.dirname;

/** Race tests, in which queries are replaced by ones whose locks can be turned off. */
const WITHOUT_LOCKS = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) => readFileSync(join(root, 'src', file), 'utf8').includes('/without-locks.ts'))
  .map((file) => `src/${file.replaceAll('\\', '/')}`);

/** Random tests of the whole server. */
const LONG = ['testing/simulation.test.ts', 'src/access/worlds.test.ts'];

const common = {
  root,
  globalSetup: [join(root, 'testing/global-setup.ts')],
  setupFiles: [join(root, 'testing/leaks.ts')],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
};

const shared = {
  ...common,
  isolate: false,
  sequence: { groupOrder: 1 },
  // One more than the cores, because these tests often wait for the database.
  maxWorkers: availableParallelism() + 1,
};

/**
 * Loading the server takes longer than most files' tests, so files share one module graph per worker, and
 * `testing/leaks.ts` fails a file that changes what the next one would see. The group order keeps shared files
 * together, because a worker is only reused for the next file in the queue.
 */
export const serverProjects: TestProjectInlineConfiguration[] = [
  {
    test: {
      ...shared,
      name: 'server',
      include: ['{src,testing}/**/*.test.ts'],
      exclude: [...processTests, ...WITHOUT_LOCKS, ...LONG],
    },
  },
  // Vitest sorts projects by their names. So these take their minutes beside the others, and not after them.
  { test: { ...shared, name: 'long', include: LONG } },
  {
    test: {
      ...common,
      name: 'server-locks',
      include: WITHOUT_LOCKS,
      isolate: false,
      setupFiles: [...common.setupFiles, join(root, 'testing/optional-locks.ts')],
    },
  },
  // These start, kill and restart PostgreSQL. `npm test` runs them only when their dependencies have changed.
  { test: { ...common, name: 'server-processes', include: processTests } },
];
