/** Manage Interns' query string. */
export interface InternsSearch {
  schools?: string[] | undefined;
  programs?: string[] | undefined;
  year?: string | undefined;
  pending?: boolean | undefined;
}

const texts = (value: unknown) =>
  Array.isArray(value) && value.length > 0 ? value.filter((one) => typeof one === 'string') : undefined;

/** Parses a query string; invalid values are dropped. */
export function readInternsSearch(search: Record<string, unknown>): InternsSearch {
  return {
    schools: texts(search.schools),
    programs: texts(search.programs),
    year: search.year === undefined ? undefined : String(search.year),
    pending: search.pending === true || undefined,
  };
}
