import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { serverProjects } from './server/vitest.projects.ts';

export default defineConfig({
  test: {
    // Left alone, it keeps one core free for whoever sits in front of it, which is half of a small machine.
    maxWorkers: availableParallelism(),
    projects: [
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'] } },
      { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'] } },
      { test: { name: 'bench', include: ['bench/mutate/*.test.ts'] } },
      ...serverProjects,
      'web/vitest.config.ts',
      'web/vitest.screens.config.ts',
    ],
  },
});
