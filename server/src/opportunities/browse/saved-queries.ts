import { and, eq } from 'drizzle-orm';
import type { Authorized } from '../../platform/access/enforce.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { savedOpportunities } from '../../platform/database/tables/opportunities.ts';

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
