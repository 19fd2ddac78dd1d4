import { expect, test } from 'vitest';
import { budgets, overBudget, span } from './rules.ts';

test.each([
  [1, 'a minute'],
  [60, 'a minute'],
  [61, '2 minutes'],
  [119 * 60, '119 minutes'],
  [120 * 60, '2 hours'],
  [24 * 3600 - 1, '24 hours'],
])('a wait of %i seconds reads "%s"', (seconds, words) => {
  expect(span(seconds)).toBe(words);
});

test('a refusal says which budget is used up and when it resets', () => {
  expect(overBudget('student searches', 0, 5 * 3600)).toBe(
    'You have used all 100 student searches for now. Try again in 5 hours.',
  );
  expect(overBudget('offers', 12, 600)).toBe(
    'You have 12 of 50 offers to students left for now. You get all 50 back in 10 minutes.',
  );
});

test("a business's budgets for reading students reset daily", () => {
  const daily = [budgets['student searches'], budgets['student views'], budgets.offers];
  expect(daily.map(({ minutes }) => minutes)).toEqual([1440, 1440, 1440]);
});
