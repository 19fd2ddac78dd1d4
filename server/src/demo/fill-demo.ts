import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { PLATFORM } from '../platform/access/actor.ts';
import type { FileStore } from '../platform/outside/file-store.ts';
import { fillAgreements } from './agreements.ts';
import { Calendar } from './calendar.ts';
import { bay, type DemoCast, mountains } from './cast.ts';
import { fillContactLog } from './contact-log.ts';
import { fillOpportunities, fillSaved, lastYear, thisYear } from './opportunities.ts';
import { fillOwner, fillPeople } from './people.ts';
import { fillLastYear, fillPlacements } from './placements.ts';
import { Dice } from './random.ts';
import { fillDefaults, fillSchoolSystem } from './school-system.ts';
import { fillStarting } from './starting-placements.ts';
import { fillStates } from './states.ts';

/** What every part of the demo uses. */
export interface DemoMaking {
  db: NodePgDatabase;
  dice: Dice;
  calendar: Calendar;
  files: FileStore;
  clientId: string;
  cast: DemoCast;
}

const DEMO_LOCK = 7_269_002;

/**
 * Fills a database without school systems with two fictional ones: the same data every time, dated relative to today.
 * Runs in one transaction, so that an aborted start leaves nothing behind. Returns whether it filled anything; servers
 * that start together fill it once.
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
    const calendar = new Calendar(now);
    await fillDefaults(db);
    await fillOwner({ db, calendar }, passwordHash);
    await fillClient({ db, dice: new Dice(1987), calendar, files, cast: bay }, passwordHash);
    await fillClient({ db, dice: new Dice(1864), calendar, files, cast: mountains }, passwordHash);
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

/** One school system with everything in it. */
async function fillClient(using: Omit<DemoMaking, 'clientId'>, passwordHash: string): Promise<void> {
  const system = await fillSchoolSystem({ ...using, passwordHash });
  const making = { ...using, clientId: system.clientId };
  const people = await fillPeople(making, system, passwordHash);
  const opportunities = await fillOpportunities(making, system, people, thisYear);
  await fillSaved(making, people, opportunities);
  await fillPlacements(making, people, opportunities);
  await fillAgreements(making, people.student);
  await fillContactLog(making);
  // A separate random source, so that existing draws do not change.
  const earlier = { ...making, dice: new Dice(2025) };
  await fillLastYear(earlier, people, await fillOpportunities(earlier, system, people, lastYear));
  await fillStates({ ...making, dice: new Dice(31) }, system, people, opportunities);
  const starting = await fillStarting(making, people);
  if (starting.length > 0) await fillAgreements({ ...making, dice: new Dice(47) }, people.student, starting);
}
