import {
  type ApprovedChoice,
  approvedChoices,
  type PeopleSort,
  peopleSorts,
} from '@waypost/contract/people/rules';

/** Whom User Search lists, each under a tab of its own; teachers for an Admin alone. */
export const searchedRoles = ['Student', 'Business', 'Teacher'] as const;
export type SearchedRole = (typeof searchedRoles)[number];

/** What User Search keeps in its address; what stands at its default is left out. */
export interface PeopleSearch {
  role?: SearchedRole | undefined;
  search?: string | undefined;
  schools?: string[] | undefined;
  programs?: string[] | undefined;
  areas?: string[] | undefined;
  year?: number | 'All' | undefined;
  approved?: ApprovedChoice | undefined;
  sort?: PeopleSort | undefined;
  down?: true | undefined;
}

/** Makes sense of whatever stands in the address. */
export function readPeopleSearch(search: Record<string, unknown>): PeopleSearch {
  return {
    role: oneOf(searchedRoles, search.role),
    // The address keeps a number that was searched for as one.
    search: textOf(search.search),
    schools: texts(search.schools),
    programs: texts(search.programs),
    areas: texts(search.areas),
    year:
      search.year === 'All' || Number.isInteger(search.year) ? (search.year as number | 'All') : undefined,
    approved: oneOf(approvedChoices, search.approved),
    sort: oneOf(peopleSorts, search.sort),
    down: search.down === true || undefined,
  };
}

function oneOf<const Choice extends string>(choices: readonly Choice[], value: unknown): Choice | undefined {
  return choices.find((choice) => choice === value);
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? `${value}` : value;
  return typeof text === 'string' && text !== '' ? text.slice(0, 100) : undefined;
}

function texts(value: unknown): string[] | undefined {
  const found = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  return found.length > 0 ? found : undefined;
}
