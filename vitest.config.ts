import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { serverProjects } from './server/vitest.projects.ts';

// A time limit ends what hangs: it must not end what a busy machine is slow at.
const patient = { testTimeout: 120_000, hookTimeout: 120_000 };

/** Small files that take long, most of it waiting. By default, the largest files are first and these would be last. */
const SLOW =
  /(kills|simulation|worlds|year|jobs|jobs-failing|full-disk|full-disk-mail|connections|smoke)\.test\.ts$/;

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    // One more than the cores, because tests often wait: for the database, a frame, a process. By default, Vitest leaves one
    // core free.
    maxWorkers: availableParallelism() + 1,
    projects: [
      // Loading the contract for each file would take longer than the tests, which leave nothing behind.
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'], isolate: false, ...patient } },
      { test: { name: 'embedded-database', include: ['embedded-database/src/*.test.ts'], ...patient } },
      { test: { name: 'scripts', include: ['scripts/**/*.test.mjs', 'bench/**/*.test.ts'], ...patient } },
      ...serverProjects,
      'web/vitest.config.ts',
      'web/vitest.screens.config.ts',
    ],
  },
});
