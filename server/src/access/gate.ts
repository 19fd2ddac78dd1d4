import { uncounted } from './costs.ts';
import { TooManyTries } from './limits.ts';

/** How many seconds a refused caller should wait before retrying. */
const RETRY_SECONDS = 5;

/**
 * Runs `atOnce` pieces of work at a time. Each caller may queue `each` more, and all together `all`; the next is refused
 * with 429, so that a rush makes a few people retry instead of slowing down everyone. Callers take turns, so a long queue
 * of one delays another at most by the work that is already running.
 */
export function makeFairGate(atOnce: number, waiting: { each: number; all: number }) {
  let running = 0;
  let queued = 0;
  /** In order of turns: after a turn, a caller moves to the end. */
  const queues = new Map<unknown, (() => void)[]>();

  function join(who: unknown): Promise<void> {
    const queue = queues.get(who) ?? [];
    if (queue.length >= waiting.each || queued >= waiting.all) throw new TooManyTries(RETRY_SECONDS);
    queues.set(who, queue);
    queued += 1;
    return new Promise((enter) => queue.push(enter));
  }

  function leave(): void {
    const [turn] = queues;
    if (!turn) {
      running -= 1;
      return;
    }
    const [who, queue] = turn;
    const enter = queue.shift();
    queues.delete(who);
    if (queue.length > 0) queues.set(who, queue);
    queued -= 1;
    // The place is passed on without being freed, so a newcomer cannot take it.
    enter?.();
  }

  return async function through<T>(who: unknown, work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) await uncounted(join(who));
    else running += 1;
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
