import { MINIMUM_HOURS } from '@waypost/contract/opportunities/opportunities/rules';
import { EVALUATIONS_REQUIRED } from '@waypost/contract/placements/evaluations/rules';
import { APPROVED, DISAPPROVED, PENDING } from '@waypost/contract/placements/hours/rules';
import {
  type Concern,
  ENDING_DAYS,
  EVALUATION_GRACE_DAYS,
  LOGGING_DAYS,
  type Pace,
  paces,
  QUIET_DAYS,
  WAITING_DAYS,
} from '@waypost/contract/placements/pace/rules';
import type { ReturnableItem } from '@waypost/contract/placements/projects/rules';
import type { BusinessStatus } from '@waypost/contract/statuses';
import { type SQL, sql } from 'drizzle-orm';
import { opportunities } from '../../platform/database/tables/opportunities.ts';
import {
  evaluations,
  hourEntries,
  projectApprovals,
  projectFiles,
  projectReflections,
  projectReturns,
  projects,
} from '../../platform/database/tables/projects.ts';

/*
 * The rules of `pace/rules.ts` and of `projects/report.ts` in SQL, for lists that are filtered or sorted by them: each
 * is an expression over a row of `projects` joined with its row of `opportunities`. `pace.test.ts` compares both over
 * random placements.
 */

const ofProject = (table: typeof hourEntries | typeof evaluations | typeof projectReflections) =>
  sql`${table.clientId} = ${projects.clientId} and ${table.projectId} = ${projects.id}`;

const begin = sql`greatest(${opportunities.employmentStart}, (${projects.createdAt} at time zone 'utc')::date)`;
const end = sql`${opportunities.employmentStop}`;
const minimum = sql`case ${opportunities.internshipType} when 'Internship' then ${sql.raw(String(MINIMUM_HOURS.Internship))}
  else ${sql.raw(String(MINIMUM_HOURS.Apprenticeship))} end`;
const isOpen = sql`${projects.businessStatus} = ${sql.raw(`'${'open' satisfies BusinessStatus}'`)}`;

/** The hours of a placement, from one scan of its entries: `hours.logged` and so on. */
const hoursOfProject = sql`(select
    coalesce(sum(total_hours) filter (where business_approved <> ${sql.raw(String(DISAPPROVED))}), 0) as logged,
    coalesce(sum(total_hours) filter (where business_approved = ${sql.raw(String(APPROVED))}), 0) as approved,
    count(*) filter (where business_approved = ${sql.raw(String(PENDING))}) as pending_count,
    min((created_at at time zone 'utc')::date) filter (where business_approved = ${sql.raw(String(PENDING))}) as waiting_since,
    max(end_date) filter (where business_approved <> ${sql.raw(String(DISAPPROVED))}) as last_entry
  from ${hourEntries} where ${ofProject(hourEntries)})`;

const evaluationCount = sql`(select count(*) from ${evaluations} where ${ofProject(evaluations)})`;
const unanswered = sql`exists(select from ${projectReflections}
  where ${ofProject(projectReflections)} and status <> 'complete')`;

/** `paceOf` by its rank in `paces`; null for a placement that has ended. `today`: YYYY-MM-DD. */
export function paceRank(today: string): SQL {
  return sql`case when not ${isOpen} then null else (${withHours(today, rank(today))}) end`;
}

/**
 * The pace of an open placement for a lateral join: `rank` in `paces`, and `short`, the hours missing by now. Computed
 * once for each row, however often the query refers to it.
 */
export function paceStanding(today: string): SQL {
  const columns = sql`${rank(today)} as rank, greatest(0, owed - logged * total) / total as short`;
  return sql`(${withHours(today, columns)} offset 0)`;
}

const rank = (today: string) => sql`case
    when over and not reached then 2
    when 4 * logged * total < 3 * due and due - logged * total >= 8 * total then 2
    when 10 * logged * total < 9 * due and due - logged * total >= 4 * total then 1
    when ${isQuiet} then 1
    when ${day(today)} - waiting_since > ${literal(WAITING_DAYS)} then 1
    when ${isUnevaluated} then 1
    when over and ${unanswered} then 1
    else 0 end`;

