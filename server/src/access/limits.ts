import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { span } from '@waypost/contract/budgets/rules';
import { Refusal } from '@waypost/contract/refusal';
import type { Tx } from '../database/connect.ts';
import type { Transaction } from './handler.ts';

/** How many tries somebody has within how many minutes, counted from the first of them. */
export interface Limit {
  readonly name: string;
  readonly tries: number;
  readonly minutes: number;
}

/** One limit as it binds one account, address or network. */
export interface Bound {
  readonly limit: Limit;
  readonly who: string;
  /** How much of the limit a try takes: 1 unless given. */
  readonly units?: number;
}

/** Too many tries: the reply's `Retry-After` says when it is worth another, in seconds. */
export class TooManyTries extends Refusal {
  readonly retryAfter: number;

  constructor(retryAfter: number, detail = `Try again in ${span(retryAfter)}.`) {
    super('too-many', detail);
    this.retryAfter = retryAfter;
  }
}

/**
 * Runs `work` in a transaction, unless a limit is reached: then refuses with 429. `counted` limits count this
 * try before it is made, so that tries made at once cannot slip past together; of `failed` ones it is only
 * asked whether they are reached, for they count what went wrong, later, by `countTry`.
 */
export async function withinLimits<T>(
  transaction: Transaction,
  now: Date,
  { counted = [], failed = [] }: { counted?: Bound[]; failed?: Bound[] },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  // Refused only after the transaction, so that the count is kept.
  const outcome = await transaction(async (tx) => {
    const waits = await Promise.all([
      ...counted.map((bound) => countTry(tx, bound, now)),
      ...failed.map((bound) => findWait(tx, bound, now)),
    ]);
    const wait = Math.max(0, ...waits);
    return wait > 0 ? { wait } : { result: await work(tx) };
  });
  if ('wait' in outcome) throw new TooManyTries(outcome.wait);
  return outcome.result;
}

/** Counts a try. Answers how many seconds too early it came, 0 within the limit. */
export async function countTry(tx: Tx, bound: Bound, now: Date): Promise<number> {
  const { count, wait } = await countTries(tx, bound, now, bound.units ?? 1);
  return count > bound.limit.tries ? wait : 0;
}

/** Counts several tries at once. Answers how many there are now, and in how many seconds they are forgotten. */
export async function countTries(
  tx: Tx,
  { limit, who }: Bound,
  now: Date,
  tries: number,
): Promise<{ count: number; wait: number }> {
  const ends = new Date(now.getTime() + limit.minutes * 60_000);
  const { rows } = await tx.client.query<{ count: number; ends_at: Date }>({
    name: 'count_tries',
    text: `insert into tries (key, count, ends_at) values ($1, $4, $2)
      on conflict (key) do update set
        count = case when tries.ends_at > $3 then tries.count + $4 else $4 end,
        ends_at = case when tries.ends_at > $3 then tries.ends_at else excluded.ends_at end
      returning count, ends_at`,
    values: [keyOf(limit, who), ends, now, tries],
  });
  const [row] = rows;
  if (!row) throw new Error('the tries were not counted');
  return { count: row.count, wait: secondsUntil(row.ends_at, now) };
}

/** How often each of these was tried in the span that is still running; undefined where none is. */
export async function findTries(
  tx: Tx,
  bounds: readonly Bound[],
  now: Date,
): Promise<({ count: number; endsAt: Date } | undefined)[]> {
  const keys = bounds.map(({ limit, who }) => keyOf(limit, who));
  const { rows } = await tx.client.query<{ key: Buffer; count: number; ends_at: Date }>({
    name: 'find_tries',
    text: 'select key, count, ends_at from tries where key = any($1::bytea[]) and ends_at > $2',
    values: [keys, now],
  });
  return keys.map((key) => {
    const row = rows.find((one) => one.key.equals(key));
    return row && { count: row.count, endsAt: row.ends_at };
  });
}

/** Takes back the try that went well, and leaves those of others. */
export async function returnTry(tx: Tx, { limit, who }: Bound): Promise<void> {
  await tx.client.query({
    name: 'return_try',
    text: 'update tries set count = greatest(count - 1, 0) where key = $1',
    values: [keyOf(limit, who)],
  });
}

/** Forgets the tries that led to one that went well. */
export async function forgetTries(tx: Tx, { limit, who }: Bound): Promise<void> {
  await tx.client.query({
    name: 'forget_tries',
    text: 'delete from tries where key = $1',
    values: [keyOf(limit, who)],
  });
}

async function findWait(tx: Tx, { limit, who }: Bound, now: Date): Promise<number> {
  const { rows } = await tx.client.query<{ ends_at: Date }>({
    name: 'find_wait',
    text: 'select ends_at from tries where key = $1 and count >= $2 and ends_at > $3',
    values: [keyOf(limit, who), limit.tries, now],
  });
  return rows[0] ? secondsUntil(rows[0].ends_at, now) : 0;
}

/**
 * The network an address belongs to: an IPv4 address alone, an IPv6 one with the 2^64 others that one
 * household or school is given.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [head = '', tail] = address.replace(/%.*/, '').split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

// Hashed: the table need not say who failed to sign in, or from where.
const keyOf = (limit: Limit, who: string) => createHash('sha256').update(`${limit.name}\n${who}`).digest();

const secondsUntil = (end: Date, now: Date) => Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));
