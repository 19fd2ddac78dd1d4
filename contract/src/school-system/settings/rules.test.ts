import { expect, test } from 'vitest';
import { setupParts, setupProgress, whyNotComplete } from './rules.ts';

test('each of six parts adds 17 percent, and only complete settings reach 100', () => {
  expect(setupParts).toHaveLength(6);
  expect(setupProgress([], false)).toBe(0);
  expect(setupProgress(['settings'], false)).toBe(17);
  expect(setupProgress(setupParts.slice(0, 5), false)).toBe(85);
  expect(setupProgress(setupParts, false)).toBe(99);
  expect(setupProgress(setupParts, true)).toBe(100);
});

test('names what keeps the settings from being complete', () => {
  const filled = {
    schools: true,
    focusAreas: true,
    programs: true,
    evaluationQuestions: true,
    reflectionQuestions: true,
  };
  expect(whyNotComplete(filled)).toBeNull();
  expect(whyNotComplete({ ...filled, programs: false })).toBe('There are no programs yet.');
  expect(whyNotComplete({ ...filled, schools: false, programs: false, focusAreas: false })).toBe(
    'There are no schools, focus areas or programs yet.',
  );
});
