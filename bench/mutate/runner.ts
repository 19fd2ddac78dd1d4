import { dirname, join } from 'node:path';
import { mergeConfig, type Plugin, type UserConfig } from 'vite';
import type { TestProjectConfiguration } from 'vitest/config';
import { createVitest, type InlineConfig, type TestModule, type Vitest } from 'vitest/node';
import { type Mutant, mutate } from './places.ts';

type Projects = readonly TestProjectConfiguration[];

/** Why a mutant cannot be placed any more. */
export const GONE = 'the source has changed since the mutant was chosen';

/** What came of a test file: null when it passed, else the first failure. */
export type Failure = string | null;

/** Vitest, kept running: the databases, the transformed sources and the browser serve every mutant. */
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
    const added = { plugins: [mutating, ...plugins], test: { ...test, isolate: true } };
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

  /** Every test file there is, from the root. */
  async testFiles(): Promise<string[]> {
    const specifications = await this.#vitest.globTestSpecifications();
    return specifications.map(({ moduleId }) => moduleId.slice(this.#root.length + 1));
  }

  /** Breaks one place, or with null nothing, in what is run from now on. */
  place(mutant: Mutant | null) {
    for (const one of [this.#mutant, mutant])
      if (one) this.#vitest.invalidateFile(join(this.#root, one.file));
    this.#mutant = mutant;
  }

  /** Runs a test file until its first failure. */
  async run(test: string): Promise<{ failure: Failure; module: TestModule | undefined }> {
    const path = join(this.#root, test);
    const specifications = await this.#vitest.globTestSpecifications([path]);
    const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications(
      specifications.filter(({ moduleId }) => moduleId === path),
    );
    // What earlier runs left is among the modules too.
    const module = testModules.find(({ moduleId }) => moduleId === path);
    const [unhandled] = unhandledErrors;
    const failure = module ? failureOf(module) : 'the test file was not run';
    return { failure: failure ?? (unhandled ? `unhandled: ${messageOf(unhandled)}` : null), module };
  }

  close = () => this.#vitest.close();
}

/** The project as it is configured, with our plugins before its own. */
function withAdded(
  root: string,
  project: TestProjectConfiguration,
  added: UserConfig,
): TestProjectConfiguration {
  if (typeof project === 'string') {
    const extended = join(root, project);
    // An inline project does not take its root from the configuration that it extends, as one given by its path does.
    return { ...added, extends: extended, root: dirname(extended) } as TestProjectConfiguration;
  }
  return mergeConfig(project as UserConfig, added) as TestProjectConfiguration;
}

const messageOf = (error: unknown) => String((error as Error).message ?? error).split('\n')[0] ?? '';

function failureOf(module: TestModule): Failure {
  if (module.state() !== 'failed') return null;
  for (const test of module.children.allTests('failed')) {
    const [error] = test.result().errors ?? [];
    return `${test.fullName}: ${messageOf(error)}`;
  }
  return messageOf(module.errors()[0] ?? 'failed');
}
