import type { InputOf } from '@waypost/contract/call';
import type { peopleCalls } from '@waypost/contract/people/calls';
import { canApprove, FOUND_AT_MOST, NO_AGREEMENT, rolesBelow } from '@waypost/contract/people/rules';
import { refuse } from '@waypost/contract/refusal';
import type { Actor } from '../access/actor.ts';
import { record } from '../access/audit.ts';
import { authorize } from '../access/enforce.ts';
import type { Handlers } from '../access/handler.ts';
import { isBelowCaller } from '../access/ownership.ts';
import { endSessionsOf } from '../access/sessions.ts';
import { countPeople, findPeople, type Part, type PeopleWanted } from './list-queries.ts';
import { nameOf, toFoundStudent, toListedUser } from './present.ts';
import { findStudentByEmail, findStudentsBeginning, lockAccount, setApproved } from './queries.ts';

/** People as businesses and staff find them, and their approval (document 1, sections 4 and 7; document 2, section 2). */
export const peopleHandlers: Handlers<typeof peopleCalls> = {
  /** Finding a student to restrict an opportunity to: approved ones of the client (rulings, "Students' data"). */
  getUserByEmail: async ({ actor, input }, tx) => {
    const [student] = await findStudentByEmail(tx, { clientId: actor.clientId, email: input.email });
    return student ? toFoundStudent(student) : [];
  },

  searchStudents: async ({ actor, input }, tx) => {
    const found = await findStudentsBeginning(tx, { clientId: actor.clientId, search: input.search });
    return found.map(toFoundStudent);
  },

  swapApprovalStatus: async ({ actor, input, now }, tx) => {
    const [found] = await lockAccount(tx, { clientId: actor.clientId, userId: input._id });
    const account = authorize(actor, found, isBelowCaller);
    const approved = input.approved ?? !account.approved;
    if (approved === account.approved) return { approved };
    if (approved && !canApprove(account)) refuse('conflict', NO_AGREEMENT);
    await setApproved(tx, account, approved, now);
    if (!approved) await endSessionsOf(tx, { clientId: account.clientId, userId: account.id });
    const action = approved ? 'activate' : 'deactivate';
    await record(tx, actor, { action, subject: { id: account.id, name: nameOf(account) } }, now);
    return { approved };
  },

  filterUsers: async (request, tx) => {
    const { actor, input } = request;
    const wanted = wantedBy(actor, input);
    const part = partOf(input);
    const [people, total] = await Promise.all([
      findPeople(tx, wanted, part),
      part.limit === undefined ? null : countPeople(tx, wanted),
    ]);
    request.announceTotal(total ?? people.length);
    return people.map(toListedUser);
  },

  searchUsers: async (request, tx) => {
    const { actor, input } = request;
    const wanted = { clientId: actor.clientId, roles: rolesBelow(actor.role), search: input.search };
    const [people, total] = await Promise.all([
      findPeople(tx, wanted, { sort: 'name', descending: false, limit: FOUND_AT_MOST, offset: 0 }),
      countPeople(tx, wanted),
    ]);
    request.announceTotal(total);
    return people.map(toListedUser);
  },
};

type Filter = InputOf<typeof peopleCalls.filterUsers>;

/** Refuses a role that is not the caller's to list. */
function wantedBy(actor: Actor, filter: Filter): PeopleWanted {
  const roles = [filter.role].flat();
  const listable = rolesBelow(actor.role);
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
  };
}

function partOf({ sort, descending, limit, offset }: Filter): Part {
  return {
    sort: sort ?? 'name',
    descending: descending ?? false,
    limit: limit ?? undefined,
    offset: offset ?? 0,
  };
}

const many = (names: string | string[] | null | undefined) => [names ?? []].flat();
