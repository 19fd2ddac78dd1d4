import { expect, test } from 'vitest';
import { whyNotAnswer } from './rules.ts';

const open = { isApproved: false };

test('an unlocked or answered question can be answered, a locked one cannot', () => {
  expect(
    (['unlocked', 'complete', 'locked'] as const).map((status) => whyNotAnswer(open, { status })),
  ).toEqual([null, null, 'This question is still locked. Answer the one before it first']);
});

test('approved reflections cannot change', () => {
  expect(whyNotAnswer({ isApproved: true }, { status: 'unlocked' })).toMatch(/are approved/);
});
