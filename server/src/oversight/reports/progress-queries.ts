import type { FunnelGroup, FunnelRow } from '@waypost/contract/oversight/reports/calls';
import { DISAPPROVED } from '@waypost/contract/placements/hours/rules';
import { type Pace, paces } from '@waypost/contract/placements/pace/rules';
import { sql } from 'drizzle-orm';
import { paceRank } from '../../placements/pace/queries.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { programs, schools } from '../../platform/database/tables/lists.ts';
import { applications, opportunities } from '../../platform/database/tables/opportunities.ts';
import { students, users } from '../../platform/database/tables/people.ts';
import { hourEntries, projects } from '../../platform/database/tables/projects.ts';

const onPace = paces.indexOf('on pace' satisfies Pace);

/** How many approved students of each school or program have reached each step. `today`: YYYY-MM-DD. */
export async function countSteps(
  tx: Tx,
  { clientId, by, today }: { clientId: string; by: FunnelGroup; today: string },
): Promise<FunnelRow[]> {
  const [list, key] = by === 'school' ? [schools, students.schoolId] : [programs, students.programId];
  const { rows } = await tx.db.execute<FunnelRow & Record<string, unknown>>(sql`
    select coalesce(${list.name}, '') as name,
           count(*)::int as students,
           count(applied.student_id)::int as "Ever Applied",
           count(placed.student_id)::int as "Ever Placed",
           count(*) filter (where placed.on_pace)::int as "On Pace",
           count(*) filter (where placed.completed)::int as "Ever Completed"
      from ${users}
      join ${students} on ${students.clientId} = ${users.clientId} and ${students.userId} = ${users.id}
      left join ${list} on ${list.clientId} = ${students.clientId} and ${list.id} = ${key}
      left join (
        select distinct ${applications.studentId} as student_id from ${applications}
         where ${applications.clientId} = ${clientId}
      ) as applied on applied.student_id = ${users.id}
      left join (
        select student_id, bool_or(completed) as completed, bool_or(completed or rank = ${onPace}) as on_pace
          from (
            select ${projects.studentId} as student_id,
                   ${projects.businessStatus} = 'completed' as completed,
                   ${paceRank(today)} as rank
              from ${projects}
              join ${opportunities} on ${opportunities.clientId} = ${projects.clientId}
               and ${opportunities.id} = ${projects.opportunityId}
             where ${projects.clientId} = ${clientId} and ${projects.businessStatus} <> 'terminated'
          ) as placements
         group by student_id
      ) as placed on placed.student_id = ${users.id}
     where ${users.clientId} = ${clientId} and ${users.role} = 'Student' and ${users.approved}
     group by 1
     order by coalesce(${list.name}, '') = '', coalesce(${list.name}, '') collate "und-x-icu"`);
  return rows;
}

interface Years {
  clientId: string;
  /** The first day of the school year, and the day up to which both years are counted, YYYY-MM-DD. */
  from: string;
  today: string;
}

export interface YearCounts extends Record<string, unknown> {
  applications_this: number;
  applications_last: number;
  placements_this: number;
  placements_last: number;
  hours_this: number;
  hours_last: number;
}

/** Applications, placements and hours of this school year, and of last year up to the same day. */
export async function countYears(tx: Tx, { clientId, from, today }: Years): Promise<YearCounts | undefined> {
  const day = (moment: unknown) => sql`(${moment} at time zone 'utc')::date`;
  const isThisYear = (date: unknown) => sql`${date} between ${from}::date and ${today}::date`;
  const isLastYear = (date: unknown) =>
    sql`${date} between ${from}::date - interval '1 year' and ${today}::date - interval '1 year'`;
  const applied = day(applications.appliedAt);
  const placed = day(projects.createdAt);
  const worked = hourEntries.startDate;
  const { rows } = await tx.db.execute<YearCounts>(sql`
    select * from
      (select count(*) filter (where ${isThisYear(applied)})::int as applications_this,
              count(*) filter (where ${isLastYear(applied)})::int as applications_last
         from ${applications} where ${applications.clientId} = ${clientId}) as sent,
      (select count(*) filter (where ${isThisYear(placed)})::int as placements_this,
              count(*) filter (where ${isLastYear(placed)})::int as placements_last
         from ${projects} where ${projects.clientId} = ${clientId}) as begun,
      (select coalesce(sum(${hourEntries.totalHours}) filter (where ${isThisYear(worked)}), 0)::float8 as hours_this,
              coalesce(sum(${hourEntries.totalHours}) filter (where ${isLastYear(worked)}), 0)::float8 as hours_last
         from ${hourEntries}
        where ${hourEntries.clientId} = ${clientId} and ${hourEntries.businessApproved} <> ${DISAPPROVED}) as logged`);
  return rows[0];
}

/** Hours worked since a Monday, by the Monday of their week; weeks without hours are left out. */
export async function sumWeeks(
  tx: Tx,
  { clientId, from, until }: { clientId: string; from: string; until: string },
): Promise<{ monday: string; hours: number }[]> {
  const { rows } = await tx.db.execute<{ monday: string; hours: number }>(sql`
    select date_trunc('week', ${hourEntries.startDate})::date::text as monday,
           sum(${hourEntries.totalHours})::float8 as hours
      from ${hourEntries}
     where ${hourEntries.clientId} = ${clientId} and ${hourEntries.businessApproved} <> ${DISAPPROVED}
       and ${hourEntries.startDate} >= ${from} and ${hourEntries.startDate} <= ${until}
     group by 1`);
  return rows;
}
