import { groupOf } from '@waypost/contract/placements/applications/rules';
import { type ApplicationStatus, applicationStatuses, type BusinessStatus } from '@waypost/contract/statuses';
import { and, asc, eq, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { contact, isFirstContact } from '../../people/contacts/queries.ts';
import { type Db, prepared } from '../../platform/database/connect.ts';
import { clients } from '../../platform/database/tables/clients.ts';
import { files } from '../../platform/database/tables/files.ts';
import { focusAreas, programs, schools } from '../../platform/database/tables/lists.ts';
import {
  applications,
  opportunities,
  opportunityFocusAreas,
  opportunityPrograms,
  opportunitySchools,
  opportunityStudents,
  savedOpportunities,
} from '../../platform/database/tables/opportunities.ts';
import { users } from '../../platform/database/tables/people.ts';
import { projects } from '../../platform/database/tables/projects.ts';
import { openToday } from './open-queries.ts';
import { noteNames, scheduleNames } from './terms.ts';

/** The columns that a list of `terms.ts` names. */
const columnsNamed = <Name extends keyof (typeof opportunities)['_']['columns']>(
  names: Record<string, Name>,
) =>
  Object.fromEntries(Object.values(names).map((name) => [name, opportunities[name]])) as {
    [Column in Name]: (typeof opportunities)[Column];
  };

export const scheduleColumns = columnsNamed(scheduleNames);
export const noteColumns = columnsNamed(noteNames);

/** `scheduleColumns` of `opportunities o`, for SQL as text. Casts numerics, which the driver returns as text. */
export const scheduleSql = Object.entries(scheduleColumns)
  .map(([name, { columnType, name: inTable }]) => {
    const cast = columnType === 'PgNumericNumber' ? '::float8' : '';
    return `o.${inTable}${cast} as "${name}"`;
  })
  .join(', ');

/**
 * The columns of an opportunity in a list, for a select of `opportunities` that left-joins `users` as its business
 * (`ofBusiness`), including counts and names.
 */
export const rowColumns = {
  id: opportunities.id,
  title: opportunities.title,
  audience: opportunities.audience,
  availableSlots: opportunities.availableSlots,
  acceptedCount: opportunities.acceptedCount,
  opportunityType: opportunities.opportunityType,
  internshipType: opportunities.internshipType,
  timeFrame: opportunities.timeFrame,
  compensation: opportunities.compensation,
  ...scheduleColumns,
  applicationOpen: opportunities.applicationOpen,
  applicationClose: opportunities.applicationClose,
  employmentStart: opportunities.employmentStart,
  employmentStop: opportunities.employmentStop,
  city: opportunities.city,
  state: opportunities.state,
  lat: opportunities.lat,
  lon: opportunities.lon,
  businessId: opportunities.businessId,
  businessName: users.businessName,
  applicantCount: sql<number>`(select count(*)::int from ${applications}
    where ${applications.clientId} = ${opportunities.clientId}
      and ${applications.opportunityId} = ${opportunities.id})`,
  focusAreas: sql<string[]>`array(select ${focusAreas.name} from ${opportunityFocusAreas}
    join ${focusAreas} on ${focusAreas.clientId} = ${opportunityFocusAreas.clientId}
      and ${focusAreas.id} = ${opportunityFocusAreas.focusAreaId}
    where ${opportunityFocusAreas.clientId} = ${opportunities.clientId}
      and ${opportunityFocusAreas.opportunityId} = ${opportunities.id}
    order by ${focusAreas.ordinal})`,
};

/** Joins an opportunity's business from `users`. */
export const ofBusiness = and(
  eq(users.clientId, opportunities.clientId),
  eq(users.id, opportunities.businessId),
);

const viewer = alias(users, 'viewer');
const own = alias(applications, 'own');

/** Whole opportunities, with whether each selects the caller, and the caller's home if they are a student. */
const wholeOpportunities = (db: Db, viewerId: Placeholder<'viewerId'>) =>
  db
    .select({
      ...rowColumns,
      shortDescription: opportunities.shortDescription,
      skillsRequired: opportunities.skillsRequired,
      fullDescription: opportunities.fullDescription,
      ...noteColumns,
      street: opportunities.street,
      zip: opportunities.zip,
      userOverwroteLocation: opportunities.userOverwroteLocation,
      createdAt: opportunities.createdAt,
      updatedAt: opportunities.updatedAt,
      revision: opportunities.revision,
      schools: sql<string[]>`array(select ${schools.name} from ${opportunitySchools}
        join ${schools} on ${schools.clientId} = ${opportunitySchools.clientId}
          and ${schools.id} = ${opportunitySchools.schoolId}
        where ${opportunitySchools.clientId} = ${opportunities.clientId}
          and ${opportunitySchools.opportunityId} = ${opportunities.id}
        order by ${schools.ordinal})`,
      programs: sql<string[]>`array(select ${programs.name} from ${opportunityPrograms}
        join ${programs} on ${programs.clientId} = ${opportunityPrograms.clientId}
          and ${programs.id} = ${opportunityPrograms.programId}
        where ${opportunityPrograms.clientId} = ${opportunities.clientId}
          and ${opportunityPrograms.opportunityId} = ${opportunities.id}
        order by ${programs.ordinal})`,
      businessApproved: users.approved,
      contactEmail: contact.email,
      contactPhone: contact.phone,
      profilePicId: files.id,
      profilePicName: files.name,
      application: {
        id: own.id,
        status: own.status,
        appliedAt: own.appliedAt,
        createdAt: own.createdAt,
        updatedAt: own.updatedAt,
        businessStatus: sql<BusinessStatus | null>`(select ${projects.businessStatus} from ${projects}
          where ${projects.clientId} = ${own.clientId} and ${projects.applicationId} = ${own.id})`,
      },
      saved: sql<boolean>`exists(select from ${savedOpportunities}
        where ${savedOpportunities.clientId} = ${opportunities.clientId}
          and ${savedOpportunities.opportunityId} = ${opportunities.id}
          and ${savedOpportunities.studentId} = ${viewerId})`,
      homeLat: viewer.lat,
      homeLon: viewer.lon,
      selectsCaller: sql<boolean>`exists(select from ${opportunityStudents}
        where ${opportunityStudents.clientId} = ${opportunities.clientId}
          and ${opportunityStudents.opportunityId} = ${opportunities.id}
          and ${opportunityStudents.studentId} = ${viewerId})`,
    })
    .from(opportunities)
    .leftJoin(users, ofBusiness)
    .leftJoin(contact, isFirstContact)
    .leftJoin(files, and(eq(files.clientId, users.clientId), eq(files.id, users.profilePicId)))
    .leftJoin(
      viewer,
      and(eq(viewer.clientId, opportunities.clientId), eq(viewer.id, viewerId), eq(viewer.role, 'Student')),
    )
    .leftJoin(
      own,
      and(
        eq(own.clientId, opportunities.clientId),
        eq(own.opportunityId, opportunities.id),
        eq(own.studentId, viewerId),
      ),
    );

export const findOpportunity = prepared<{ clientId: string; opportunityId: string; viewerId: string }>()(
  'findOpportunity',
  (db, { clientId, opportunityId, viewerId }) =>
    wholeOpportunities(db, viewerId).where(
      and(eq(opportunities.clientId, clientId), eq(opportunities.id, opportunityId)),
    ),
);

/** These opportunities, in no order. */
export const findOpportunitiesByIds = prepared<{ clientId: string; ids: string[]; viewerId: string }>()(
  'findOpportunitiesByIds',
  (db, { clientId, ids, viewerId }) =>
    wholeOpportunities(db, viewerId).where(
      and(eq(opportunities.clientId, clientId), sql`${opportunities.id} = any(${ids})`),
    ),
);

/** The selected students of each of these Specific opportunities, by name, with their applications' status. */
export const findSelectedStudents = prepared<{ clientId: string; ids: string[] }>()(
  'findSelectedStudents',
  (db, { clientId, ids }) =>
    db
      .select({
        opportunityId: opportunityStudents.opportunityId,
        id: users.id,
        email: users.email,
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
        and(
          eq(opportunityStudents.clientId, clientId),
          sql`${opportunityStudents.opportunityId} = any(${ids})`,
        ),
      )
      .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id)),
);

