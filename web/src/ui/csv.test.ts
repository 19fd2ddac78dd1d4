import { expect, test } from 'vitest';
import { type CsvColumn, toCsv } from './csv.ts';

type Cells = readonly (string | number)[];
const columns = (...headers: string[]): CsvColumn<Cells>[] =>
  headers.map((header, index) => [header, (row) => row[index] ?? '']);

test('quotes separators and line breaks within a cell', () => {
  expect(toCsv(columns('Name', 'Note'), [['Bay, "Marine"', 'two\nlines']])).toBe(
    'Name,Note\r\n"Bay, ""Marine""","two\nlines"',
  );
});

test.each(['=1+1', ' =1+1', '\0=1', '+1', '-1', '@SUM(A1)', '\t=1', '\u00a0=1', '\r=1'])(
  'keeps a formula as text: %j',
  (typed) => {
    expect(
      toCsv(columns('A'), [[typed]])
        .split('\r\n')
        .slice(1)
        .join('\r\n')
        .replaceAll('"', ''),
    ).toBe(`'${typed}`);
  },
);

test('leaves ordinary text and numbers unchanged, including negative numbers', () => {
  expect(toCsv(columns('A', 'B', 'C'), [['a=1', 'Zoë', -76.49]])).toBe('A,B,C\r\na=1,Zoë,-76.49');
});
