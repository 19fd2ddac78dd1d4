import { cutText } from '@waypost/contract/graphemes';
import {
  type ApprovedChoice,
  approvedChoices,
  type PeopleSort,
  peopleSorts,
} from '@waypost/contract/people/directory/rules';
import { oneOf, textsIn, yearOrAllIn } from '../../client/search-params.ts';

/** The roles that User Search lists, each in its own tab; teachers only for an Admin. */
export const searchedRoles = ['Student', 'Business', 'Teacher'] as const;
export type SearchedRole = (typeof searchedRoles)[number];

/** User Search's query string; default values are left out. */
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

/** Parses a query string; invalid values are dropped. */
export function readPeopleSearch(search: Record<string, unknown>): PeopleSearch {
  return {
    role: oneOf(searchedRoles, search.role),
    // The router parses digits as a number, so a search for them is not a string.
    search: textOf(search.search),
    schools: textsIn(search.schools),
    programs: textsIn(search.programs),
    areas: textsIn(search.areas),
    year: yearOrAllIn(search.year),
    approved: oneOf(approvedChoices, search.approved),
    sort: oneOf(peopleSorts, search.sort),
    down: search.down === true || undefined,
  };
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? `${value}` : value;
  return typeof text === 'string' && text !== '' ? cutText(text, 100) : undefined;
}
