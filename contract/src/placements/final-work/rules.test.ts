import { expect, test } from 'vitest';
import { countWords, summaryDue, whyNotChangeFiles, whyNotSaveSummary } from './rules.ts';

test('the summary and files can change until staff approve them', () => {
  for (const whyNot of [whyNotSaveSummary, whyNotChangeFiles]) {
    expect(whyNot({ isApproved: false })).toBeNull();
    expect(whyNot({ isApproved: true })).toMatch(/is approved/);
  }
});

test.each([
  ['', 0],
  [' \n ', 0],
  ['I built a boat.', 4],
  ['I – really – built:\n\na boat', 5],
  ['Señora Åse’s 3 tide-tables', 4],
])('%j has %d words', (text, words) => {
  expect(countWords(text)).toBe(words);
});

test('a summary is due a week after the last day, across months and years', () => {
  expect(summaryDue('2026-08-31', null)).toBe('2026-09-07');
  expect(summaryDue('2026-12-28', null)).toBe('2027-01-04');
  expect(summaryDue('2026-03-05', null)).toBe('2026-03-12');
});

test('the summary of a placement that ended earlier or later is due a week after that', () => {
  expect(summaryDue('2026-08-31', '2026-07-01')).toBe('2026-07-08');
  expect(summaryDue('2026-08-31', '2026-09-10')).toBe('2026-09-17');
});
