import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient, QueryResult } from 'pg';
import type { Fault } from './faults.ts';

/** Something that an actor does: a request or a job. Its statements wait for the scheduler. */
export interface Action {
  readonly id: number;
  /** The number of its statements waiting for their turn or in the database. */
  waiting: number;
}

/** A statement that is waiting for its turn, or has been sent. */
export interface Statement {
  readonly action: Action;
  readonly line: Line;
  readonly text: string;
  send(): Promise<unknown>;
  settle(reply: Promise<unknown>): void;
}

/** The statements of one connection, in order. */
interface Line {
  readonly client: PoolClient;
  readonly queue: Statement[];
  readonly sent: Set<Statement>;
}

/** Transactions that wait for each other. */
export class Deadlock extends Error {}

/** How long a statement runs before checking whether it is waiting for a lock, in milliseconds. */
const BEFORE_ASKING_MS = 3;

/**
 * Releases the statements of concurrent transactions one at a time. `settle` resolves once every action is waiting for
 * its turn, is waiting for a lock, or has ended. So the choice of the next statement depends only on the seed, however
 * fast the machine is.
 */
export class Scheduler {
  readonly #owner: Pool;
  readonly #fault: Fault | undefined;
  readonly #acting = new AsyncLocalStorage<Action>();
  readonly #lines = new Set<Line>();
  readonly #actions = new Set<Action>();
  #changes = 0;
  /** The number of connections that were blocked at the last check. */
  #blocked = 0;
  #tell: () => void = () => undefined;

  constructor(owner: Pool, fault?: Fault) {
    this.#owner = owner;
    this.#fault = fault;
  }

  /** Runs `work` as this action. */
  async act<T>(action: Action, work: () => Promise<T>): Promise<T> {
    this.#actions.add(action);
    try {
      return await this.#acting.run(action, work);
    } finally {
      this.#actions.delete(action);
      this.#notify();
    }
  }

  /** The id of the action that this code runs for. */
  get acting(): number {
    return this.#acting.getStore()?.id ?? NOBODY.id;
  }

  /** Makes the statements of a new connection wait for their turn. */
  attach(client: PoolClient): void {
    const line: Line = { client, queue: [], sent: new Set() };
    this.#lines.add(line);
    // Statements that are still queued fail when their turn comes.
    client.once('end', () => line.queue.length + line.sent.size === 0 && this.#lines.delete(line));
    const send = client.query.bind(client) as unknown as Send;
    const query = (...args: unknown[]) => {
      const action = this.#acting.getStore();
      const isOfDriver = typeof args.at(-1) === 'function' || 'submit' in Object(args[0]);
      if (!action || isOfDriver) return send(...args);
      return this.#wait(action, line, send, args);
    };
    const statusOf = client.getTransactionStatus.bind(client);
    // A COMMIT that nobody awaits looks like a completed one.
    const getTransactionStatus = () => (line.queue.at(-1)?.action === NOBODY ? 'I' : statusOf());
    Object.assign(client, { query, getTransactionStatus });
  }

  #wait(action: Action, line: Line, send: Send, args: unknown[]): Promise<unknown> {
    const { text } = typeof args[0] === 'string' ? { text: args[0] } : (args[0] as { text: string });
    const rewritten = this.#fault?.rewrite?.(text) ?? text;
    const [first, ...rest] = args;
    const given = typeof first === 'string' ? rewritten : { ...(first as object), text: rewritten };
    const plainly = () => send(given, ...rest) as Promise<QueryResult>;
    const around = this.#fault?.around?.bind(this.#fault);
    const statement = around ? () => around({ text, args, send }, plainly) : plainly;
    if (text === 'commit' && this.#fault?.awaitsNoCommit) {
      line.queue.push({ action: NOBODY, line, text, send: statement, settle: () => undefined });
      return Promise.resolve({ command: 'COMMIT', rows: [] });
    }
    action.waiting += 1;
    return new Promise((resolve) => {
      line.queue.push({ action, line, text, send: statement, settle: resolve });
      this.#notify();
    });
  }

