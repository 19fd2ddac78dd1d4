import { uncounted } from './costs.ts';
import { TooManyTries } from './limits.ts';

/** How many seconds a refused caller should wait before retrying. */
const RETRY_SECONDS = 5;

/** Whose turn a piece of work takes. */
export interface Turn {
  caller: unknown;
  /** Callers may be many people, like a school's network. Their turns then rotate among subjects, like emails. */
  subject?: unknown;
  /** How much of the caller's work may run at once. */
  most?: number;
}

interface Waiting {
  turn: Turn;
  enter: () => void;
  refuse: () => void;
}

/**
 * Runs `atOnce` pieces of work at a time. Callers take turns, so a long queue of one delays another at most by the work
 * that is already running. Each caller may queue `each` more. If all together would queue more than `all`, the caller
 * with the longest queue is refused with 429, so a rush of one cannot close the gate to others.
 */
export function makeFairGate(atOnce: number, waiting: { each: number; all: number }) {
  let running = 0;
  let queued = 0;
  const runningOf = new Map<unknown, number>();
  /** In order of turns: after a turn, a caller moves to the end. */
  const queues = new Map<unknown, Rotation>();

  const mayRun = ({ caller, most = atOnce }: Turn) => running < atOnce && (runningOf.get(caller) ?? 0) < most;

  function start({ caller }: Turn): void {
    running += 1;
    runningOf.set(caller, (runningOf.get(caller) ?? 0) + 1);
  }

  function finish({ caller }: Turn): void {
    running -= 1;
    const left = (runningOf.get(caller) ?? 1) - 1;
    if (left > 0) runningOf.set(caller, left);
    else runningOf.delete(caller);
    // Starts the next at once, so a newcomer cannot take the place.
    for (const [who, queue] of queues) {
      const next = queue.first();
      if (!next || !mayRun(next.turn)) continue;
      queue.shift();
      queued -= 1;
      queues.delete(who);
      if (queue.size > 0) queues.set(who, queue);
      start(next.turn);
      next.enter();
      return;
    }
  }

  function join(turn: Turn): Promise<void> {
    const queue = queues.get(turn.caller) ?? makeRotation();
    if (queue.size >= waiting.each || (queued >= waiting.all && !makeRoom(queue.size)))
      throw new TooManyTries(RETRY_SECONDS);
    queues.set(turn.caller, queue);
    queued += 1;
    return new Promise((resolve, reject) =>
      queue.push({ turn, enter: resolve, refuse: () => reject(new TooManyTries(RETRY_SECONDS)) }),
    );
  }

  /** Refuses the last of the longest queue, unless the newcomer's own would then be as long. */
  function makeRoom(own: number): boolean {
    let longest: Rotation | undefined;
    for (const queue of queues.values()) if (queue.size > (longest?.size ?? own + 1)) longest = queue;
    if (!longest) return false;
    queued -= 1;
    longest.pop()?.refuse();
    return true;
  }

  return async function through<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    if (mayRun(turn)) start(turn);
    else await uncounted(join(turn));
    try {
      return await work();
    } finally {
      finish(turn);
    }
  };
}

type Rotation = ReturnType<typeof makeRotation>;

/** One caller's queue, in which subjects take turns. */
function makeRotation() {
  const subjects = new Map<unknown, Waiting[]>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    push(one: Waiting): void {
      const queue = subjects.get(one.turn.subject) ?? [];
      queue.push(one);
      subjects.set(one.turn.subject, queue);
      size += 1;
    },
    first: (): Waiting | undefined => subjects.values().next().value?.[0],
    shift(): void {
      const [turn] = subjects;
      if (!turn) return;
      const [subject, queue] = turn;
      queue.shift();
      size -= 1;
      subjects.delete(subject);
      if (queue.length > 0) subjects.set(subject, queue);
    },
    /** Removes the last of the subject with the longest queue. */
    pop(): Waiting | undefined {
      let longest: [unknown, Waiting[]] | undefined;
      for (const each of subjects) if (each[1].length > (longest?.[1].length ?? 0)) longest = each;
      if (!longest) return undefined;
      const [subject, queue] = longest;
      size -= 1;
      if (queue.length === 1) subjects.delete(subject);
      return queue.pop();
    },
  };
}
