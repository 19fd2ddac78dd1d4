import { keepFresh } from '../src/client/queries.ts';

const { refetchInterval } = keepFresh;

/** Turns polling on, as in production, or off. It is off again for the next test. */
export function poll(on: boolean): void {
  Object.assign(keepFresh, { refetchInterval: on ? refetchInterval : false });
}
