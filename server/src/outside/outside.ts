import type { Clock } from './clock.ts';

/** Everything beyond the database that handlers may ask, each a small interface with a fake for tests. */
export interface Outside {
  clock: Clock;
}
