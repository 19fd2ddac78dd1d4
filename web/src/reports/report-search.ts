import { oneOf, textsIn, yearOrAllIn } from '../client/address.ts';

/** What every report keeps in its address; what stands at its default is left out. */
export interface ReportSearch<Sort extends string = string> {
  schools?: string[] | undefined;
  programs?: string[] | undefined;
  year?: number | 'All' | undefined;
  sort?: Sort | undefined;
  down?: true | undefined;
}

/**
 * Makes sense of whatever stands in the address; `sorts` are the columns that the report sorts by. A report with
 * choices of its own reads them beside these:
 * `const read = (search) => ({ ...readReportSearch(sorts)(search), type: oneOf(types, search.type) })`.
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
