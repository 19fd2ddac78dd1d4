import { AsyncLocalStorage } from 'node:async_hooks';
import { networkOf } from './addresses.ts';
import type { Payer } from './call-turns.ts';
import { TooManyTries } from './limits.ts';

export interface CostLimit {
  /** How many concurrent calls a caller may have on average. */
  atOnce: number;
  /** How many seconds of work they may owe. */
  ahead: number;
  /** How many database connections their calls may have at once; other calls wait. */
  connections: number;
  /** How many of their calls may wait for one. */
  waiting: number;
}

export interface CostLimits {
  account: CostLimit;
  /** All callers who are not logged in: a whole school shares one address. */
  network: CostLimit;
  /**
   * How many passwords of strangers may be hashed in vain for one network: this many in a row, then this many per second.
   * Beyond that, its strangers' passwords are hashed one at a time.
   */
  hashes: { inARow: number; perSecond: number };
}

/** Far above what a person's browser or a program with a few concurrent calls needs, however slow each call is. */
export const COST_LIMITS: CostLimits = {
  account: { atOnce: 8, ahead: 960, connections: 2, waiting: 200 },
  // As many as one address has connections, so that nobody can close the queue to the others of a school.
  network: { atOnce: 8, ahead: 960, connections: 2, waiting: 2000 },
  // A few percent mistype when a whole school logs in within minutes, and a class signs up at the same moment.
  hashes: { inARow: 60, perSecond: 4 },
};

/** How many callers and sessions are remembered. The oldest are evicted first. */
const REMEMBERED = 50_000;

/** In this time, half of the work done for a caller is forgotten. */
const HALF_LIFE_SECONDS = 60;

/** As of the moment `at`; `running` calls are adding to it. */
interface Account extends Payer {
  limit: CostLimit;
  /** Seconds of work not paid off yet. */
  owed: number;
  /** Seconds of work done lately. */
  lately: number;
  at: number;
  running: number;
}

export type Costs = ReturnType<typeof makeCosts>;
export type Bill = ReturnType<Costs>;

/**
 * Measures how long each caller's calls keep this server busy, and refuses callers who use too much: a caller owes the
 * time that their calls took, and pays off `atOnce` seconds per second. Each server counts in its own memory, because
 * it protects its own time. `clock` returns milliseconds.
 */
export function makeCosts(limits: CostLimits = COST_LIMITS, clock: () => number = () => performance.now()) {
  const accounts = new Map<string, Account>();
  /** Running calls of all callers. */
  let running = 0;
  /** The account of each session, known before the database is queried. */
  const holders = new Map<string, string>();
  /** Hashes made in vain for each network and not paid off yet, as of the moment `at`. */
  const hashes = new Map<string, { owed: number; at: number }>();

  const accountOf = (who: string, limit: CostLimit) =>
    remember(accounts, who, accounts.get(who) ?? openAccount(limit));

  function openAccount(limit: CostLimit): Account {
    const used = () => {
      settle(account, 0);
      return account.lately;
    };
    const { connections: places, waiting } = limit;
    const account = { limit, owed: 0, lately: 0, at: clock(), running: 0, used, places, waiting };
    return account;
  }

  function settle(account: Account, started: 1 | 0 | -1): void {
    const now = clock();
    const seconds = (now - account.at) / 1000;
    account.owed = Math.max(0, account.owed + seconds * (account.running - account.limit.atOnce));
    account.lately = account.lately * 0.5 ** (seconds / HALF_LIFE_SECONDS) + seconds * account.running;
    account.at = now;
    account.running += started;
    running += started;
  }

  function hashesOf(network: string) {
    const now = clock();
    const { owed, at } = hashes.get(network) ?? { owed: 0, at: now };
    const left = Math.max(0, owed - ((now - at) / 1000) * limits.hashes.perSecond);
    return remember(hashes, network, { owed: left, at: now });
  }

  /** Starts to count a call, or refuses it with 429. `session` is the hash of the session token, if one was sent. */
  return function begin(session: Buffer | null, address: string) {
    const key = session?.toString('base64') ?? '';
    const holder = holders.get(key);
    let account = holder
      ? accountOf(holder, limits.account)
      : accountOf(`network ${networkOf(address)}`, limits.network);
    settle(account, 0);
    const over = account.owed - account.limit.ahead;
    // A caller who is alone on the server slows nobody down.
    if (over > 0 && running > account.running) throw new TooManyTries(Math.ceil(over / account.limit.atOnce));
    settle(account, 1);
    let counts = true;

    return {
      /** Charges this account from now on, once the caller is known. */
      of(id: string): void {
        const theirs = accountOf(id, limits.account);
        remember(holders, key, id);
        if (theirs === account) return;
        if (counts) settle(account, -1);
        account = theirs;
        if (counts) settle(account, 1);
      },
      /** Stops counting until `resume`. */
      pause(): void {
        if (counts) settle(account, -1);
        counts = false;
      },
      resume(): void {
        if (!counts) settle(account, 1);
        counts = true;
      },
      /** Who pays at this moment. */
      payer: (): Payer => account,
      /** Whether too many passwords were hashed in vain for this network. */
      wastesHashes: (): boolean => hashesOf(networkOf(address)).owed >= limits.hashes.inARow,
      /** Counts a hash that was made in vain. */
      chargeHash(): void {
        hashesOf(networkOf(address)).owed += 1;
      },
    };
  };
}

const bills = new AsyncLocalStorage<Bill>();

/** Serves a call with this bill, so that `uncounted` can pause it. */
export const runWithBill = <T>(bill: Bill, serve: () => T): T => bills.run(bill, serve);

/** Who pays for the call being served; null outside of a call. */
export const payerServed = (): Payer | null => bills.getStore()?.payer() ?? null;

/**
 * Whether the caller's network has had too many passwords hashed in vain. Hashing takes most of a server's time. Only
 * wrong passwords and sign-ups are in vain, so a school that logs in all at once is not affected.
 */
export const wastesHashes = (): boolean => bills.getStore()?.wastesHashes() ?? false;

/** Counts a stranger's wrong password or a sign-up. */
export const chargeHash = (): void => bills.getStore()?.chargeHash();

/**
 * Waits for a turn at a gate or for a connection without counting it, because waiting costs the server nothing.
 * Otherwise a school that logs in all at once from one address would be refused for its own queue.
 */
export async function uncounted<T>(turn: Promise<T>): Promise<T> {
  const bill = bills.getStore();
  bill?.pause();
  try {
    return await turn;
  } finally {
    bill?.resume();
  }
}

function remember<T>(all: Map<string, T>, key: string, value: T): T {
  all.delete(key);
  all.set(key, value);
  const [oldest] = all.keys();
  if (all.size > REMEMBERED && oldest !== undefined) all.delete(oldest);
  return value;
}

/** Counts the time to produce each batch, but not the time that its reader takes. */
export async function* countBatches<T>(bill: Bill, batches: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    while (true) {
      bill.resume();
      const { done, value } = await batches.next();
      bill.pause();
      if (done) return;
      yield value;
    }
  } finally {
    bill.pause();
    await batches.return(undefined);
  }
}