  /** The statements that could be next, in an order that depends only on the actions' ids. */
  get waiting(): Statement[] {
    const heads = [...this.#lines].flatMap(({ queue, sent }) => (sent.size > 0 ? [] : queue.slice(0, 1)));
    return heads.sort((one, other) => one.action.id - other.action.id);
  }

  get isIdle(): boolean {
    return this.#actions.size === 0 && this.waiting.length === 0;
  }

  /** Sends a statement. The one after `begin` needs no separate turn, because nothing can happen in between. */
  release({ line }: Statement): string {
    const first = this.#send(line.queue.shift());
    return first.startsWith('begin') && line.queue.length > 0 ? this.#send(line.queue.shift()) : first;
  }

  #send(statement: Statement | undefined): string {
    if (!statement) throw new Error('no statement waits on this connection');
    this.#track(statement, statement.send());
    return statement.text;
  }

  #track(statement: Statement, reply: Promise<unknown>): void {
    const { line, action } = statement;
    line.sent.add(statement);
    const done = () => {
      line.sent.delete(statement);
      action.waiting -= 1;
      statement.settle(reply);
      this.#notify();
    };
    reply.then(done, done);
  }

  /** Ends the statement's connection before the statement is sent, or afterwards, so that only its reply is lost. */
  async crash(statement: Statement, when: 'before' | 'after'): Promise<void> {
    const { line } = statement;
    line.queue.shift();
    const lost = async () => {
      if (when === 'after') await statement.send();
      await this.#owner.query('select pg_terminate_backend($1, 10000)', [pidOf(line.client)]);
      throw new Error('the connection was lost');
    };
    this.#track(statement, lost());
  }

  /** Waits until nothing happens unless the scheduler releases a statement. */
  async settle(ignoring: 'nothing' | 'deadlocks' = 'nothing'): Promise<void> {
    for (;;) {
      const seen = this.#changes;
      const changed = new Promise<void>((resolve) => {
        this.#tell = resolve;
      });
      if ([...this.#actions].some((action) => action.waiting === 0)) {
        await changed;
        continue;
      }
      const sent = [...this.#lines].filter((line) => line.sent.size > 0);
      if (sent.length === 0) return;
      // Most statements take less than this, so no check is needed.
      if (this.#blocked !== sent.length) await Promise.race([changed, delay(BEFORE_ASKING_MS)]);
      if (this.#changes !== seen) continue;
      const isBlocked = await this.#areBlocked(
        sent.map(({ client }) => pidOf(client)),
        ignoring,
      );
      // While a statement runs, the next check comes after a pause too.
      this.#blocked = isBlocked ? sent.length : 0;
      if (isBlocked && this.#changes === seen) return;
    }
  }

  /** Whether each of these is waiting for a lock that will not be released before the next statement is sent. */
  async #areBlocked(pids: number[], ignoring: 'nothing' | 'deadlocks'): Promise<boolean> {
    const { rows } = await this.#owner.query<{ pid: number; by: number[] }>({
      name: 'blocking pids',
      text: 'select pid, pg_blocking_pids(pid) as by from unnest($1::int[]) as pid',
      values: [pids],
    });
    if (rows.some(({ by }) => by.length === 0)) return false;
    const waits = new Map(rows.map(({ pid, by }) => [pid, by]));
    const ends = (pid: number, path: number[]): boolean =>
      (waits.get(pid) ?? []).some((by) => !waits.has(by) || (!path.includes(by) && ends(by, [...path, by])));
    if (pids.every((pid) => ends(pid, [pid]))) return true;
    if (ignoring === 'deadlocks') return false;
    throw new Deadlock('transactions wait for each other');
  }

  #notify(): void {
    this.#changes += 1;
    this.#tell();
  }
}

type Send = (...args: unknown[]) => Promise<unknown>;

/** The action of statements that no action awaits. */
const NOBODY: Action = { id: 0, waiting: 0 };

const pidOf = (client: PoolClient) => (client as PoolClient & { processID: number }).processID;

/** A statement for a trace: what it does and to which table, without values. */
export function nameOf(text: string): string {
  const plain = text.replaceAll('"', '').replace(/\s+/g, ' ').trim();
  const table = /\b(?:into|update|from) (\w+)/.exec(plain)?.[1] ?? '';
  const lock = /\bfor (no key update|share|update)\b/.exec(plain)?.[0] ?? '';
  return [plain.split(' ', 1)[0], table, lock].filter(Boolean).join(' ');
}
