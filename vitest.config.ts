import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { serverProjects } from './server/vitest.projects.ts';

// A time limit ends what hangs: it must not end what a busy machine is slow at.
const patient = { testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    // By default, Vitest leaves one core free, which is half of a small machine.
    maxWorkers: availableParallelism(),
    projects: [
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'], ...patient } },
      // These start, kill and restart PostgreSQL. `npm test` runs them only when their dependencies have changed.
      { test: { name: 'database-processes', include: ['embedded-database/src/*.test.ts'], ...patient } },
      { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'], ...patient } },
      { test: { name: 'bench', include: ['bench/*/*.test.ts'], ...patient } },
      ...serverProjects,
      'web/vitest.config.ts',
      'web/vitest.screens.config.ts',
    ],
  },
});
