import type { FilterUsersInput, ListedUser } from '@waypost/contract/people/directory/calls';
import {
  type ApprovedChoice,
  approvalStanding,
  defaultGraduationYear,
} from '@waypost/contract/people/directory/rules';
import type { PeopleSearch, SearchedRole } from './people-search.ts';

/**
 * The defaults of what the query string leaves out: approved students who graduate next. Students with an unconfirmed
 * email are of every year, because many have no profile yet, so no year.
 */
export function startOf(
  role: SearchedRole,
  chosen: ApprovedChoice | undefined,
  now: Date,
): { approved: ApprovedChoice; year: number | 'All' } {
  if (role !== 'Student') return { approved: 'All', year: 'All' };
  const year = chosen === 'Unconfirmed' ? 'All' : defaultGraduationYear(now);
  return { approved: 'Approved', year };
}

/** Converts the query string to the call's input. */
export function filterOf(role: SearchedRole, search: PeopleSearch, now: Date): FilterUsersInput {
  const start = startOf(role, search.approved, now);
  const shared = {
    role,
    search: search.search ?? '',
    sort: search.sort ?? 'name',
    descending: search.down ?? false,
  };
  const { schools = [], programs = [], areas = [] } = search;
  if (role === 'Teacher') return { ...shared, schools, programs };
  const approved = search.approved ?? start.approved;
  if (role === 'Business') return { ...shared, approved, schools, focus_areas: areas };
  return {
    ...shared,
    approved,
    graduation_year: search.year ?? start.year,
    school_attending: schools,
    affiliated_program: programs,
  };
}

/** The approval state of a row, from its wire format. */
export function standingOf(row: ListedUser) {
  return approvalStanding({
    role: row.role,
    approved: row.approved,
    deactivated: row.deactivated,
    unconfirmed: row.unconfirmed,
    saves: row.__v,
    hasAgreement: row.agreement_file_id_fk !== null,
  });
}

/**
 * Whether a row still matches the filter, apart from the search text: it may have been approved since it
 * was loaded.
 */
export function fits(row: ListedUser, filter: FilterUsersInput): boolean {
  return (
    row.role === filter.role &&
    fitsApproval(row, filter.approved ?? 'All') &&
    (typeof filter.graduation_year !== 'number' || row.graduation_year === filter.graduation_year) &&
    anyOf(filter.school_attending, [row.school_attending]) &&
    anyOf(filter.affiliated_program, [row.affiliated_program]) &&
    anyOf(filter.schools, row.schools) &&
    anyOf(filter.programs, row.programs) &&
    anyOf(filter.focus_areas, row.focus_areas)
  );
}

function fitsApproval(row: ListedUser, choice: ApprovedChoice): boolean {
  if (choice === 'All') return true;
  if (choice === 'Waiting') return standingOf(row) === 'waiting';
  if (choice === 'Unconfirmed') return row.unconfirmed && !row.approved;
  return row.approved === (choice === 'Approved');
}

function anyOf(wanted: string | string[] | null | undefined, has: readonly string[]): boolean {
  const names = [wanted ?? []].flat();
  return names.length === 0 || names.some((name) => has.includes(name));
}
