import type { InputOf } from '@waypost/contract/call';
import { partOf } from '@waypost/contract/list-part';
import type { peopleCalls } from '@waypost/contract/people/directory/calls';
import { rolesBelow } from '@waypost/contract/people/directory/rules';
import { refuse } from '@waypost/contract/refusal';
import {
  countPeople,
  findPeople,
  type Order,
  openPeople,
  type PeopleWanted,
} from '../../people/directory/list-queries.ts';
import { toReportedUser } from '../../people/directory/present.ts';
import { findWholeRows } from '../../people/directory/whole-rows.ts';
import type { Actor } from '../../platform/access/actor.ts';
import type { Handlers } from '../../platform/access/handler.ts';
import { commitWithLastListQuery } from '../../platform/access/tenant.ts';
import { readRows } from '../../platform/database/cursor.ts';
import { narrowedTo, peopleCounts } from './people-count-queries.ts';

type Filter = InputOf<typeof peopleCalls.filterUsers>;

/** Lists of people, with the Student Report's and the Business Report's counts (docs/behavior/people.md). */
export const peopleReportHandlers: Handlers<Pick<typeof peopleCalls, 'filterUsers'>> = {
  filterUsers: {
    page: async (request, tx) => {
      const { actor, input, now } = request;
      const wanted = wantedBy(actor, input, now);
      const part = { ...partOf(input), ...orderOf(input, now), withCounts: input.with === 'report' };
      const questions = Promise.all([findPeople(tx, wanted, part), countPeople(tx, wanted)]);
      const [people, total] = await commitWithLastListQuery(tx, input, questions);
      request.announceTotal(total);
      return people.map(toReportedUser);
    },
    whole: async function* (request, tx) {
      const { actor, input, now } = request;
      const ids = await openPeople(tx, wantedBy(actor, input, now), orderOf(input, now), input.offset ?? 0);
      request.announceTotal(ids.total);
      const counts = input.with === 'report' ? peopleCounts(now) : null;
      yield* readRows(ids, (batch) => findWholeRows(tx, actor.clientId, batch, counts));
    },
  },
};

const orderOf = ({ sort, descending }: Filter, now: Date): Order => ({
  sort: sort ?? 'name',
  descending: descending ?? false,
  counts: peopleCounts(now),
});

/** Refuses a role that the caller may not list. */
function wantedBy(actor: Actor, filter: Filter, now: Date): PeopleWanted {
  const listable = rolesBelow(actor.role);
  const asked = [filter.role ?? []].flat();
  const roles = asked.length > 0 ? asked : listable;
  if (roles.some((role) => !listable.includes(role))) refuse('not-allowed');
  return {
    clientId: actor.clientId,
    roles,
    approved: filter.approved ?? 'All',
    search: filter.search ?? '',
    graduationYear: typeof filter.graduation_year === 'number' ? filter.graduation_year : undefined,
    attendedSchools: many(filter.school_attending),
    attendedPrograms: many(filter.affiliated_program),
    schools: many(filter.schools),
    programs: many(filter.programs),
    focusAreas: many(filter.focus_areas),
    made: typeof filter.since === 'number' ? yearOf(filter.since) : undefined,
    also: narrowedTo(filter, now),
  };
}

// The same year that years active count from.
const yearOf = (year: number) => ({
  from: new Date(Date.UTC(year, 0, 1)),
  until: new Date(Date.UTC(year + 1, 0, 1)),
});

const many = (names: string | string[] | null | undefined) => [names ?? []].flat();
