import { expect, test } from 'vitest';
import { countWords, summaryDue, whyNotAddFile, whyNotRemoveFile, whyNotSaveSummary } from './rules.ts';

const standing = (business_status: string, isApproved: boolean) => ({ business_status, isApproved });

test('work is added to what is open or completed and not approved', () => {
  for (const whyNot of [whyNotSaveSummary, whyNotAddFile]) {
    expect(whyNot(standing('open', false))).toBeNull();
    expect(whyNot(standing('completed', false))).toBeNull();
    expect(whyNot(standing('open', true))).toMatch(/is approved/);
    expect(whyNot(standing('terminated', false))).toMatch(/was terminated/);
  }
});

test('a file is removed until it is approved', () => {
  expect(whyNotRemoveFile(standing('terminated', false))).toBeNull();
  expect(whyNotRemoveFile(standing('open', true))).toMatch(/is approved/);
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

test('a summary is due a week after the last day, over the ends of months and years', () => {
  expect(summaryDue('2026-08-31')).toBe('2026-09-07');
  expect(summaryDue('2026-12-28')).toBe('2027-01-04');
  expect(summaryDue('2026-03-05')).toBe('2026-03-12');
});
