import { and, eq } from 'drizzle-orm';
import type { Tx } from '../src/database/connect.ts';
import { projects } from '../src/database/tables/projects.ts';

/** The project to change as `findProjectToChange` finds it, but held by nobody: what the races bite without. */
export function findProjectWithoutHolding(tx: Tx, key: { clientId: string; projectId: string }) {
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
