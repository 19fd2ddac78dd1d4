import { and, eq } from 'drizzle-orm';
import type { Tx } from '../src/database/connect.ts';
import { projects } from '../src/database/tables/projects.ts';

/** Whether a project is held while it changes, as it is unless a test takes that out. */
export const hold = { out: false };

type Queries = typeof import('../src/projects/queries.ts');

/**
 * The projects' questions for a test of a race, which has the project held or not:
 * `vi.mock('../projects/queries.ts', async (original) => (await import('…/without-holding.ts')).heldOrNot(original))`.
 */
export async function heldOrNot(original: () => Promise<unknown>): Promise<Queries> {
  const queries = (await original()) as Queries;
  const findProjectToChange: Queries['findProjectToChange'] = (tx, key) =>
    hold.out ? findProjectWithoutHolding(tx, key) : queries.findProjectToChange(tx, key);
  return { ...queries, findProjectToChange };
}

/** The project to change as `findProjectToChange` finds it, but held by nobody: what the races bite without. */
function findProjectWithoutHolding(tx: Tx, key: { clientId: string; projectId: string }) {
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
