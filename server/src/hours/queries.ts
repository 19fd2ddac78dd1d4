import { APPROVED, PENDING } from '@waypost/contract/hours/rules';
import { and, eq, type Placeholder, sql } from 'drizzle-orm';
import type { Authorized } from '../access/enforce.ts';
import { prepared, type Tx } from '../database/connect.ts';
import { hourEntries, projectApprovals } from '../database/tables/projects.ts';
import { touchProject } from '../projects/queries.ts';

/**
 * A placement whose hours the caller may change, from `findProjectToChange`. Its row is locked, so when two people
 * change its hours at once, one waits for the other.
 */
type LockedProject = Authorized<{ id: string; clientId: string }>;

type EntriesKey = { clientId: string; projectId: string; entryIds: string[] };

const areEntries = ({ clientId, projectId, entryIds }: { [K in keyof EntriesKey]: Placeholder }) =>
  and(
    eq(hourEntries.clientId, clientId),
    eq(hourEntries.projectId, projectId),
    sql`${hourEntries.id} = any(${entryIds}::uuid[])`,
  );

/** Which of these entries belong to that placement, and whether staff have signed them off. */
export const findEntries = prepared<EntriesKey>()('findHoursEntries', (db, key) =>
  db
    .select({
      id: hourEntries.id,
      business_approved: hourEntries.businessApproved,
      signedOff: hourEntries.signedOff,
    })
    .from(hourEntries)
    .where(areEntries(key)),
);
export type FoundEntry = Awaited<ReturnType<typeof findEntries>>[number];

/** The student's input. */
interface Entered {
  startDate: string;
  endDate: string;
  totalHours: number;
  textLog: string;
}

export async function insertEntry(tx: Tx, project: LockedProject, entry: Entered, now: Date): Promise<void> {
  const key = { clientId: project.clientId, projectId: project.id };
  await Promise.all([insert(tx, { ...key, ...entry, now }), touchProject(tx, { ...key, now })]);
}

/** Saves the corrected entry, which is pending again, as if submitted now. */
export async function correctEntry(
  tx: Tx,
  project: LockedProject,
  entry: FoundEntry,
  corrected: Entered,
  now: Date,
): Promise<void> {
  const key = { clientId: project.clientId, projectId: project.id };
  await Promise.all([
    tx.db
      .update(hourEntries)
      .set({
        ...corrected,
        businessApproved: PENDING,
        decidedAt: null,
        disapprovalReason: '',
        createdAt: now,
      })
      .where(and(eq(hourEntries.clientId, key.clientId), eq(hourEntries.id, entry.id))),
    touchProject(tx, { ...key, now }),
  ]);
}

export async function deleteEntry(
  tx: Tx,
  project: LockedProject,
  entry: FoundEntry,
  now: Date,
): Promise<void> {
  const key = { clientId: project.clientId, projectId: project.id };
  await Promise.all([remove(tx, { ...key, entryIds: [entry.id] }), touchProject(tx, { ...key, now })]);
}

/**
 * Saves the business's decision on entries. If the approved total changes, revokes staff's approval of the hours
 * (docs/behavior/projects.md#items); returns whether there was one.
 */
export async function decideEntries(
  tx: Tx,
  project: LockedProject,
  entries: readonly FoundEntry[],
  { decision, reason }: { decision: 1 | -1; reason: string },
  now: Date,
): Promise<boolean> {
  const changesTotal = decision === APPROVED || entries.some((entry) => entry.business_approved === APPROVED);
  const key = { clientId: project.clientId, projectId: project.id };
  const [reopened] = await Promise.all([
    changesTotal ? reopen(tx, key) : [],
    decide(tx, { ...key, entryIds: entries.map(({ id }) => id), decision, reason, now }),
    touchProject(tx, { ...key, now }),
  ]);
  return reopened.length > 0;
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

const remove = prepared<EntriesKey>()('deleteHoursEntry', (db, key) =>
  db.delete(hourEntries).where(areEntries(key)),
);

const decide = prepared<EntriesKey & { decision: 1 | -1; reason: string; now: Date }>()(
  'decideHoursEntries',
  (db, given) =>
    db
      .update(hourEntries)
      .set({
        businessApproved: sql`${given.decision}`,
        disapprovalReason: sql`${given.reason}`,
        decidedAt: sql`${given.now}`,
      })
      .where(areEntries(given)),
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
      )
      .returning({ item: projectApprovals.item }),
);
