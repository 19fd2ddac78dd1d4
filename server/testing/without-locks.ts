import { and, eq } from 'drizzle-orm';
import type { Tx } from '../src/platform/database/connect.ts';
import { opportunities } from '../src/platform/database/tables/opportunities.ts';
import { projects } from '../src/platform/database/tables/projects.ts';

/**
 * The locks that the product goes without, so that a test can show that its race occurs then. Only in files that import
 * this (`optional-locks.ts`). Each test starts with all locks.
 */
export const without = {
  placementLock: false,
  seatLock: false,
  ownerLock: false,
  listLock: false,
  daysLock: false,
};

/** Finds the placement like `findProjectToChange`, but without locking its row. */
export function findProjectWithoutLock(tx: Tx, key: { clientId: string; projectId: string }) {
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

/** The naive `takeSeat`: read, compare, write. */
export async function takeSeatWithoutLock(tx: Tx, { id }: { id: string }): Promise<boolean> {
  const [seen] = await tx.db.select().from(opportunities).where(eq(opportunities.id, id));
  if (!seen || seen.acceptedCount >= seen.availableSlots) return false;
  await tx.db
    .update(opportunities)
    .set({ acceptedCount: seen.acceptedCount + 1 })
    .where(eq(opportunities.id, id));
  return true;
}