/**
 * The counts of placements, as columns, each of other ones: an accepted application whose placement has ended is only
 * counted there; `its` selects the opportunities and placements. */
function placements(
  db: Db,
  { clientId, first, last }: Record<'clientId' | 'first' | 'last', Placeholder>,
  its: (table: typeof opportunities | typeof projects) => SQL | undefined,
) {
  const ofOpportunity = and(
    eq(applications.clientId, opportunities.clientId),
    eq(applications.opportunityId, opportunities.id),
  );
  const left = sql`${opportunities.availableSlots} - ${opportunities.acceptedCount}`;
  const count = { count: sql`count(*)::int` };
  const openPositions = db
    .select({ sum: sql`coalesce(sum(${left}), 0)::int` })
    .from(opportunities)
    .where(and(its(opportunities), openToday(clientId, first, last)));
  const applicants = (statuses: readonly ApplicationStatus[]) =>
    db
      .select(count)
      .from(opportunities)
      .innerJoin(applications, ofOpportunity)
      .where(and(its(opportunities), inArray(applications.status, [...statuses])));
  const inStatus = (status: BusinessStatus) =>
    db
      .select(count)
      .from(projects)
      .where(and(its(projects), eq(projects.businessStatus, status)));
  return {
    openPositions: sql<number>`(${openPositions})`,
    pendingApplicants: sql<number>`(${applicants(PENDING)})`,
    accepted: sql<number>`(${inStatus('open')})`,
    completed: sql<number>`(${inStatus('completed')})`,
    terminated: sql<number>`(${inStatus('terminated')})`,
  };
}

/**
 * A business's statistics as one row, or none if it is not a business of the client. `first` and `last` are the results
 * of `firstDayAt` and `lastDayAt`.
 */
export const findBusinessStats = prepared<{
  clientId: string;
  businessId: string;
  first: string;
  last: string;
}>()('findBusinessStats', (db, { clientId, businessId, first, last }) =>
  db
    .select({
      id: users.id,
      ...placements(db, { clientId, first, last }, (table) =>
        and(eq(table.clientId, clientId), eq(table.businessId, businessId)),
      ),
    })
    .from(users)
    .where(and(eq(users.clientId, clientId), eq(users.id, businessId), eq(users.role, 'Business'))),
);

/** The same for all of the client's businesses together, as one row. */
export const findClientStats = prepared<{ clientId: string; first: string; last: string }>()(
  'findClientStats',
  (db, { clientId, first, last }) =>
    db
      .select(placements(db, { clientId, first, last }, (table) => eq(table.clientId, clientId)))
      .from(clients)
      .where(eq(clients.id, clientId)),
);

const PENDING = applicationStatuses.filter((status) => groupOf(status) === 'Open');
