import { duplicateApprovals } from '@waypost/contract/oversight/duplicates/rules';
import { oneOf, textsIn } from '../../client/search-params.ts';

/** The query string of the list of duplicates, for both tables. */
export interface DuplicatesSearch {
  schools?: string[] | undefined;
  areas?: string[] | undefined;
  approved?: (typeof duplicateApprovals)[number] | undefined;
}

/** Parses a query string; invalid values are dropped. */
export function readDuplicatesSearch(search: Record<string, unknown>): DuplicatesSearch {
  return {
    schools: textsIn(search.schools),
    areas: textsIn(search.areas),
    approved: oneOf(duplicateApprovals, search.approved),
  };
}

export const isNarrowed = ({ schools, areas, approved }: DuplicatesSearch): boolean =>
  Boolean(schools || areas || approved);
