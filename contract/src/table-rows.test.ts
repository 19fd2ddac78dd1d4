import { expect, test } from 'vitest';
import { tablesAsRows } from './table-rows.ts';

test.each([
  [
    '<table border=1><tr><td><p class=MsoNormal>Week</p></td><td><p>Hours</p></td></tr><tr><td>1</td><td>12</td></tr></table>',
    '<p> Week  |  Hours </p><p>1 | 12</p>',
  ],
  ['<p>H<sub>2</sub>O</p>', '<p>H<sub>2</sub>O</p>'],
  ['<TABLE><TR><TH>a</TH><TD><b>b</b></TD></TR></TABLE><p>c</p>', '<p>a | <b>b</b></p><p>c</p>'],
])('%s', (html, rows) => {
  expect(tablesAsRows(html)).toBe(rows);
  expect(tablesAsRows(rows)).toBe(rows);
});

test('reads many unclosed cells quickly', () => {
  // In quadratic time this would take minutes.
  expect(tablesAsRows('<td><'.repeat(100_000)).length).toBeGreaterThan(100_000);
});
