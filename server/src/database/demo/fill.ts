import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { PLATFORM } from '../../access/actor.ts';
import type { FileStore } from '../../outside/file-store.ts';
import { fillAgreements } from './agreements.ts';
import { Calendar } from './calendar.ts';
import { fillContactLog } from './contact-log.ts';
import { fillOpportunities, fillSaved, lastYear, thisYear } from './opportunities.ts';
import { fillPeople } from './people.ts';
import { fillLastYear, fillPlacements } from './placements.ts';
import { Dice } from './random.ts';
import { fillSchoolSystem } from './school-system.ts';

/** What every part of the demo is made with. */
export interface DemoMaking {
  db: NodePgDatabase;
  dice: Dice;
  calendar: Calendar;
  files: FileStore;
  clientId: string;
}

const DEMO_LOCK = 7_269_002;

/**
 * Fills a lived-in school system into a database that has none yet: made up, the same every time, and dated
 * relative to today. One transaction, so that a start that is killed leaves nothing half-made. Says whether it
 * filled anything; servers that start together fill it once.
 */
export async function fillDemo(
  owner: Pool,
  { now, files, passwordHash }: { now: Date; files: FileStore; passwordHash: string },
): Promise<boolean> {
  const connection = await owner.connect();
  try {
    await connection.query('begin');
    await connection.query('select pg_advisory_xact_lock($1)', [DEMO_LOCK]);
    const { rowCount } = await connection.query('select from clients where id <> $1 limit 1', [PLATFORM]);
    if (rowCount) {
      await connection.query('rollback');
      return false;
    }
    const db = drizzle(connection);
    const dice = new Dice(1987);
    const calendar = new Calendar(now);
    const system = await fillSchoolSystem({ db, dice, calendar, files, passwordHash });
    const making = { db, dice, calendar, files, clientId: system.clientId };
    const people = await fillPeople(making, system, passwordHash);
    const opportunities = await fillOpportunities(making, system, people, thisYear);
    await fillSaved(making, people, opportunities);
    await fillPlacements(making, people, opportunities);
    await fillAgreements(making, people.student);
    await fillContactLog(making);
    // With dice of its own: what was drawn before stays as it is.
    const earlier = { ...making, dice: new Dice(2025) };
    await fillLastYear(earlier, people, await fillOpportunities(earlier, system, people, lastYear));
    await connection.query('commit');
    await connection.query('analyze');
    return true;
  } catch (error) {
    await connection.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    connection.release(connection.getTransactionStatus() !== 'I');
  }
}
