import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { serverProjects } from './server/vitest.projects.ts';

// A time limit ends what hangs: it must not end what a busy machine is slow at.
const patient = { testTimeout: 120_000, hookTimeout: 120_000 };

/** The other tests in `scripts` check the sources of the whole project. */
const TOOLS = ['scripts/prepare.test.mjs', 'scripts/sources.test.mjs'];

export default defineConfig({
  test: {
    // By default, Vitest leaves one core free, which is half of a small machine.
    maxWorkers: availableParallelism(),
    projects: [
      // Loading the contract for each file would take longer than the tests, which leave nothing behind.
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'], isolate: false, ...patient } },
      // These start, kill and restart PostgreSQL. `npm test` runs them only when their dependencies have changed.
      { test: { name: 'database-processes', include: ['embedded-database/src/*.test.ts'], ...patient } },
      { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'], exclude: TOOLS, ...patient } },
      // Tests of the scripts and benches themselves.
      { test: { name: 'tools', include: [...TOOLS, 'bench/*/*.test.ts'], ...patient } },
      ...serverProjects,
      'web/vitest.config.ts',
      'web/vitest.screens.config.ts',
    ],
  },
});
