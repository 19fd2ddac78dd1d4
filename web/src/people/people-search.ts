import {
  type ApprovedChoice,
  approvedChoices,
  type PeopleSort,
  peopleSorts,
} from '@waypost/contract/people/rules';
import { oneOf, textsIn, yearOrAllIn } from '../client/address.ts';

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
  return typeof text === 'string' && text !== '' ? text.slice(0, 100) : undefined;
}
