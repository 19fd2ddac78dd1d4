import { duplicateApprovals } from '@waypost/contract/duplicates/rules';
import { oneOf, textsIn } from '../client/address.ts';

/** What the list of duplicates keeps in its address, for both tables. */
export interface DuplicatesSearch {
  schools?: string[] | undefined;
  areas?: string[] | undefined;
  approved?: (typeof duplicateApprovals)[number] | undefined;
}

/** Makes sense of whatever stands in the address. */
export function readDuplicatesSearch(search: Record<string, unknown>): DuplicatesSearch {
  return {
    schools: textsIn(search.schools),
    areas: textsIn(search.areas),
    approved: oneOf(duplicateApprovals, search.approved),
  };
}

export const isNarrowed = ({ schools, areas, approved }: DuplicatesSearch): boolean =>
  Boolean(schools || areas || approved);
