import { join } from 'node:path';
import type { TestProjectConfiguration } from 'vitest/config';
import { type Mutant, sourceFiles } from './places.ts';
import { type Reached, recordReach } from './reach.ts';
import { type Failure, Runner } from './runner.ts';

/** The messages to and from the Vitest process: one answer per order. */
export type Order = { mutant: Mutant | null; tests: readonly string[] };
export interface Answer {
  failure: Failure;
  milliseconds: number;
  reached: string[];
}

// A separate process, because a mutant that never ends can only be killed.
const [root = '', mode = ''] = process.argv.slice(2);
const { default: config } = (await import(join(root, 'vitest.config.ts'))) as {
  default: { test: { projects: TestProjectConfiguration[] } };
};
const recording = mode === 'record';
const runner = await Runner.start(
  root,
  config.test.projects,
  recording ? [recordReach(root, sourceFiles(root))] : [],
  recording
    ? { setupFiles: [join(import.meta.dirname, 'setup.ts')], testTimeout: 300_000, isolate: true }
    : { testTimeout: 60_000 },
);
process.send?.({ tests: await runner.testFiles() });

process.on('message', async ({ mutant, tests }: Order) => {
  runner.place(mutant);
  const began = performance.now();
  const { failure, modules } = await runner.run(tests);
  const reached = modules.flatMap((module) => (module.meta() as Reached).reached ?? []);
  process.send?.({ failure, milliseconds: performance.now() - began, reached } satisfies Answer);
});
process.on('disconnect', () => runner.close().finally(() => process.exit()));
