/** What Manage Teachers keeps in its address. */
export interface TeachersSearch {
  schools?: string[] | undefined;
  programs?: string[] | undefined;
}

/** Makes sense of whatever stands in the address. */
export function readTeachersSearch(search: Record<string, unknown>): TeachersSearch {
  return { schools: texts(search.schools), programs: texts(search.programs) };
}

function texts(value: unknown): string[] | undefined {
  const found = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  return found.length > 0 ? found : undefined;
}
