import { textsIn } from '../../client/search-params.ts';

/** Manage Teachers' query string. */
export interface TeachersSearch {
  schools?: string[] | undefined;
  programs?: string[] | undefined;
}

/** Parses a query string; invalid values are dropped. */
export function readTeachersSearch(search: Record<string, unknown>): TeachersSearch {
  return { schools: textsIn(search.schools), programs: textsIn(search.programs) };
}
