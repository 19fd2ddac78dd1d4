import { dirname, join } from 'node:path';
import { mergeConfig, type Plugin, type UserConfig } from 'vite';
import type { TestProjectConfiguration } from 'vitest/config';
import { BaseSequencer, createVitest, type InlineConfig, type TestModule, type Vitest } from 'vitest/node';
import { type Mutant, mutate } from './places.ts';

type Projects = readonly TestProjectConfiguration[];

/** Why a mutant can no longer be applied. */
export const GONE = 'the source has changed since the mutant was chosen';

/** The result of running test files: null if they passed, otherwise the first failure and its file. */
export type Failure = { test: string; message: string } | null;

/** A running Vitest. The databases, the transformed sources and the browser are reused for every mutant. */
export class Runner {
  readonly #vitest: Vitest;
  readonly #root: string;
  #mutant: Mutant | null = null;

  private constructor(vitest: Vitest, root: string) {
    this.#vitest = vitest;
    this.#root = root;
  }

  static async start(root: string, projects: Projects, plugins: Plugin[], test: InlineConfig) {
    let runner: Runner | null = null;
    const mutating: Plugin = {
      name: 'mutate',
      enforce: 'pre',
      transform: (text, id) => runner?.mutated(text, id) ?? null,
    };
    const added = { plugins: [mutating, ...plugins], test: { ...test, maxWorkers: 1 } };
    const vitest = await createVitest(
      'test',
      {
        config: false,
        root,
        watch: false,
        bail: 1,
        maxWorkers: 1,
        cache: false,
        reporters: [{}],
        passWithNoTests: true,
        sequence: { sequencer: AsGiven },
      },
      { test: { projects: projects.map((project) => withAdded(root, project, added)) } },
    );
    runner = new Runner(vitest, root);
    await vitest.standalone();
    return runner;
  }

  mutated(text: string, id: string) {
    const mutant = this.#mutant;
    if (!mutant || id.split('?')[0] !== join(this.#root, mutant.file)) return null;
    const code = mutate(text, mutant);
    if (code === null) throw new Error(GONE);
    return { code, map: null };
  }

  /** Every test file, relative to the root. */
  async testFiles(): Promise<string[]> {
    const specifications = await this.#vitest.globTestSpecifications();
    return specifications.map(({ moduleId }) => moduleId.slice(this.#root.length + 1));
  }

  /** Applies a mutant to everything that runs from now on, or none if null. */
  place(mutant: Mutant | null) {
    for (const one of [this.#mutant, mutant])
      if (one) this.#vitest.invalidateFile(join(this.#root, one.file));
    this.#mutant = mutant;
  }

  /**
   * Runs test files until the first failure. Files of a project with shared modules load them once, in a
   * process (or a frame) that ends with the run, so no module with an earlier mutant remains.
   */
  async run(tests: readonly string[]): Promise<{ failure: Failure; modules: TestModule[] }> {
    const paths = tests.map((test) => join(this.#root, test));
    const found = await this.#vitest.globTestSpecifications(paths);
    const specifications = paths.flatMap((path) => found.filter(({ moduleId }) => moduleId === path));
    const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications(specifications);
    // The list also contains modules of earlier runs.
    const modules = testModules.filter(({ moduleId }) => paths.includes(moduleId));
    const failed = modules.find((module) => module.state() === 'failed');
    const [unhandled] = unhandledErrors;
    const nameOf = ({ moduleId }: TestModule) => moduleId.slice(this.#root.length + 1);
    if (failed) return { failure: { test: nameOf(failed), message: failureOf(failed) }, modules };
    const [first] = modules;
    if (!first)
      throw new Error(`no test file was run: ${unhandled ? messageOf(unhandled) : tests.join(', ')}`);
    return {
      failure: unhandled ? { test: nameOf(first), message: `unhandled: ${messageOf(unhandled)}` } : null,
      modules,
    };
  }

  close = () => this.#vitest.close();
}

/** The project's configuration, with our plugins before its own. */
function withAdded(
  root: string,
  project: TestProjectConfiguration,
  added: UserConfig,
): TestProjectConfiguration {
  if (typeof project === 'string') {
    const extended = join(root, project);
    // Unlike a project given by its path, an inline project does not take its root from the configuration
    // that it extends.
    return { ...added, extends: extended, root: dirname(extended) } as TestProjectConfiguration;
  }
  return mergeConfig(project as UserConfig, added) as TestProjectConfiguration;
}

const messageOf = (error: unknown) => String((error as Error).message ?? error).split('\n')[0] ?? '';

function failureOf(module: TestModule): string {
  for (const test of module.children.allTests('failed')) {
    const [error] = test.result().errors ?? [];
    return `${test.fullName}: ${messageOf(error)}`;
  }
  return messageOf(module.errors()[0] ?? 'failed');
}

/** Runs the files in the given order, because the most likely to fail are first. */
class AsGiven extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    return files;
  }
}
