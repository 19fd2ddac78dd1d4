import { AUTO_APPLIED } from '@waypost/contract/placements/applications/rules';
import type { ApplicationStatus } from '@waypost/contract/statuses';
import { and, asc, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { noteColumns, scheduleColumns } from '../../opportunities/opportunities/queries.ts';
import type { Authorized } from '../../platform/access/enforce.ts';
import { isReleased } from '../../platform/access/knows-student.ts';
import { type Db, prepared, type Tx } from '../../platform/database/connect.ts';
import { files } from '../../platform/database/tables/files.ts';
import { focusAreas, programs, schools } from '../../platform/database/tables/lists.ts';
import {
  applications,
  interviews,
  opportunities,
  opportunityStudents,
} from '../../platform/database/tables/opportunities.ts';
import { students, userFocusAreas, users } from '../../platform/database/tables/people.ts';
import { projects } from '../../platform/database/tables/projects.ts';
import { noOffer } from './offer-queries.ts';

const student = alias(users, 'student');
const business = alias(users, 'business');
const picture = alias(files, 'picture');
const resume = alias(files, 'resume');

const toOpportunity = and(
  eq(opportunities.clientId, applications.clientId),
  eq(opportunities.id, applications.opportunityId),
);
const ofStudent = and(eq(student.clientId, applications.clientId), eq(student.id, applications.studentId));
const ofBusiness = and(
  eq(business.clientId, opportunities.clientId),
  eq(business.id, opportunities.businessId),
);
const ofApplication = and(
  eq(projects.clientId, applications.clientId),
  eq(projects.applicationId, applications.id),
);
const ofInterview = and(
  eq(interviews.clientId, applications.clientId),
  eq(interviews.applicationId, applications.id),
);
const ofPicture = and(eq(picture.clientId, student.clientId), eq(picture.id, student.profilePicId));

/** A whole application: its letter, its student as a business may see them, its opportunity, and its placement. */
const selectApplications = (db: Db) =>
  db
    .select({
      id: applications.id,
      status: applications.status,
      appliedAt: applications.appliedAt,
      createdAt: applications.createdAt,
      updatedAt: applications.updatedAt,
      title: opportunities.title,
      isAutomatic: sql<boolean>`${applications.coverLetter} = ${sql.raw(`'${AUTO_APPLIED}'`)}`,
      coverLetter: applications.coverLetter,
      offerMessage: applications.offerMessage,
      declineMessage: applications.declineMessage,
      businessNotes: applications.businessNotes,
      businessStars: applications.businessStars,
      replyBy: applications.replyBy,
      offerSendsAt: applications.offerSendsAt,
      offeredFrom: applications.offeredFrom,
      opportunity: {
        id: opportunities.id,
        title: opportunities.title,
        opportunityType: opportunities.opportunityType,
        internshipType: opportunities.internshipType,
        compensation: opportunities.compensation,
        ...scheduleColumns,
        ...noteColumns,
        applicationClose: opportunities.applicationClose,
        employmentStart: opportunities.employmentStart,
        employmentStop: opportunities.employmentStop,
        city: opportunities.city,
        state: opportunities.state,
      },
      student: { id: student.id, firstName: student.firstName, lastName: student.lastName },
      school: schools.name,
      program: programs.name,
      graduationYear: students.graduationYear,
      focusAreas: sql<string[]>`array(select ${focusAreas.name} from ${userFocusAreas}
        join ${focusAreas} on ${focusAreas.clientId} = ${userFocusAreas.clientId}
          and ${focusAreas.id} = ${userFocusAreas.focusAreaId}
        where ${userFocusAreas.clientId} = ${applications.clientId}
          and ${userFocusAreas.userId} = ${applications.studentId}
        order by ${focusAreas.ordinal})`,
      picture: { id: picture.id, name: picture.name },
      resume: { id: resume.id, name: resume.name },
      business: { id: business.id, name: business.businessName },
      interview: {
        state: interviews.state,
        startsAt: interviews.startsAt,
        day: interviews.day,
        minutes: interviews.minutes,
        place: interviews.place,
        message: interviews.message,
        proposedAt: interviews.proposedAt,
        proposal: interviews.proposal,
        sequence: interviews.sequence,
        inBusinessCalendar: interviews.inBusinessCalendar,
        updatedAt: interviews.updatedAt,
      },
      opportunityId: applications.opportunityId,
      studentId: applications.studentId,
      businessId: opportunities.businessId,
      isReleased: isReleased(applications.clientId, applications.studentId),
      projectId: projects.id,
      businessStatus: projects.businessStatus,
    })
    .from(applications)
    .innerJoin(opportunities, toOpportunity)
    .leftJoin(business, ofBusiness)
    .leftJoin(student, ofStudent)
    .leftJoin(students, and(eq(students.clientId, student.clientId), eq(students.userId, student.id)))
    .leftJoin(schools, and(eq(schools.clientId, students.clientId), eq(schools.id, students.schoolId)))
    .leftJoin(programs, and(eq(programs.clientId, students.clientId), eq(programs.id, students.programId)))
    .leftJoin(picture, ofPicture)
    .leftJoin(resume, and(eq(resume.clientId, student.clientId), eq(resume.id, student.resumeFileId)))
    .leftJoin(projects, ofApplication)
    .leftJoin(interviews, ofInterview);

export const findApplication = prepared<{ clientId: string; applicationId: string }>()(
  'findApplication',
  (db, { clientId, applicationId }) =>
    selectApplications(db).where(
      and(eq(applications.clientId, clientId), eq(applications.id, applicationId)),
    ),
);
export type FoundApplication = Awaited<ReturnType<typeof findApplication>>[number];

/** Several applications, the earliest first. */
export const findApplications = prepared<{ clientId: string; ids: string[] }>()(
  'findApplications',
  (db, { clientId, ids }) =>
    selectApplications(db)
      .where(and(eq(applications.clientId, clientId), sql`${applications.id} = any(${ids})`))
      .orderBy(asc(applications.appliedAt), asc(applications.id)),
);

/** The student's own application for an opportunity: at most one. */
export const findApplicationTo = prepared<{ clientId: string; opportunityId: string; studentId: string }>()(
  'findApplicationTo',
  (db, { clientId, opportunityId, studentId }) =>
    selectApplications(db).where(
      and(
        eq(applications.clientId, clientId),
        eq(applications.opportunityId, opportunityId),
        eq(applications.studentId, studentId),
      ),
    ),
);

/** A student's applications, the latest first. */
export const listApplicationsBy = prepared<{ clientId: string; studentId: string }>()(
  'listApplicationsBy',
  (db, { clientId, studentId }) =>
    selectApplications(db)
      .where(and(eq(applications.clientId, clientId), eq(applications.studentId, studentId)))
      .orderBy(desc(applications.appliedAt), asc(applications.id)),
);

/** The applicants of an opportunity, the earliest first; a null `status` matches any. */
export const listApplicants = prepared<{ clientId: string; opportunityId: string; status: string | null }>()(
  'listApplicants',
  (db, { clientId, opportunityId, status }) =>
    selectApplications(db)
      .where(
        and(
          eq(applications.clientId, clientId),
          eq(applications.opportunityId, opportunityId),
          or(isNull(sql`${status}::text`), eq(applications.status, status)),
        ),
      )
      .orderBy(asc(applications.appliedAt), asc(applications.id)),
);

/** The opportunity's owner. */
export const findOwner = prepared<{ clientId: string; opportunityId: string }>()(
  'findOwnerOfOpportunity',
  (db, { clientId, opportunityId }) =>
    db
      .select({ id: opportunities.id, businessId: opportunities.businessId })
      .from(opportunities)
      .where(and(eq(opportunities.clientId, clientId), eq(opportunities.id, opportunityId))),
);

/**
 * The facts that decide whether a student can apply. Locks the opportunity until the transaction ends, so that nobody
 * closes, fills or deletes it between this check and the application.
 */
export const findToApply = prepared<{ clientId: string; opportunityId: string; studentId: string }>()(
  'findOpportunityToApply',
  (db, { clientId, opportunityId, studentId }) =>
    db
      .select({
        id: opportunities.id,
        title: opportunities.title,
        businessId: opportunities.businessId,
        audience: opportunities.audience,
        available_slots: opportunities.availableSlots,
        accepted_count: opportunities.acceptedCount,
        application_open: opportunities.applicationOpen,
        application_close: opportunities.applicationClose,
        employment_stop: opportunities.employmentStop,
        business_approved: sql<boolean>`coalesce(${business.approved}, false)`,
        selectsCaller: sql<boolean>`exists(select from ${opportunityStudents}
          where ${opportunityStudents.clientId} = ${opportunities.clientId}
            and ${opportunityStudents.opportunityId} = ${opportunities.id}
            and ${opportunityStudents.studentId} = ${studentId})`,
      })
      .from(opportunities)
      .leftJoin(business, ofBusiness)
      .where(and(eq(opportunities.clientId, clientId), eq(opportunities.id, opportunityId)))
      .for('share', { of: opportunities }),
);

/**
 * Returns the new application's id, or undefined if this student has already applied, even concurrently. Does not wait
 * for a move of an application that exists: accepting an offer moves it and then takes a spot of the opportunity, which
 * this transaction has locked, so both would wait for each other.
 */
export async function insertApplication(
  tx: Tx,
  opportunity: Authorized<{ id: string }>,
  by: { clientId: string; studentId: string; coverLetter: string; now: Date },
): Promise<string | undefined> {
  const { rows } = await tx.db.execute<{ id: string }>(sql`insert into ${applications}
      (client_id, opportunity_id, student_id, status, cover_letter, applied_at, created_at, updated_at)
    select client_id, opportunity_id, student_id, 'New', cover_letter, now, now, now
      from (values (${by.clientId}::uuid, ${opportunity.id}::uuid, ${by.studentId}::uuid, ${by.coverLetter}, ${by.now}::timestamptz))
        as given (client_id, opportunity_id, student_id, cover_letter, now)
     where not exists (select from ${applications} as made where made.client_id = given.client_id
       and made.opportunity_id = given.opportunity_id and made.student_id = given.student_id)
    on conflict (client_id, opportunity_id, student_id) do nothing
    returning id`);
  return rows[0]?.id;
}

/**
 * Moves an application if its status is still what the caller saw; returns whether it did. Drops a pending offer, and the
 * business's message of an earlier decline.
 * `replyBy`, YYYY-MM-DD, belongs to an offer made by this move.
 */
export async function moveApplication(
  tx: Tx,
  application: Authorized<{ id: string }>,
  move: {
    clientId: string;
    from: ApplicationStatus;
    to: ApplicationStatus;
    now: Date;
    replyBy: string | null;
  },
): Promise<boolean> {
  const offer = move.replyBy ? { replyBy: move.replyBy, offeredFrom: move.from } : { offeredFrom: null };
  const moved = await tx.db
    .update(applications)
    .set({ status: move.to, updatedAt: move.now, declineMessage: '', ...noOffer, ...offer })
    .where(
      and(
        eq(applications.clientId, move.clientId),
        eq(applications.id, application.id),
        eq(applications.status, move.from),
      ),
    )
    .returning({ id: applications.id });
  return moved.length === 1;
}

/** Saves the business's note and stars. The student sees when an application changed, so `updatedAt` is unchanged. */
export async function storeNote(
  tx: Tx,
  application: Authorized<{ id: string }>,
  { clientId, ...note }: { clientId: string; businessNotes: string; businessStars: number },
): Promise<void> {
  await tx.db
    .update(applications)
    .set(note)
    .where(and(eq(applications.clientId, clientId), eq(applications.id, application.id)));
}

/** Declines those whose status is still one of `from`, and returns their ids. Drops a pending offer. */
export async function declineApplications(
  tx: Tx,
  found: readonly Authorized<{ id: string }>[],
  decline: { clientId: string; from: ApplicationStatus[]; message: string; now: Date },
): Promise<string[]> {
  const declined = await tx.db
    .update(applications)
    .set({
      status: 'Declined' satisfies ApplicationStatus,
      declineMessage: decline.message,
      updatedAt: decline.now,
      ...noOffer,
      offeredFrom: null,
    })
    .where(
      and(
        eq(applications.clientId, decline.clientId),
        inArray(
          applications.id,
          found.map(({ id }) => id),
        ),
        inArray(applications.status, decline.from),
      ),
    )
    .returning({ id: applications.id });
  return declined.map(({ id }) => id);
}

/**
 * Takes one spot of an opportunity; returns whether there was one. Checking and taking are one statement, so when two
 * students want the last spot, one waits for the other and then finds none. A Specific opportunity has as many spots as
 * selected students (docs/behavior/opportunities.md#audience).
 */
export async function takeSeat(tx: Tx, opportunity: { clientId: string; id: string }): Promise<boolean> {
  const taken = await tx.db
    .update(opportunities)
    .set({ acceptedCount: sql`${opportunities.acceptedCount} + 1` })
    .where(
      and(
        eq(opportunities.clientId, opportunity.clientId),
        eq(opportunities.id, opportunity.id),
        or(
          eq(opportunities.audience, 'Specific'),
          lt(opportunities.acceptedCount, opportunities.availableSlots),
        ),
      ),
    )
    .returning({ id: opportunities.id });
  return taken.length === 1;
}
