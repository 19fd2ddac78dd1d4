import { AUTO_APPLIED, groupOf } from '@waypost/contract/placements/applications/rules';
import { applicationStatuses } from '@waypost/contract/statuses';
import { and, eq, inArray, notInArray, or, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/access/actor.ts';
import { recordAll } from '../../platform/access/audit.ts';
import { spend } from '../../platform/access/budgets.ts';
import type { Authorized } from '../../platform/access/enforce.ts';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import {
  applications,
  opportunities,
  opportunityFocusAreas,
  opportunityPrograms,
  opportunitySchools,
  opportunityStudents,
} from '../../platform/database/tables/opportunities.ts';
import { users } from '../../platform/database/tables/people.ts';
import type { TagIds } from '../../school-system/lists/queries.ts';

type Columns = typeof opportunities.$inferInsert;
/** An opportunity's columns from its form. All of them are required, so that none is forgotten. */
export type SavedColumns = Required<
  Omit<
    Columns,
    'clientId' | 'id' | 'businessId' | 'acceptedCount' | 'importFileId' | 'createdAt' | 'revision'
  >
>;

interface Key {
  clientId: string;
  opportunityId: string;
}

/** An application that a change of the opportunity moved, with its student. */
export interface Moved {
  id: string;
  studentId: string | null;
}

/**
 * Locks the applications of students who are or were selected, before the opportunity is locked. Accepting an offer
 * moves the application and then takes the spot; the opposite order here would deadlock.
 */
export const lockApplications = prepared<{ clientId: string; opportunityId: string; studentIds: string[] }>()(
  'lockApplications',
  (db, { clientId, opportunityId, studentIds }) =>
    db
      .select({ id: applications.id })
      .from(applications)
      .where(
        and(
          eq(applications.clientId, clientId),
          eq(applications.opportunityId, opportunityId),
          or(
            sql`${applications.studentId} = any(${studentIds})`,
            sql`exists(select from ${opportunityStudents}
              where ${opportunityStudents.clientId} = ${applications.clientId}
                and ${opportunityStudents.opportunityId} = ${applications.opportunityId}
                and ${opportunityStudents.studentId} = ${applications.studentId})`,
          ),
        ),
      )
      .for('update'),
);

/** Locks the opportunity until the transaction ends: nobody can apply, take a spot or change it meanwhile. */
export const lockOpportunity = prepared<{ clientId: string; opportunityId: string }>()(
  'lockOpportunity',
  (db, { clientId, opportunityId }) =>
    db
      .select({
        clientId: opportunities.clientId,
        id: opportunities.id,
        businessId: opportunities.businessId,
        audience: opportunities.audience,
        acceptedCount: opportunities.acceptedCount,
        revision: opportunities.revision,
      })
      .from(opportunities)
      .where(and(eq(opportunities.clientId, clientId), eq(opportunities.id, opportunityId)))
      .for('update'),
);

type LockedOpportunity = Awaited<ReturnType<typeof lockOpportunity>>[number];

/** Counted after the opportunity is locked. A count in the same statement would be from before the wait. */
export const countApplicants = prepared<{ clientId: string; opportunityId: string }>()(
  'countApplicants',
  (db, { clientId, opportunityId }) =>
    db
      .select({ count: sql<number>`count(*)::int` })
      .from(applications)
      .where(and(eq(applications.clientId, clientId), eq(applications.opportunityId, opportunityId))),
);

/** Returns the new opportunity's id. */
export async function insertOpportunity(
  tx: Tx,
  owner: { clientId: string; businessId: string },
  columns: SavedColumns,
): Promise<string> {
  const [row] = await tx.db
    .insert(opportunities)
    .values({ ...columns, ...owner, createdAt: columns.updatedAt })
    .returning({ id: opportunities.id });
  if (!row) throw new Error('the opportunity was not inserted');
  return row.id;
}

export async function updateOpportunity(tx: Tx, held: Authorized<LockedOpportunity>, columns: SavedColumns) {
  await tx.db
    .update(opportunities)
    .set(columns)
    .where(and(eq(opportunities.clientId, held.clientId), eq(opportunities.id, held.id)));
}

/** Deletes an opportunity with its tags and selected students; applications would prevent it. */
export async function removeOpportunity(tx: Tx, held: Authorized<LockedOpportunity>) {
  await tx.db
    .delete(opportunities)
    .where(and(eq(opportunities.clientId, held.clientId), eq(opportunities.id, held.id)));
}

export async function insertTags(tx: Tx, key: Key, tags: TagIds) {
  const { focusAreaIds, schoolIds, programIds } = tags;
  if (focusAreaIds.length > 0)
    await tx.db
      .insert(opportunityFocusAreas)
      .values(focusAreaIds.map((focusAreaId) => ({ ...key, focusAreaId })));
  if (schoolIds.length > 0)
    await tx.db.insert(opportunitySchools).values(schoolIds.map((schoolId) => ({ ...key, schoolId })));
  if (programIds.length > 0)
    await tx.db.insert(opportunityPrograms).values(programIds.map((programId) => ({ ...key, programId })));
}

export async function clearTags(tx: Tx, { clientId, opportunityId }: Key) {
  for (const table of [opportunityFocusAreas, opportunitySchools, opportunityPrograms])
    await tx.db
      .delete(table)
      .where(and(eq(table.clientId, clientId), eq(table.opportunityId, opportunityId)));
}

/** Which of these are approved students of the client. They stay that until the transaction ends. */
export const lockStudents = prepared<{ clientId: string; ids: string[] }>()(
  'lockStudents',
  (db, { clientId, ids }) =>
    db
      .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
      .from(users)
      .where(
        and(
          eq(users.clientId, clientId),
          eq(users.role, 'Student'),
          eq(users.approved, true),
          sql`${users.id} = any(${ids})`,
        ),
      )
      .for('share'),
);

/** Spends a business's budget of offers to students who did not apply, and records each of them. */
export async function spendOffers(
  tx: Tx,
  actor: Actor,
  students: Awaited<ReturnType<typeof lockStudents>>,
  opportunity: string,
  now: Date,
): Promise<void> {
  await spend(tx, 'offers', actor.id, now, students.length);
  const events = students.map(({ id, firstName, lastName }) => ({
    action: 'offer placement' as const,
    subject: { id, name: `${firstName} ${lastName}` },
    details: { opportunity },
  }));
  await recordAll(tx, actor, events, now);
}

/** Every selected student, with the status of their application. */
export const findSelection = prepared<{ clientId: string; opportunityId: string }>()(
  'findSelection',
  (db, { clientId, opportunityId }) =>
    db
      .select({
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        status: applications.status,
      })
      .from(opportunityStudents)
      .innerJoin(
        users,
        and(eq(users.clientId, opportunityStudents.clientId), eq(users.id, opportunityStudents.studentId)),
      )
      .leftJoin(
        applications,
        and(
          eq(applications.clientId, opportunityStudents.clientId),
          eq(applications.opportunityId, opportunityStudents.opportunityId),
          eq(applications.studentId, opportunityStudents.studentId),
        ),
      )
      .where(
        and(eq(opportunityStudents.clientId, clientId), eq(opportunityStudents.opportunityId, opportunityId)),
      ),
);

/**
 * Selects these students and offers each the placement (docs/behavior/opportunities.md#audience). A student who had
 * applied gets the offer on that application, with their own cover letter, even if it had ended. Returns the applications
 * that are now an offer and were not before.
 */
export async function offerTo(
  tx: Tx,
  key: Key,
  studentIds: string[],
  { replyBy, now }: { replyBy: string; now: Date },
): Promise<Moved[]> {
  if (studentIds.length === 0) return [];
  await tx.db.insert(opportunityStudents).values(studentIds.map((studentId) => ({ ...key, studentId })));
  return tx.db
    .insert(applications)
    .values(
      studentIds.map((studentId) => ({
        ...key,
        studentId,
        status: 'Offered' as const,
        coverLetter: AUTO_APPLIED,
        replyBy,
        appliedAt: now,
        createdAt: now,
        updatedAt: now,
      })),
    )
    .onConflictDoUpdate({
      target: [applications.clientId, applications.opportunityId, applications.studentId],
      set: {
        status: 'Offered',
        updatedAt: now,
        replyBy,
        offerMessage: '',
        offerSendsAt: null,
        offeredFrom: sql`${applications.status}`,
      },
      setWhere: notInArray(applications.status, ['Offered', 'Accepted']),
    })
    .returning({ id: applications.id, studentId: applications.studentId });
}

/** Removes these students from the list and withdraws their open offers. Returns the withdrawn ones. */
export async function withdrawFrom(
  tx: Tx,
  { clientId, opportunityId }: Key,
  studentIds: string[],
  now: Date,
): Promise<Moved[]> {
  if (studentIds.length === 0) return [];
  await tx.db
    .delete(opportunityStudents)
    .where(
      and(
        eq(opportunityStudents.clientId, clientId),
        eq(opportunityStudents.opportunityId, opportunityId),
        inArray(opportunityStudents.studentId, studentIds),
      ),
    );
  return tx.db
    .update(applications)
    .set({ status: 'Rescinded', updatedAt: now, offerSendsAt: null })
    .where(
      and(
        eq(applications.clientId, clientId),
        eq(applications.opportunityId, opportunityId),
        inArray(applications.studentId, studentIds),
        inArray(
          applications.status,
          applicationStatuses.filter((status) => groupOf(status) === 'Open'),
        ),
      ),
    )
    .returning({ id: applications.id, studentId: applications.studentId });
}
