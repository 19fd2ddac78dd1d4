import type { Sort } from '../ui/columns.ts';

/** How a table is sorted, as its address says it: `title`, or `-title` for the other way round. */
export function readSort(text: string | undefined): Sort | undefined {
  if (!text) return undefined;
  return text.startsWith('-') ? { key: text.slice(1), descending: true } : { key: text, descending: false };
}

export const writeSort = ({ key, descending }: Sort): string => (descending ? `-${key}` : key);
