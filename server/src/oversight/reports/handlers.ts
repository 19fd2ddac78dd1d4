import type { InputOf } from '@waypost/contract/call';
import { addDays, utcDay } from '@waypost/contract/dates';
import { partOf } from '@waypost/contract/list-part';
import { firstDayAt, lastDayAt } from '@waypost/contract/opportunities/opportunities/rules';
import type { reportCalls } from '@waypost/contract/oversight/reports/calls';
import {
  activeDays,
  DAY_ENDS_UTC,
  schoolYearStart,
  shownMondays,
} from '@waypost/contract/oversight/reports/rules';
import { toProject, toProjectRow } from '../../placements/projects/present.ts';
import { loadProjects } from '../../placements/projects/whole-queries.ts';
import type { Handlers, Request } from '../../platform/access/handler.ts';
import { commitWithLastListQuery } from '../../platform/access/tenant.ts';
import { readRows } from '../../platform/database/cursor.ts';
import {
  findApplicationsOf,
  findStudentApplications,
  openStudents,
  type StudentsWanted,
} from './application-queries.ts';
import {
  findReportedByIds,
  findReportedOpportunities,
  type OpportunitiesWanted,
  openReportedOpportunities,
} from './opportunity-queries.ts';
import { toReportedOpportunity, toStudentApplications } from './present.ts';
import { countSteps, countYears, sumWeeks } from './progress-queries.ts';
import { countActive, countApplications, countEmployed } from './queries.ts';
import { countStatuses, findStatuses, openStatuses, type StatusesWanted } from './status-queries.ts';

/** Statistics and lists about a school system (docs/behavior/reports.md). */
export const reportHandlers: Handlers<typeof reportCalls> = {
  getStudentApplicationCount: async ({ actor }, tx) => {
    const [found] = await countApplications(tx, { clientId: actor.clientId });
    return { count: found?.count ?? 0 };
  },

  /** Students with a running placement. */
  getTotalStudentsEmployed: async ({ actor }, tx) => {
    const [found] = await countEmployed(tx, { clientId: actor.clientId });
    return { count: found?.count ?? 0 };
  },

  getFunnel: ({ actor, input, now }, tx) =>
    countSteps(tx, { clientId: actor.clientId, by: input.by, today: utcDay(now) }),

  getYearSoFar: async ({ actor, now }, tx) => {
    const { clientId } = actor;
    const today = utcDay(now);
    const from = schoolYearStart(today);
    const counts = await countYears(tx, { clientId, from, today });
    const mondays = shownMondays(today);
    const aYearBefore = (monday: string) => addDays(monday, -364);
    const sums = await sumWeeks(tx, { clientId, from: aYearBefore(mondays[0] ?? today), until: today });
    const hours = new Map(sums.map((week) => [week.monday, week.hours]));
    const both = (kind: 'applications' | 'placements' | 'hours') => ({
      this_year: counts?.[`${kind}_this`] ?? 0,
      last_year: counts?.[`${kind}_last`] ?? 0,
    });
    return {
      from,
      applications: both('applications'),
      placements: both('placements'),
      hours: both('hours'),
      weeks: mondays.map((monday) => ({
        monday,
        this_year: hours.get(monday) ?? 0,
        last_year: hours.get(aYearBefore(monday)) ?? 0,
      })),
    };
  },

  /** A row for each placement, including those of deleted students, which the dashboard counts as well. */
  filterInternshipStatus: {
    page: async (request, tx) => {
      const { actor, input } = request;
      const wanted = statusesWanted(request);
      const part = { ...partOf(input), ...orderOf(input, 'name') };
      const questions = Promise.all([findStatuses(tx, wanted, part).execute(), countStatuses(tx, wanted)]);
      const [found, total] = await commitWithLastListQuery(tx, input, questions);
      request.announceTotal(total);
      return found.map((row) => toProjectRow(row, actor));
    },
    whole: async function* (request, tx) {
      const { actor, input } = request;
      const { clientId } = actor;
      const ids = await openStatuses(tx, statusesWanted(request), orderOf(input, 'name'), input.offset ?? 0);
      request.announceTotal(ids.total);
      yield* readRows(ids, async (batch) =>
        (await loadProjects(tx, { clientId, ids: batch })).map((project) => toProject(project, actor)),
      );
    },
  },

  /** The last 30 days, including those without users. */
  getActiveUsers: async ({ actor, now }, tx) => {
    const days = activeDays(now);
    const begin = new Date(`${days[0]}T00:00:00Z`);
    begin.setUTCHours(DAY_ENDS_UTC);
    const active = await countActive(tx, actor.clientId, begin);
    const counts = new Map(active.map(({ date, count }) => [date, count]));
    return days.map((date) => ({ date, count: counts.get(date) ?? 0 }));
  },

  filterAvailableOpportunities: {
    page: async (request, tx) => {
      const { input } = request;
      const part = { ...partOf(input), ...orderOf(input, 'opportunity_title') };
      const question = findReportedOpportunities(tx, opportunitiesWanted(request), part);
      const { rows, total } = await commitWithLastListQuery(tx, input, question);
      request.announceTotal(total);
      return rows.map(toReportedOpportunity);
    },
    whole: async function* (request, tx) {
      const { input } = request;
      const wanted = opportunitiesWanted(request);
      const order = orderOf(input, 'opportunity_title');
      const ids = await openReportedOpportunities(tx, wanted, order, input.offset ?? 0);
      request.announceTotal(ids.total);
      yield* readRows(ids, async (batch) =>
        (await findReportedByIds(tx, wanted.clientId, batch)).map(toReportedOpportunity),
      );
    },
  },

  /** Every student that matches the filters, including unapproved ones and those who never applied. */
  filterApplicationCount: {
    page: async (request, tx) => {
      const { input } = request;
      const part = { ...partOf(input), ...orderOf(input, 'name') };
      const question = findStudentApplications(tx, studentsWanted(request), part);
      const { rows, total } = await commitWithLastListQuery(tx, input, question);
      request.announceTotal(total);
      return rows.map(toStudentApplications);
    },
    whole: async function* (request, tx) {
      const { input } = request;
      const wanted = studentsWanted(request);
      const ids = await openStudents(tx, wanted, orderOf(input, 'name'), input.offset ?? 0);
      request.announceTotal(ids.total);
      yield* readRows(ids, async (batch) =>
        (await findApplicationsOf(tx, wanted.clientId, batch)).map(toStudentApplications),
      );
    },
  },
};

