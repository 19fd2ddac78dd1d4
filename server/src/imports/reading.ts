import { IMPORT_MAX_ROWS, type ImportKind, readCells, readHeader } from '@waypost/contract/imports/rules';
import { refuse } from '@waypost/contract/refusal';
import Papa from 'papaparse';

/** One line of a file below its titles. */
export interface Line {
  /** As a spreadsheet counts: the line of titles is 1. */
  row: number;
  /** What stands in a field's column, trimmed. */
  cell: (field: string) => string;
}

/** The lines of a CSV file that hold anything. Refuses at `fileupload` what is no such file. */
export function readLines(kind: ImportKind, content: Uint8Array): Line[] {
  const [header = [], ...rows] = Papa.parse<string[]>(decode(content), { header: false }).data;
  const { places, missing } = readHeader(kind, header);
  if (missing.length > 0)
    wrong(`the file’s first line must name its columns; missing: ${missing.join(', ')}`);
  const lines = rows
    .map((cells, index) => ({ row: index + 2, cells }))
    .filter(({ cells }) => cells.some((text) => text.trim() !== ''));
  if (lines.length === 0) wrong('the file has no rows below its first line');
  if (lines.length > IMPORT_MAX_ROWS)
    wrong(`the file has ${lines.length} rows; import at most ${IMPORT_MAX_ROWS} at once`);
  return lines.map(({ row, cells }) => ({ row, cell: readCells(places, cells) }));
}

/** Spreadsheets save in UTF-8, with a mark at its beginning or without, or in the older Windows-1252. */
function decode(content: Uint8Array): string {
  if (content.includes(0)) wrong('this is not a CSV file; save the spreadsheet as CSV');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return new TextDecoder('windows-1252').decode(content);
  }
}

function wrong(sentence: string): never {
  refuse('invalid-input', undefined, { fileupload: [sentence] });
}
