import { and, eq, type Placeholder, sql } from 'drizzle-orm';
import type { Authorized } from '../access/enforce.ts';
import { prepared, type Tx } from '../database/connect.ts';
import { hourEntries, projectApprovals, projects } from '../database/tables/projects.ts';

/**
 * A project whose hours the caller may change, found by `findProjectToChange`: held, so that of two who change
 * its hours at once one waits for the other.
 */
type HeldProject = Authorized<{ id: string; clientId: string }>;

type EntryKey = { clientId: string; projectId: string; entryId: string };

const isEntry = ({ clientId, projectId, entryId }: { [K in keyof EntryKey]: Placeholder }) =>
  and(eq(hourEntries.clientId, clientId), eq(hourEntries.projectId, projectId), eq(hourEntries.id, entryId));

/** An entry of that project, and whether staff have approved the project's hours. */
export const findEntry = prepared<EntryKey>()('findHoursEntry', (db, key) =>
  db
    .select({
      id: hourEntries.id,
      business_approved: hourEntries.businessApproved,
      signedOff: sql<boolean>`exists(select from ${projectApprovals}
        where ${projectApprovals.clientId} = ${hourEntries.clientId}
          and ${projectApprovals.projectId} = ${hourEntries.projectId} and ${projectApprovals.item} = 'hours')`,
    })
    .from(hourEntries)
    .where(isEntry(key)),
);
export type FoundEntry = Awaited<ReturnType<typeof findEntry>>[number];

/** New hours open staff's approval of the hours again (rulings, "Projects"). */
export async function insertEntry(
  tx: Tx,
  project: HeldProject,
  entry: { startDate: string; endDate: string; totalHours: number; textLog: string },
  now: Date,
): Promise<void> {
  const key = { clientId: project.clientId, projectId: project.id };
  await Promise.all([insert(tx, { ...key, ...entry, now }), reopen(tx, key), touch(tx, { ...key, now })]);
}

export async function deleteEntry(tx: Tx, project: HeldProject, entry: FoundEntry, now: Date): Promise<void> {
  const key = { clientId: project.clientId, projectId: project.id };
  await Promise.all([remove(tx, { ...key, entryId: entry.id }), touch(tx, { ...key, now })]);
}

/** The business's word on an entry: 1 or -1. Newly approved hours open staff's approval again. */
export async function decideEntry(
  tx: Tx,
  project: HeldProject,
  entry: FoundEntry,
  decision: 1 | -1,
  now: Date,
): Promise<void> {
  const key = { clientId: project.clientId, projectId: project.id };
  await Promise.all([
    decide(tx, { ...key, entryId: entry.id, decision, now }),
    decision === 1 ? reopen(tx, key) : null,
    touch(tx, { ...key, now }),
  ]);
}

const insert = prepared<{
  clientId: string;
  projectId: string;
  startDate: string;
  endDate: string;
  totalHours: number;
  textLog: string;
  now: Date;
}>()('insertHoursEntry', (db, given) =>
  db.insert(hourEntries).values({
    clientId: given.clientId,
    projectId: given.projectId,
    startDate: given.startDate,
    endDate: given.endDate,
    totalHours: given.totalHours,
    textLog: given.textLog,
    createdAt: given.now,
  }),
);

const remove = prepared<EntryKey>()('deleteHoursEntry', (db, key) =>
  db.delete(hourEntries).where(isEntry(key)),
);

const decide = prepared<EntryKey & { decision: 1 | -1; now: Date }>()('decideHoursEntry', (db, given) =>
  db
    .update(hourEntries)
    .set({ businessApproved: sql`${given.decision}`, decidedAt: sql`${given.now}` })
    .where(isEntry(given)),
);

const reopen = prepared<{ clientId: string; projectId: string }>()(
  'reopenHours',
  (db, { clientId, projectId }) =>
    db
      .delete(projectApprovals)
      .where(
        and(
          eq(projectApprovals.clientId, clientId),
          eq(projectApprovals.projectId, projectId),
          eq(projectApprovals.item, 'hours'),
        ),
      ),
);

const touch = prepared<{ clientId: string; projectId: string; now: Date }>()(
  'touchProject',
  (db, { clientId, projectId, now }) =>
    db
      .update(projects)
      .set({ updatedAt: sql`${now}` })
      .where(and(eq(projects.clientId, clientId), eq(projects.id, projectId))),
);
