import { oneOf, textsIn, yearOrAllIn } from '../../client/search-params.ts';

/** The common part of every report's query string; default values are left out. */
export interface ReportSearch<Sort extends string = string> {
  schools?: string[] | undefined;
  programs?: string[] | undefined;
  year?: number | 'All' | undefined;
  sort?: Sort | undefined;
  down?: true | undefined;
}

/** Clears these filters, so that they have their default values; undefined if none is set. */
export function resetOf<Choices extends object>(
  search: Choices,
  onChange: (change: Partial<Choices>) => void,
  filters: readonly (keyof Choices)[],
): (() => void) | undefined {
  if (filters.every((name) => search[name] === undefined)) return undefined;
  return () => onChange(Object.fromEntries(filters.map((name) => [name, undefined])) as Partial<Choices>);
}

/**
 * Parses a query string; `sorts` are the columns that the report can be sorted by. A report with filters of
 * its own reads them in addition: `const read = (search) => ({ ...readReportSearch(sorts)(search), type:
 * oneOf(types, search.type) })`.
 */
export function readReportSearch<const Sort extends string>(sorts: readonly Sort[]) {
  return (search: Record<string, unknown>): ReportSearch<Sort> => ({
    schools: textsIn(search.schools),
    programs: textsIn(search.programs),
    year: yearOrAllIn(search.year),
    sort: oneOf(sorts, search.sort),
    down: search.down === true || undefined,
  });
}
