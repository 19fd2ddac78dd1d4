import { type Message, t } from '@waypost/contract/i18n';
import Papa from 'papaparse';

/** What a spreadsheet would take for a formula, also behind blanks and what no person types. */
const FORMULA = /^[\s\0]*[=+\-@\t\r]/;

/** A column's header, and what stands under it in a row. */
export type CsvColumn<Row> = readonly [header: string | Message, cell: (row: Row) => string | number];

/** A table as a spreadsheet opens it, with everything that people typed kept as text. */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  return Papa.unparse(
    {
      fields: columns.map(([header]) => t(header)),
      data: rows.map((row) => columns.map(([, cell]) => cell(row))),
    },
    { escapeFormulae: FORMULA },
  );
}

/** Gives the person a file to keep. */
export function saveCsv(name: string, csv: string): void {
  // The mark at its start tells spreadsheets that letters beyond ASCII are UTF-8.
  const address = URL.createObjectURL(new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
