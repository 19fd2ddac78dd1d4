import { FORMULA } from '@waypost/contract/spreadsheet';

/** A row's values as PostgreSQL writes them. Null is SQL NULL, which is not the same as an empty text. */
export type Values = (string | null)[];

/**
 * Rows as CSV (RFC 4180): every value in quotes, and nothing at all for NULL, so that reading them restores them
 * exactly.
 */
export const toCsv = (rows: readonly Values[]): string =>
  rows
    .map(
      (row) =>
        `${row.map((value) => (value === null ? '' : `"${value.replaceAll('"', '""')}"`)).join(',')}\r\n`,
    )
    .join('');

/**
 * Rows as CSV for a person's spreadsheet: the mark at the start tells it that the text is UTF-8, and nothing that someone
 * typed is run as a formula. Reading it does not restore the rows.
 */
export const toSpreadsheet = (rows: readonly Values[]): string =>
  `\uFEFF${toCsv(rows.map((row) => row.map((value) => (value && FORMULA.test(value) ? `'${value}` : value))))}`;

/** Parses the rows of `toCsv`; undefined if the text does not have that format. */
export function fromCsv(text: string): Values[] | undefined {
  const rows: Values[] = [];
  const cell = /(?:"((?:[^"]|"")*)")?(,|\r\n)/y;
  let row: Values = [];
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (!match) return undefined;
    row.push(match[1]?.replaceAll('""', '"') ?? null);
    if (match[2] === ',') continue;
    rows.push(row);
    row = [];
  }
  return row.length === 0 ? rows : undefined;
}
