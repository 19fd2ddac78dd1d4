import { and, eq } from 'drizzle-orm';
import type { Authorized } from '../access/enforce.ts';
import type { Tx } from '../database/connect.ts';
import { savedOpportunities } from '../database/tables/opportunities.ts';

interface Saving {
  clientId: string;
  studentId: string;
  opportunity: Authorized<{ id: string }>;
}

export async function addSaved(
  tx: Tx,
  { clientId, studentId, opportunity }: Saving,
  savedAt: Date,
): Promise<void> {
  await tx.db
    .insert(savedOpportunities)
    .values({ clientId, studentId, opportunityId: opportunity.id, savedAt })
    .onConflictDoNothing();
}

export async function removeSaved(tx: Tx, { clientId, studentId, opportunity }: Saving): Promise<void> {
  await tx.db
    .delete(savedOpportunities)
    .where(
      and(
        eq(savedOpportunities.clientId, clientId),
        eq(savedOpportunities.studentId, studentId),
        eq(savedOpportunities.opportunityId, opportunity.id),
      ),
    );
}
