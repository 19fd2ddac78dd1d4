import { expect, test } from 'vitest';
import { whyNotAnswer } from './rules.ts';

const open = { isApproved: false };

test('what is unlocked or answered can be answered, what is locked cannot', () => {
  expect(['unlocked', 'complete', 'locked'].map((status) => whyNotAnswer(open, { status }))).toEqual([
    null,
    null,
    'This question is still locked. Answer the one before it first',
  ]);
});

test('approved reflections stay as they are', () => {
  expect(whyNotAnswer({ isApproved: true }, { status: 'unlocked' })).toMatch(/are approved/);
});
