import { TooManyTries } from '../access/limits.ts';

/**
 * Lets so many pieces of work run at once, and so many more wait their turn; refuses the next with 429, so
 * that a rush costs some people a second try and not everybody the server.
 */
export function makeGate(atOnce: number, waiting: number) {
  let running = 0;
  const queue: (() => void)[] = [];

  return async function through<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new TooManyTries(5);
      // Whoever leaves hands over their place, so nobody who comes later can take it first.
      await new Promise<void>((enter) => queue.push(enter));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
