import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import type { Clock } from '../src/platform/outside/clock.ts';
import { makePeople } from './people-factories.ts';
import { makeWork } from './work-factories.ts';

/**
 * Creates rows for a test. Fills in everything except the point of the test: `await anApplication({ status:
 * 'Offered' })`.
 */
export function makeFactories(owner: Pool, clock: Clock) {
  const db = drizzle(owner);
  const people = makePeople(db, clock);
  return { db, ...people, ...makeWork(db, clock, people) };
}

export type Factories = ReturnType<typeof makeFactories>;
