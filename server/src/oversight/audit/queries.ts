import type { AuditAction } from '@waypost/contract/oversight/audit/rules';
import { and, count, desc, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { auditChain, auditEntries } from '../../platform/database/tables/platform.ts';

/** Filters for a client's entries. An undefined one matches everything. */
export interface EntriesWanted {
  clientId: string;
  action?: AuditAction | undefined;
  person?: string | undefined;
  from: Date | undefined;
  until: Date | undefined;
}

/**
 * The newest first. A page starts after an entry instead of at an offset, because entries are added while the list is
 * read.
 */
export function findEntries(
  tx: Tx,
  wanted: EntriesWanted,
  { before, limit }: { before: string | undefined; limit: number },
) {
  return tx.db
    .select()
    .from(auditEntries)
    .where(and(matching(wanted), before === undefined ? undefined : olderThan(wanted.clientId, before)))
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(limit);
}
export type FoundEntry = Awaited<ReturnType<typeof findEntries>>[number];

export async function countEntries(tx: Tx, wanted: EntriesWanted): Promise<number> {
  const [counted] = await tx.db.select({ entries: count() }).from(auditEntries).where(matching(wanted));
  return counted?.entries ?? 0;
}

function matching({ clientId, action, person, from, until }: EntriesWanted): SQL | undefined {
  return and(
    eq(auditEntries.clientId, clientId),
    action === undefined ? undefined : eq(auditEntries.action, action),
    from === undefined ? undefined : gte(auditEntries.at, from),
    until === undefined ? undefined : lt(auditEntries.at, until),
    person
      ? or(...names.map((name) => sql`position(fold_text(${person}) in fold_text(${name})) > 0`))
      : undefined,
  );
}

const names = [auditEntries.actorName, auditEntries.adminName, auditEntries.subjectName];

const olderThan = (clientId: string, before: string) =>
  sql`(${auditEntries.at}, ${auditEntries.id}) < (select last.at, last.id from ${auditEntries} last
    where last.client_id = ${clientId} and last.id = ${before})`;

/** The last link of a client's hash chain; no row before the first entry. */
export const findHead = prepared<{ clientId: string }>()('findAuditHead', (db, { clientId }) =>
  db
    .select({ position: auditChain.position, hash: auditChain.hash })
    .from(auditChain)
    .where(eq(auditChain.clientId, clientId))
    .orderBy(desc(auditChain.position))
    .limit(1),
);
export type FoundHead = Awaited<ReturnType<typeof findHead>>;
