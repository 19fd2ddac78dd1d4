import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { EmbeddedDatabase, EmbeddedOptions } from '../src/index.ts';
import type { WritingServer } from './crash-rounds.ts';

/** A separate process with an embedded database, which can be killed without ending the test. */
export interface EmbeddedProcess extends WritingServer {
  process: ChildProcess;
  connection: EmbeddedDatabase['connection'];
  /** The supervisor's log so far. */
  logged: readonly string[];
  /** Makes it call `process.exit` without any cleanup. */
  exit(): Promise<void>;
}

/** The account to run the process under, if different from the test's own. */
interface As {
  uid?: number;
  gid?: number;
}

/**
 * Starts the process. `ready` resolves when its database responds, and rejects with the refusal if it does
 * not start.
 */
export function launchEmbedded(
  options: Omit<EmbeddedOptions, 'log'>,
  account: As = {},
): { child: ChildProcess; ready: Promise<EmbeddedProcess> } {
  const program = join(import.meta.dirname, 'program.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', program, JSON.stringify(options)], {
    ...account,
    cwd: import.meta.dirname,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  const logged: string[] = [];
  const awaited = new Map<string, { resolve: (answer: string) => void; reject: (error: Error) => void }>();
  let ended = false;
  const answerTo = (order: string) =>
    new Promise<string>((resolve, reject) => {
      if (ended) reject(new Error('the process has ended'));
      else awaited.set(order, { resolve, reject });
    });
  const started = answerTo('start');

  child.stdin.on('error', () => undefined);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [word = '', order = '', said = ''] = line.split('\t');
    if (word === 'logged') logged.push(order);
    if (word === 'done') awaited.get(order)?.resolve(said);
    if (word === 'failed') awaited.get(order)?.reject(new Error(said));
    if (word !== 'logged') awaited.delete(order);
  });
  child.stdout.once('close', () => {
    ended = true;
    for (const { reject } of awaited.values()) reject(new Error('the process ended without an answer'));
  });
  const ask = (order: string) => {
    const answer = answerTo(order);
    child.stdin.write(`${order}\n`);
    return answer;
  };

  const ready = started.then((connection) => ({
    process: child,
    pid: child.pid ?? 0,
    connection: JSON.parse(connection),
    logged,
    async write(id: string) {
      await ask(`write ${id}`);
    },
    async read() {
      return (await ask('read')).split(',').filter(Boolean);
    },
    async stop() {
      child.kill('SIGTERM');
      const [code] = await exit;
      return code;
    },
    async killed() {
      child.kill('SIGKILL');
      await exit;
    },
    async exit() {
      child.stdin.write('exit\n');
      await exit;
    },
  }));
  return { child, ready };
}
