import { type Message, t } from '@waypost/contract/i18n';
import { FORMULA } from '@waypost/contract/spreadsheet';
import Papa from 'papaparse';
import { saveFile } from './save-file.ts';

/** A column's header, and its value in a row. */
export type CsvColumn<Row> = readonly [header: string | Message, cell: (row: Row) => string | number];

/** A CSV table for spreadsheets, with all user input kept as text. */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  return Papa.unparse(
    {
      fields: columns.map(([header]) => t(header)),
      data: rows.map((row) => columns.map(([, cell]) => cell(row))),
    },
    { escapeFormulae: FORMULA },
  );
}

/** Downloads a CSV file. */
export function saveCsv(name: string, csv: string): void {
  // The byte order mark tells spreadsheets that the text is UTF-8.
  saveFile(name, new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }));
}
