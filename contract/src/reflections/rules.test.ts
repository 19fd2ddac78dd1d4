import { expect, test } from 'vitest';
import { whyNotAnswer } from './rules.ts';

const open = { business_status: 'open', isApproved: false };

test('what is unlocked or answered can be answered, what is locked cannot', () => {
  expect(['unlocked', 'complete', 'locked'].map((status) => whyNotAnswer(open, { status }))).toEqual([
    null,
    null,
    'This question is still locked. Answer the one before it first',
  ]);
});

test('approved reflections stay, and a terminated internship takes none', () => {
  expect(whyNotAnswer({ ...open, isApproved: true }, { status: 'unlocked' })).toMatch(/are approved/);
  expect(whyNotAnswer({ ...open, business_status: 'terminated' }, { status: 'unlocked' })).toMatch(
    /terminated/,
  );
  expect(whyNotAnswer({ ...open, business_status: 'completed' }, { status: 'unlocked' })).toBeNull();
});
