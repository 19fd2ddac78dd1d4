import { APPROVED, PENDING } from '@waypost/contract/placements/hours/rules';
import { and, eq, type Placeholder, sql } from 'drizzle-orm';
import type { ActedBy } from '../../platform/access/audit.ts';
import type { Authorized } from '../../platform/access/enforce.ts';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { hourEntries, hourEntryKeys, projectApprovals } from '../../platform/database/tables/projects.ts';
import { touchProject } from '../projects/change-queries.ts';
import type { PendingEntry } from './by-link-queries.ts';

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

/** Which of these entries belong to that placement. */
export const findEntries = prepared<EntriesKey>()('findHoursEntries', (db, key) =>
  db
    .select({
      id: hourEntries.id,
      business_approved: hourEntries.businessApproved,
      start_date: hourEntries.startDate,
      end_date: hourEntries.endDate,
      total_hours: hourEntries.totalHours,
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

/** A pending entry with its placement and student, in the field names of `PendingEntry`. */
type ListedEntry = Omit<PendingEntry, 'studentId' | 'createdAt'> & { total: number };

/** The pending entries of all interns of a business, the earliest first; each with the number of all of them. */
export async function listPendingOfBusiness(
  tx: Tx,
  { clientId, businessId, limit }: { clientId: string; businessId: string; limit: number },
): Promise<ListedEntry[]> {
  const { rows } = await tx.client.query<ListedEntry>({
    name: 'list_pending_of_business',
    text: `select h.id, h.project_id as "projectId", coalesce(u.first_name, '') as "firstName",
                  coalesce(u.last_name, '') as "lastName", o.title, h.start_date as "startDate", h.end_date as "endDate",
                  h.total_hours as "totalHours", h.text_log as "textLog", count(*) over ()::int as total
             from projects p
             join hour_entries h on h.client_id = p.client_id and h.project_id = p.id and h.business_approved = ${PENDING}
             join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
             left join users u on u.client_id = p.client_id and u.id = p.student_id
            where p.client_id = $1 and p.business_id = $2
            order by h.start_date, h.created_at, h.id limit $3`,
    values: [clientId, businessId, limit],
  });
  return rows;
}

export async function insertEntry(tx: Tx, project: LockedProject, entry: Entered, now: Date): Promise<void> {
  const key = { clientId: project.clientId, projectId: project.id };
  await Promise.all([insert(tx, { ...key, ...entry, now }), touchProject(tx, { ...key, now })]);
}

/** Records the key of an entry that is being logged; false if an entry with this key was logged before. */
export async function claimKey(tx: Tx, project: LockedProject, key: string): Promise<boolean> {
  const claimed = await insertKey(tx, { clientId: project.clientId, projectId: project.id, key });
  return claimed.length > 0;
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
        decidedBy: '',
        decidedVia: null,
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
  { decision, reason, by }: { decision: 1 | -1; reason: string; by: ActedBy },
  now: Date,
): Promise<boolean> {
  const changesTotal = decision === APPROVED || entries.some((entry) => entry.business_approved === APPROVED);
  const key = { clientId: project.clientId, projectId: project.id };
  const [reopened] = await Promise.all([
    changesTotal ? reopen(tx, key) : [],
    decide(tx, { ...key, entryIds: entries.map(({ id }) => id), decision, reason, ...by, now }),
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

const insertKey = prepared<{ clientId: string; projectId: string; key: string }>()(
  'insertHoursEntryKey',
  (db, given) =>
    db
      .insert(hourEntryKeys)
      .values({ clientId: given.clientId, projectId: given.projectId, key: given.key })
      .onConflictDoNothing()
      .returning({ key: hourEntryKeys.key }),
);

const remove = prepared<EntriesKey>()('deleteHoursEntry', (db, key) =>
  db.delete(hourEntries).where(areEntries(key)),
);

const decide = prepared<EntriesKey & ActedBy & { decision: 1 | -1; reason: string; now: Date }>()(
  'decideHoursEntries',
  (db, given) =>
    db
      .update(hourEntries)
      .set({
        businessApproved: sql`${given.decision}`,
        disapprovalReason: sql`${given.reason}`,
        decidedAt: sql`${given.now}`,
        decidedBy: sql`${given.name}`,
        decidedVia: sql`${given.via}`,
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
