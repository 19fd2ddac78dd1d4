import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { serverProjects } from './server/vitest.projects.ts';

// A time limit ends what hangs: it must not end what a busy machine is slow at.
const patient = { testTimeout: 120_000, hookTimeout: 120_000 };

/** A small file that takes minutes. Vitest starts the largest files first, so one core would wait for it. */
const LONG = 'server/testing/simulation.test.ts';

/** The other tests in `scripts` check the sources of the whole project. */
const TOOLS = ['scripts/prepare.test.mjs', 'scripts/sources.test.mjs'];

/** Vitest's order, but with the long file first in its project. */
class LongFileFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const rank = ({ project, moduleId }: TestSpecification) =>
      2 * projects.indexOf(project) + (moduleId.endsWith(LONG) ? 0 : 1);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    // By default, Vitest leaves one core free, which is half of a small machine.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongFileFirst },
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
