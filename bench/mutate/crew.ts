import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Answer, Order } from './worker.ts';

/** Runs test files in the process of worker.ts, which is replaced if a mutant never ends. */
export class Crew {
  readonly #root: string;
  readonly #mode: 'record' | 'mutate';
  #child: ChildProcess | null = null;
  #tests: string[] = [];

  constructor(root: string, mode: 'record' | 'mutate') {
    this.#root = root;
    this.#mode = mode;
  }

  async testFiles(): Promise<string[]> {
    await this.#started();
    return this.#tests;
  }

  /** Returns the result, or null if it took too long. */
  async run(order: Order, milliseconds: number): Promise<Answer | null> {
    const child = await this.#started();
    child.send(order);
    // Not AbortSignal.timeout(): Node 20 may garbage-collect a signal that only AbortSignal.any() refers to,
    // and it never fires.
    const over = new AbortController();
    const { signal } = over;
    const timer = setTimeout(() => over.abort(), milliseconds);
    try {
      const [answer] = await Promise.race([
        once(child, 'message', { signal }),
        once(child, 'exit', { signal }).then(() => {
          throw new Error('the process ended');
        }),
      ]);
      return answer as Answer;
    } catch {
      await this.#kill();
      return null;
    } finally {
      clearTimeout(timer);
      over.abort();
    }
  }

  async close() {
    if (this.#child?.connected) {
      const gone = once(this.#child, 'exit');
      this.#child.disconnect();
      await gone;
    }
  }

  async #started(): Promise<ChildProcess> {
    if (this.#child) return this.#child;
    const child = fork(join(import.meta.dirname, 'worker.ts'), [this.#root, this.#mode], {
      execArgv: ['--import', 'tsx'],
      cwd: this.#root,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const [{ tests }] = (await once(child, 'message')) as [{ tests: string[] }];
    this.#tests = tests;
    this.#child = child;
    return child;
  }

  /** Kills the process and the workers it started. */
  async #kill() {
    const child = this.#child;
    this.#child = null;
    if (!child?.pid || child.exitCode !== null) return;
    const gone = once(child, 'exit');
    process.kill(-child.pid, 'SIGKILL');
    await gone;
  }
}
