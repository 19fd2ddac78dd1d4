import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { t } from '@waypost/contract/i18n';
import {
  IMPORT_MAX_ROWS,
  type ImportKind,
  readCells,
  readHeader,
} from '@waypost/contract/oversight/imports/rules';
import Papa from 'papaparse';
import { decodeFile, wrongFile } from './decode-spreadsheet.ts';

/** A line of a file below its header. */
export interface Line {
  /** As a spreadsheet numbers it: the header is row 1. */
  row: number;
  /** A field's cell, trimmed. */
  cell: (field: string) => string;
}

/** A spreadsheet may save empty rows after its last one. Reading a megabyte of them takes half a minute. */
const EMPTY_MAX = 20_000;
/** Enough to say how many rows are too many. */
const COUNTED_MAX = 2 * IMPORT_MAX_ROWS;

/** The non-empty lines of a CSV file. Refuses an invalid file at `fileupload`. */
export async function readLines(kind: ImportKind, content: Uint8Array): Promise<Line[]> {
  const read = { sinceRow: 0 };
  const text = decodeFile(content);
  // Its first line may tell Excel the separator, which Excel does not show as a row.
  const [, first = '', delimiter = ''] = /^("?sep=(.)"?\n)/i.exec(text) ?? [];
  const rows = Papa.parse(Papa.NODE_STREAM_INPUT, { delimiter });
  const pieces = Readable.from(inPieces(text.slice(first.length), read));
  pieces.once('error', (error) => rows.destroy(error)).pipe(rows);
  let places: Map<string, number> | undefined;
  const lines: Line[] = [];
  let row = 0;
  for await (const cells of rows as AsyncIterable<string[]>) {
    if (lines.length > COUNTED_MAX) break;
    row += 1;
    read.sinceRow = 0;
    if (!places) places = placesIn(kind, cells);
    else if (row > lines.length + EMPTY_MAX)
      wrongFile(t('the file has too many empty rows; delete them and save it again'));
    else if (cells.some((text) => text.trim() !== '')) lines.push({ row, cell: readCells(places, cells) });
  }
  // An empty file has no header either.
  if (!places) placesIn(kind, []);
  if (lines.length === 0) wrongFile(t('the file has no rows below its first line'));
  if (lines.length > IMPORT_MAX_ROWS)
    wrongFile(
      t('the file has {rows} rows; import at most {max} at once', {
        rows: `${lines.length}`,
        max: `${IMPORT_MAX_ROWS}`,
      }),
    );
  return lines;
}

function placesIn(kind: ImportKind, titles: readonly string[]): Map<string, number> {
  const { places, missing } = readHeader(kind, titles);
  if (missing.length > 0)
    wrongFile(t('the first row is missing these column names: {missing}', { missing: missing.join(', ') }));
  return places;
}

/** Characters read before other work gets a turn. */
const PIECE = 8 * 1024;
/** Longer than a row with every field at its maximum. */
const ROW_MAX = 512 * 1024;

/**
 * The parser rescans a row from its start with each piece that does not end it, so an unclosed quotation mark would
 * take quadratic time.
 */
async function* inPieces(text: string, read: { sinceRow: number }): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += PIECE) {
    read.sinceRow += PIECE;
    if (read.sinceRow > ROW_MAX) wrongFile(t('a row never ends; check the quotation marks'));
    yield text.slice(start, start + PIECE);
    await setImmediate();
  }
}
