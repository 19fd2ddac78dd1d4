import { and, eq } from 'drizzle-orm';
import type { Tx } from '../src/database/connect.ts';
import { projects } from '../src/database/tables/projects.ts';

/** Set `off` to true to skip the row lock on a placement. */
export const locks = { off: false };

type Queries = typeof import('../src/projects/changing-queries.ts');

/**
 * The placements' queries with a row lock that a race test can turn off: `vi.mock('../projects/changing-queries.ts',
 * async (original) => (await import('…/without-locks.ts')).withLocksOptional(original))`.
 */
export async function withLocksOptional(original: () => Promise<unknown>): Promise<Queries> {
  const queries = (await original()) as Queries;
  const findProjectToChange: Queries['findProjectToChange'] = (tx, key) =>
    locks.off ? findProjectWithoutLock(tx, key) : queries.findProjectToChange(tx, key);
  return { ...queries, findProjectToChange };
}

/** Finds the placement like `findProjectToChange`, but without locking its row, so that the races can occur. */
function findProjectWithoutLock(tx: Tx, key: { clientId: string; projectId: string }) {
  return tx.db
    .select({
      id: projects.id,
      clientId: projects.clientId,
      studentId: projects.studentId,
      businessId: projects.businessId,
      business_status: projects.businessStatus,
    })
    .from(projects)
    .where(and(eq(projects.clientId, key.clientId), eq(projects.id, key.projectId)));
}