const isQuiet = sql`not reached and today - greatest(begin, last_entry) > ${literal(QUIET_DAYS)}`;
const isUnevaluated = sql`case when over then ${evaluationCount} < ${literal(EVALUATIONS_REQUIRED)}
  else begin < stop and 2 * (elapsed - ${literal(EVALUATION_GRACE_DAYS)}) >= total and ${evaluationCount} = 0 end`;

/** The condition for a placement to have this concern. */
export function hasConcern(concern: Concern, today: string): SQL {
  if (concern === 'awaiting approval') return isAwaitingApproval;
  const condition: Record<Exclude<Concern, 'awaiting approval'>, SQL> = {
    behind: sql`${paceRank(today)} = ${literal(paces.indexOf('behind' satisfies Pace))}`,
    'no recent hours': sql`(${withHours(today, isQuiet)})`,
    'evaluation overdue': sql`(${withHours(today, isUnevaluated)})`,
    'ending soon': sql`${end} between ${day(today)} and ${day(today)} + ${literal(ENDING_DAYS)}`,
  };
  return sql`${isOpen} and ${condition[concern]}`;
}

/**
 * Constants of this file as literals instead of parameters: an expression in ORDER BY must be identical to the selected
 * one.
 */
function literal(number: number): SQL {
  return sql.raw(String(number));
}

function day(today: string): SQL {
  return sql`${today}::date`;
}

/** An expression over a placement's hours and its days. */
function withHours(today: string, expression: SQL): SQL {
  return sql`select ${expression} from (
    select *, ${minimum} * elapsed as owed, logged >= ${minimum} as reached, today > stop as over,
      ${minimum} * case when today > stop then total else greatest(0, elapsed - ${literal(LOGGING_DAYS)}) end as due
    from (
      select *, least(total, greatest(0, today - begin)) as elapsed
      from (
        select *, greatest(1, stop - begin) as total
        from (select ${day(today)} as today, ${begin} as begin, ${end} as stop) as days, ${hoursOfProject} as hours
      ) as spans
    ) as progress
  ) as standing`;
}

const isApproved = (item: string) => sql`exists(select from ${projectApprovals}
  where ${projectApprovals.clientId} = ${projects.clientId} and ${projectApprovals.projectId} = ${projects.id}
    and ${projectApprovals.item} = ${sql.raw(`'${item}'`)})`;

const isSentBack = (item: ReturnableItem) => sql`exists(select from ${projectReturns}
  where ${projectReturns.clientId} = ${projects.clientId} and ${projectReturns.projectId} = ${projects.id}
    and ${projectReturns.item} = ${sql.raw(`'${item}'`)})`;

/** Whether an item of `itemStatuses` is submitted and waits for staff. MSDE is submitted only once the others are. */
export const isAwaitingApproval = sql`(select
    hours_in and not ${isApproved('hours')}
    or reflections_in and not ${isApproved('reflection')}
    or project_in and not ${isApproved('project')}
    or summary_in and not ${isApproved('summary')}
    or evaluations_in and not ${isApproved('evals')}
    or not ${isApproved('msde')}
      and hours_in
      and (reflections_in or ${isApproved('reflection')})
      and (project_in or ${isApproved('project')})
      and (summary_in or ${isApproved('summary')})
      and (not ${isOpen} or evaluations_in or ${isApproved('evals')})
  from (select
    hours.approved >= ${minimum} or not ${isOpen} and hours.pending_count = 0 as hours_in,
    not ${unanswered} and not ${isSentBack('reflection')} as reflections_in,
    exists(select from ${projectFiles} where ${projectFiles.clientId} = ${projects.clientId}
      and ${projectFiles.projectId} = ${projects.id}) and not ${isSentBack('project')} as project_in,
    ${projects.finalSummary} <> '' and not ${isSentBack('summary')} as summary_in,
    ${evaluationCount} >= ${literal(EVALUATIONS_REQUIRED)} as evaluations_in
  from ${hoursOfProject} as hours) as submitted)`;
