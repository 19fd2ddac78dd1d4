import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/connect.ts';
import { opportunities } from '../../platform/database/tables/opportunities.ts';
import { projects } from '../../platform/database/tables/projects.ts';
import { isAwaitingApproval } from '../pace/queries.ts';
import { selectProjects } from '../projects/queries.ts';

const oldestFirst = [asc(projects.createdAt), asc(projects.id)];

const ofOpportunity = and(
  eq(opportunities.clientId, projects.clientId),
  eq(opportunities.id, projects.opportunityId),
);

const waitingFor = (clientId: string) => and(eq(projects.clientId, clientId), isAwaitingApproval);

/**
 * Placements that are waiting for an Admin. A page starts after a placement instead of at an offset, because placements
 * leave the list while someone works through it; the order never changes.
 */
export function findSignOffs(
  tx: Tx,
  clientId: string,
  { after, limit }: { after: string | undefined; limit: number },
) {
  const ids = tx.db
    .select({ id: projects.id })
    .from(projects)
    .innerJoin(opportunities, ofOpportunity)
    .where(and(waitingFor(clientId), after === undefined ? undefined : follows(clientId, after)))
    .orderBy(...oldestFirst)
    .limit(limit);
  // The page is found first, so that hours and answers are summed only for it (see `findStatuses`).
  return selectProjects(tx.db)
    .where(and(eq(projects.clientId, clientId), sql`${projects.id} = any(array(${ids}))`))
    .orderBy(...oldestFirst)
    .execute();
}

export async function countSignOffs(tx: Tx, clientId: string): Promise<number> {
  const [counted] = await tx.db
    .select({ placements: count() })
    .from(projects)
    .innerJoin(opportunities, ofOpportunity)
    .where(waitingFor(clientId));
  return counted?.placements ?? 0;
}

const follows = (clientId: string, after: string) =>
  sql`(${projects.createdAt}, ${projects.id}) > (select last.created_at, last.id from ${projects} last
    where last.client_id = ${clientId} and last.id = ${after})`;