type ReportRequest<Name extends keyof typeof reportCalls> = Request<InputOf<(typeof reportCalls)[Name]>>;

function statusesWanted({ actor, input, now }: ReportRequest<'filterInternshipStatus'>): StatusesWanted {
  const { graduation_year: year, internship_type: type } = input;
  return {
    clientId: actor.clientId,
    schools: many(input.school_attending),
    programs: many(input.affiliated_program),
    graduationYear: typeof year === 'number' ? year : undefined,
    internshipType: type && type !== 'All' ? type : undefined,
    businessStatus: input.business_status ?? undefined,
    concern: input.concern ?? undefined,
    today: utcDay(now),
  };
}

const opportunitiesWanted = ({
  actor,
  input,
  now,
}: ReportRequest<'filterAvailableOpportunities'>): OpportunitiesWanted => ({
  clientId: actor.clientId,
  availability: input.availability ?? 'Open',
  days: { first: firstDayAt(now), last: lastDayAt(now) },
  schools: many(input.school_attending),
  programs: many(input.affiliated_program),
});

const studentsWanted = ({ actor, input }: ReportRequest<'filterApplicationCount'>): StudentsWanted => ({
  clientId: actor.clientId,
  schools: many(input.school_attending),
  programs: many(input.affiliated_program),
  graduationYear: typeof input.graduation_year === 'number' ? input.graduation_year : null,
});

const many = (names: string | string[] | null | undefined) => [names ?? []].flat();

const orderOf = <Sort>(
  input: { sort?: Sort | null | undefined; descending?: boolean | null | undefined },
  unlessTold: Sort,
) => ({ sort: input.sort ?? unlessTold, descending: input.descending ?? false });
