import { type Ask, ServiceUnreachable } from './geocoding-services.ts';

/** The service works, but the queue for it is too long. */
export class ServiceBusy extends ServiceUnreachable {
  constructor() {
    super('too many are waiting for it');
    this.name = 'ServiceBusy';
  }
}

/** Milliseconds since some fixed moment. Unlike the system's clock, it is never set back. */
export type Elapsed = () => number;

export interface Pace {
  /** Milliseconds between the starts of two requests. */
  everyMs: number;
  /** How long a request may wait for its turn before it throws `ServiceBusy`. */
  maxWaitMs: number;
  elapsed: Elapsed;
  pause: (milliseconds: number) => Promise<void>;
}

/** Sends requests one after another with a pause between them, as a free service may require. */
export function withPacing(ask: Ask, { everyMs, maxWaitMs, elapsed, pause }: Pace): Ask {
  let nextTurn = 0;
  return async (url) => {
    const now = elapsed();
    const turn = Math.max(now, nextTurn);
    if (turn - now > maxWaitMs) throw new ServiceBusy();
    nextTurn = turn + everyMs;
    if (turn > now) await pause(turn - now);
    return ask(url);
  };
}

/** After this many failures in a row, a service is not called for this many milliseconds. */
const FAILURES_BEFORE_REST = 2;
const REST_MS = 60_000;

/**
 * Keeps an unreachable service from slowing every save: after two failures in a row it is not called for a
 * minute, then one trial request is sent while others are refused. Refused requests throw
 * `ServiceUnreachable` immediately.
 */
export function withCircuitBreaker(elapsed: Elapsed, onRest: (reason: string) => void) {
  let failures = 0;
  let restUntil = 0;
  return async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    const now = elapsed();
    if (now < restUntil) throw new ServiceUnreachable('it is left alone for a while');
    if (failures >= FAILURES_BEFORE_REST) restUntil = now + REST_MS;
    try {
      const answer = await work();
      failures = 0;
      restUntil = 0;
      return answer;
    } catch (error) {
      if (error instanceof ServiceUnreachable && !(error instanceof ServiceBusy)) {
        failures += 1;
        if (failures >= FAILURES_BEFORE_REST) restUntil = elapsed() + REST_MS;
        if (failures === FAILURES_BEFORE_REST) onRest(error.message);
      }
      throw error;
    }
  };
}
