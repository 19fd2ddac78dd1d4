import { TooManyTries } from './limits.ts';

/** Whoever pays for a call. */
export interface Payer {
  /** Seconds of the server's time that their calls took lately. */
  used(): number;
  /** How many places their calls may have at once. */
  readonly places: number;
  /** How many more of their calls may wait. */
  readonly waiting: number;
}

interface Waiting {
  payer: Payer | null;
  enter: () => void;
  refuse: () => void;
}

/** How many seconds a refused caller should wait before retrying. */
const RETRY_SECONDS = 5;

/** Payers who used no more seconds than this are served in the order in which they came. */
const A_LITTLE = 5;

/** How many calls may wait. */
const MOST_WAITING = 2000;

/**
 * Shares `places` among payers. When all are taken, the next goes to the payer who used the least time lately, so one
 * who sends many calls waits for what the others leave. The server's own work has no payer. Refuses with 429 a payer of
 * whom too many wait; if more than `most` would wait, the payer of whom the most do. Fails after `patience` milliseconds.
 */
export function makeTurns(places: number, patience: number, most = MOST_WAITING) {
  const taken = new Map<Payer | null, number>();
  /** In the order in which they came. */
  const waiting = new Set<Waiting>();
  const waitingOf = new Map<Payer | null, number>();
  let free = places;

  const mayTake = (payer: Payer | null) =>
    free > 0 && (payer === null || (taken.get(payer) ?? 0) < payer.places);

  function take(payer: Payer | null): void {
    free -= 1;
    add(taken, payer, 1);
  }

  function leave(payer: Payer | null): void {
    free += 1;
    add(taken, payer, -1);
    const next = findNext();
    if (!next) return;
    stopWaiting(next);
    // The place is passed on without being freed, so a newcomer cannot take it.
    take(next.payer);
    next.enter();
  }

  function findNext(): Waiting | null {
    let next: Waiting | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const one of waiting) {
      const used = Math.max(A_LITTLE, one.payer?.used() ?? 0);
      if (used >= least || !mayTake(one.payer)) continue;
      next = one;
      least = used;
      if (least === A_LITTLE) break;
    }
    return next;
  }

  function stopWaiting(one: Waiting): void {
    waiting.delete(one);
    add(waitingOf, one.payer, -1);
  }

  /** Refuses the last call of the payer of whom the most wait, unless the newcomer would then have as many. */
  function makeRoom(own: number): boolean {
    const [payer, count] = [...waitingOf].reduce((a, b) => (b[1] > a[1] ? b : a));
    if (count <= own + 1) return false;
    const last = [...waiting].findLast((one) => one.payer === payer);
    if (!last) return false;
    stopWaiting(last);
    last.refuse();
    return true;
  }

  async function join(payer: Payer | null): Promise<void> {
    const own = waitingOf.get(payer) ?? 0;
    if (own >= (payer?.waiting ?? most) || (waiting.size >= most && !makeRoom(own)))
      throw new TooManyTries(RETRY_SECONDS);
    await new Promise<void>((resolve, reject) => {
      const giveUp = setTimeout(() => {
        stopWaiting(one);
        reject(new Error('no connection became free'));
      }, patience);
      const enter = () => {
        clearTimeout(giveUp);
        resolve();
      };
      const refuse = () => {
        clearTimeout(giveUp);
        reject(new TooManyTries(RETRY_SECONDS));
      };
      const one = { payer, enter, refuse };
      waiting.add(one);
      add(waitingOf, payer, 1);
    });
  }

  /** Waits for a place. The returned function gives it back. */
  return async function enter(payer: Payer | null): Promise<() => void> {
    if (mayTake(payer)) take(payer);
    else await join(payer);
    return () => leave(payer);
  };
}

/** Adds to a number in a map. Removes it at zero. */
function add<Key>(numbers: Map<Key, number>, key: Key, difference: number): void {
  const sum = (numbers.get(key) ?? 0) + difference;
  if (sum === 0) numbers.delete(key);
  else numbers.set(key, sum);
}
