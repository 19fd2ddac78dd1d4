import type { Sort } from '../../ui/columns.ts';

/** A table's sort order in the query string: `title`, or `-title` for descending. */
export function readSort(text: string | undefined): Sort | undefined {
  if (!text) return undefined;
  return text.startsWith('-') ? { key: text.slice(1), descending: true } : { key: text, descending: false };
}

export const writeSort = ({ key, descending }: Sort): string => (descending ? `-${key}` : key);
