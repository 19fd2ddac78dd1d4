import { textsIn } from '../client/address.ts';

/** What Manage Teachers keeps in its address. */
export interface TeachersSearch {
  schools?: string[] | undefined;
  programs?: string[] | undefined;
}

/** Makes sense of whatever stands in the address. */
export function readTeachersSearch(search: Record<string, unknown>): TeachersSearch {
  return { schools: textsIn(search.schools), programs: textsIn(search.programs) };
}
