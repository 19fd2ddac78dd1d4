import { utcDay } from '@waypost/contract/dates';
import { firstDayAt, lastDayAt } from '@waypost/contract/opportunities/opportunities/rules';
import type {
  ActivityChoice,
  BusinessCount,
  PlacementChoice,
} from '@waypost/contract/people/directory/rules';
import { groupOf } from '@waypost/contract/placements/applications/rules';
import { type Pace, paces } from '@waypost/contract/placements/pace/rules';
import { applicationStatuses, type BusinessStatus } from '@waypost/contract/statuses';
import { and, not, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { openToday } from '../../opportunities/opportunities/open-queries.ts';
import type { CountsOfBusiness, CountsOfStudent, PeopleCounts } from '../../people/directory/list-queries.ts';
import { paceRank } from '../../placements/pace/queries.ts';
import { applications, opportunities } from '../../platform/database/tables/opportunities.ts';
import { users } from '../../platform/database/tables/people.ts';
import { hourEntries, projectReflections, projects } from '../../platform/database/tables/projects.ts';

// Each count is computed for one row of `users` from its own index, so the cost of a page does not depend on the school
// system's size.

const host = alias(users, 'host');
const PENDING = applicationStatuses.filter((status) => groupOf(status) === 'Open');

const itsApplications = sql`${applications}
  where ${applications.clientId} = ${users.clientId} and ${applications.studentId} = ${users.id}`;
const itsProjects = sql`${projects}
  where ${projects.clientId} = ${users.clientId} and ${projects.studentId} = ${users.id}`;
const ofProject = (table: typeof hourEntries | typeof projectReflections) =>
  sql`${table.clientId} = ${projects.clientId} and ${table.projectId} = ${projects.id}`;

/** The Student Report's counts of one student, as one column; null for other roles. */
const countsOfStudent = sql<CountsOfStudent | null>`case when ${users.role} = 'Student' then (
  select json_build_object(
    'applications', (select count(*) from ${itsApplications}),
    'current', coalesce(
      json_agg(json_build_object('id', ${projects.id}, 'business', ${host.businessName})
        order by ${projects.createdAt}, ${projects.id}) filter (where ${projects.businessStatus} = 'open'),
      '[]'),
    'completed', count(*) filter (where ${projects.businessStatus} = 'completed'),
    'terminated', count(*) filter (where ${projects.businessStatus} = 'terminated'),
    'approvedHours', coalesce(sum(logged.approved), 0),
    'lastActivity', greatest(
      (select max(${applications.appliedAt}) from ${itsApplications}),
      max(greatest(logged.at, answered.at, ${projects.finalSummaryUpdatedAt}, ${projects.finalProjectUpdatedAt}))))
  from ${projects}
  left join ${users} ${sql.identifier('host')}
    on ${host.clientId} = ${projects.clientId} and ${host.id} = ${projects.businessId}
  cross join lateral (
    select sum(${hourEntries.totalHours}) filter (where ${hourEntries.businessApproved} = 1) as approved,
           max(${hourEntries.createdAt}) as at
      from ${hourEntries} where ${ofProject(hourEntries)}) logged
  cross join lateral (
    select max(${projectReflections.answeredAt}) as at
      from ${projectReflections} where ${ofProject(projectReflections)}) answered
  where ${projects.clientId} = ${users.clientId} and ${projects.studentId} = ${users.id}) end`;

const itsOpportunities = sql`${opportunities}
  where ${opportunities.clientId} = ${users.clientId} and ${opportunities.businessId} = ${users.id}`;
const itsOpenOpportunities = (now: Date) => sql`${itsOpportunities}
  and ${openToday(sql`${users.clientId}`, firstDayAt(now), lastDayAt(now))}`;
const itsApplicants = sql`${opportunities} join ${applications}
    on ${applications.clientId} = ${opportunities.clientId} and ${applications.opportunityId} = ${opportunities.id}
  where ${opportunities.clientId} = ${users.clientId} and ${opportunities.businessId} = ${users.id}`;
const itsInterns = sql`${projects}
  where ${projects.clientId} = ${users.clientId} and ${projects.businessId} = ${users.id}`;

/** The Business Report's counts of one business, each separate, because a list sorts by them. */
function countsOfBusiness(now: Date): Record<BusinessCount, SQL<number>> {
  const count = (of: SQL) => sql<number>`(select count(*) from ${of})`;
  return {
    opportunities: count(itsOpportunities),
    open_opportunities: count(itsOpenOpportunities(now)),
    pending_applicants: count(
      sql`${itsApplicants} and ${applications.status} = any(${sql.param(PENDING)}::text[])`,
    ),
    accepted_applicants: count(sql`${itsApplicants} and ${applications.status} = 'Accepted'`),
    interns: count(sql`${itsInterns} and ${projects.businessStatus} = 'open'`),
    completed: count(sql`${itsInterns} and ${projects.businessStatus} = 'completed'`),
    terminated: count(sql`${itsInterns} and ${projects.businessStatus} = 'terminated'`),
  };
}

/** All of them as one column; null for other roles. */
function allCountsOfBusiness(now: Date): SQL<CountsOfBusiness | null> {
  const pairs = Object.entries(countsOfBusiness(now)).map(([name, count]) => sql`${name}::text, ${count}`);
  return sql<CountsOfBusiness | null>`case when ${users.role} = 'Business'
    then json_build_object(${sql.join(pairs, sql`, `)}) end`;
}

/** The students with this progress; undefined for all. `today`: YYYY-MM-DD. */
function placed(choice: PlacementChoice, today: string): SQL | undefined {
  const has = (status: BusinessStatus) =>
    sql`exists (select from ${itsProjects} and ${projects.businessStatus} = ${status})`;
  const hasOnPace = sql`exists (select from ${projects}
    join ${opportunities} on ${opportunities.clientId} = ${projects.clientId}
     and ${opportunities.id} = ${projects.opportunityId}
    where ${projects.clientId} = ${users.clientId} and ${projects.studentId} = ${users.id}
      and ${paceRank(today)} = ${paces.indexOf('on pace' satisfies Pace)})`;
  const applied = sql`exists (select from ${itsApplications})`;
  const choices: Record<PlacementChoice, SQL | undefined> = {
    All: undefined,
    Placed: has('open'),
    Completed: and(not(has('open')), has('completed')),
    Applied: and(
      applied,
      sql`not exists (select from ${itsProjects} and ${projects.businessStatus} <> 'terminated')`,
    ),
    'Not Applied': not(applied),
    'Ever Applied': applied,
    'Ever Placed': or(has('open'), has('completed')),
    'On Pace': or(hasOnPace, has('completed')),
    'Ever Completed': has('completed'),
  };
  return choices[choice] && and(sql`${users.role} = 'Student'`, choices[choice]);
}

/** The businesses with this activity; undefined for all. */
function active(choice: ActivityChoice, now: Date): SQL | undefined {
  const hosting = sql`exists (select from ${itsInterns} and ${projects.businessStatus} = 'open')`;
  const recruiting = sql`exists (select from ${itsOpenOpportunities(now)})`;
  const choices: Record<ActivityChoice, SQL | undefined> = {
    All: undefined,
    Hosting: hosting,
    Recruiting: recruiting,
    Neither: not(or(hosting, recruiting) ?? hosting),
  };
  return choices[choice] && and(sql`${users.role} = 'Business'`, choices[choice]);
}

/** Every count, as of a moment. */
export const peopleCounts = (now: Date): PeopleCounts => ({
  ofStudent: countsOfStudent,
  ofBusiness: allCountsOfBusiness(now),
  keys: countsOfBusiness(now),
});

/** The people with this progress or activity; undefined for all. */
export const narrowedTo = (
  {
    placement,
    activity,
  }: { placement?: PlacementChoice | null | undefined; activity?: ActivityChoice | null | undefined },
  now: Date,
): SQL | undefined => and(placed(placement ?? 'All', utcDay(now)), active(activity ?? 'All', now));
