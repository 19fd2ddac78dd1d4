import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One statement of the handbook, docs/behavior. */
export interface Row {
  /** The file name of its page. */
  page: string;
  statement: string;
  /** The test files that fail if it stops being true. */
  tests: string[];
  /** The quoted parts of the statement: labels, addresses, numbers. */
  words: string[];
}

/** Reads every row of the tables whose last column is "Tested in". */
export function readHandbook(root: string): Row[] {
  const folder = join(root, 'docs', 'behavior');
  return readdirSync(folder).flatMap((page) =>
    tablesOf(readFileSync(join(folder, page), 'utf8')).flatMap(([header, , ...rows]) =>
      header?.at(-1) === 'Tested in' ? rows.map((cells) => readRow(page, cells)) : [],
    ),
  );
}

/** The tables of a Markdown page, as rows of cells, including the header and the separator row. */
function tablesOf(markdown: string): string[][][] {
  return markdown
    .split(/\n(?!\|)/)
    .map((block) => block.split('\n').filter((line) => line.startsWith('|')))
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map(cellsOf));
}

const cellsOf = (line: string) =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

function readRow(page: string, cells: readonly string[]): Row {
  const statement = cells.slice(0, -1).join(' | ');
  const tests = (cells.at(-1) ?? '').split('<br>');
  return { page, statement, tests, words: wordsOf(statement) };
}

/** Normalizes text to compare statements with sources. */
export const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[’']/g, "'")
    .replaceAll(/\{(\w+)\}/g, '$$$1')
    .replaceAll(/[.!:…\s]+$/g, '')
    .trim();

function wordsOf(statement: string): string[] {
  const quoted = [...statement.matchAll(/`([^`]+)`|"([^"]+)"/g)].map((match) =>
    (match[1] ?? match[2] ?? '').replace(/^(GET|POST) /, ''),
  );
  const figures = [...statement.matchAll(/\b\d{2,}\b/g)].map(([figure]) => figure);
  const listed = statement
    .split(/[|:;,.()]| and | or | when /)
    .map((part) => part.trim())
    .filter((part) => /^[A-Z][\w'’/ -]{2,40}$/.test(part));
  return [...new Set([...quoted, ...figures, ...listed].map(plain))].filter((word) => word.length > 1);
}
