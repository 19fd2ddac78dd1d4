import { expect, test } from 'vitest';
import { type CsvColumn, toCsv } from './csv.ts';

type Cells = readonly (string | number)[];
const columns = (...headers: string[]): CsvColumn<Cells>[] =>
  headers.map((header, index) => [header, (row) => row[index] ?? '']);

test('what would break a table apart is kept within its cell', () => {
  expect(toCsv(columns('Name', 'Note'), [['Bay, "Marine"', 'two\nlines']])).toBe(
    'Name,Note\r\n"Bay, ""Marine""","two\nlines"',
  );
});

test.each(['=1+1', ' =1+1', '\0=1', '+1', '-1', '@SUM(A1)', '\t=1', '\u00a0=1', '\r=1'])(
  'what a spreadsheet would calculate stays text: %j',
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

test('ordinary text and numbers are left as they are, a negative number too', () => {
  expect(toCsv(columns('A', 'B', 'C'), [['a=1', 'Zoë', -76.49]])).toBe('A,B,C\r\na=1,Zoë,-76.49');
});
