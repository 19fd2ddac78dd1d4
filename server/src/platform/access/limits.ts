import { createHash } from 'node:crypto';
import { t } from '@waypost/contract/i18n';
import { span } from '@waypost/contract/platform/budgets/rules';
import { Refusal } from '@waypost/contract/refusal';
import type { Tx } from '../database/connect.ts';
import type { Transaction } from './handler.ts';

/** How many tries are allowed within how many minutes, counted from the first one. */
export interface Limit {
  readonly name: string;
  readonly tries: number;
  readonly minutes: number;
}

/** A limit for one account, address or network. */
export interface Bound {
  readonly limit: Limit;
  readonly who: string;
  /** How much of the limit a try uses: 1 by default. */
  readonly units?: number;
}

/** Too many tries. `Retry-After` says when to retry, in seconds. */
export class TooManyTries extends Refusal {
  readonly retryAfter: number;

  constructor(retryAfter: number, detail = t('Try again in {wait}.', { wait: span(retryAfter) })) {
    super('too-many', detail);
    this.retryAfter = retryAfter;
  }
}

/**
 * Runs `work` in a transaction, or refuses with 429 if a limit is reached. The try is counted before it is made, so
 * concurrent tries cannot slip through together. `bounds` are in the order of `countInOrder`.
 */
export async function withinLimits<T>(
  transaction: Transaction,
  now: Date,
  bounds: readonly Bound[],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  // Refuses after the transaction, so the count is committed.
  const outcome = await transaction(async (tx) => {
    const wait = await countInOrder(tx, bounds, now);
    return wait > 0 ? { wait } : { result: await work(tx) };
  });
  if ('wait' in outcome) throw new TooManyTries(outcome.wait);
  return outcome.result;
}

/**
 * Counts a try on each bound until one is reached. Returns how many seconds too early it came, or 0 within all limits.
 * The caller's own bounds come first and those that they share with others last: a try that is refused must not count
 * on a bound that others need.
 */
export async function countInOrder(tx: Tx, bounds: readonly Bound[], now: Date): Promise<number> {
  for (const bound of bounds) {
    const wait = await countTry(tx, bound, now);
    if (wait > 0) return wait;
  }
  return 0;
}

/** Whether a limit has been reached, without counting a try. */
export async function isReached(tx: Tx, { limit, who }: Bound, now: Date): Promise<boolean> {
  const { rows } = await tx.client.query({
    name: 'find_reached',
    text: 'select from tries where key = $1 and count >= $2 and ends_at > $3 and ends_at <= $4',
    values: [keyOf(limit, who), limit.tries, now, lastEnd(limit, now)],
  });
  return rows.length > 0;
}

/** Counts a try. Returns how many seconds too early it came, or 0 within the limit. */
export async function countTry(tx: Tx, bound: Bound, now: Date): Promise<number> {
  const { count, wait } = await countTries(tx, bound, now, bound.units ?? 1);
  return count > bound.limit.tries ? wait : 0;
}

/** How much the servers' clocks may differ. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/**
 * The latest moment at which a running period can end. One that ends later started while a clock was ahead, and would
 * lock people out for as long as the clock had jumped.
 */
const lastEnd = ({ minutes }: Limit, now: Date) =>
  new Date(now.getTime() + minutes * 60_000 + CLOCKS_DIFFER_MS);

/** Counts several tries at once. Returns their number, and in how many seconds they expire. */
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
        count = case when tries.ends_at > $3 and tries.ends_at <= $5 then tries.count + $4 else $4 end,
        ends_at = case when tries.ends_at > $3 and tries.ends_at <= $5 then tries.ends_at else excluded.ends_at end
      returning count, ends_at`,
    values: [keyOf(limit, who), ends, now, tries, lastEnd(limit, now)],
  });
  const [row] = rows;
  if (!row) throw new Error('the tries were not counted');
  return { count: row.count, wait: secondsUntil(row.ends_at, now) };
}

/** The number of tries for each in its current period; undefined if none is running. */
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
  return bounds.map(({ limit }, index) => {
    const row = rows.find((one) => keys[index]?.equals(one.key) && one.ends_at <= lastEnd(limit, now));
    return row && { count: row.count, endsAt: row.ends_at };
  });
}

/** Takes back one successful try on each bound; the others still count. */
export async function refundTry(tx: Tx, bounds: readonly Bound[]): Promise<void> {
  await tx.client.query({
    name: 'return_try',
    text: 'update tries set count = greatest(count - 1, 0) where key = any($1::bytea[])',
    values: [bounds.map(({ limit, who }) => keyOf(limit, who))],
  });
}

/** Deletes the tries before a successful one. */
export async function forgetTries(tx: Tx, { limit, who }: Bound): Promise<void> {
  await tx.client.query({
    name: 'forget_tries',
    text: 'delete from tries where key = $1',
    values: [keyOf(limit, who)],
  });
}

// Hashed, so that the table does not reveal who failed to log in, or from where.
const keyOf = (limit: Limit, who: string) => createHash('sha256').update(`${limit.name}\n${who}`).digest();

const secondsUntil = (end: Date, now: Date) => Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));
