import type { Bound } from '../src/platform/access/limits.ts';
import { countTries } from '../src/platform/access/limits.ts';
import { asSession } from '../src/platform/access/tenant.ts';
import type { TestServer } from './server.ts';

/** Uses up a limit except for the tries that are `left`, as somebody does who tries for long enough. */
export const useUp = ({ database, clock }: TestServer, bound: Bound, left = 0) =>
  asSession(database.app, null, clock.now(), (tx) =>
    countTries(tx, bound, clock.now(), bound.limit.tries - left),
  );
