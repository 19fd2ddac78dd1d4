import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import type { Clock } from '../src/outside/clock.ts';
import { makePeople } from './people-factories.ts';
import { makeWork } from './work-factories.ts';

/** Rows for a test, everything filled in but the point: `await anApplication({ status: 'Offered' })`. */
export function makeFactories(owner: Pool, clock: Clock) {
  const db = drizzle(owner);
  const people = makePeople(db, clock);
  return { db, ...people, ...makeWork(db, clock, people) };
}

export type Factories = ReturnType<typeof makeFactories>;
