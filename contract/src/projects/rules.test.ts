import { expect, test } from 'vitest';
import { roles } from '../accounts/rules.ts';
import { businessStatuses, evaluationsRemaining, statusMovesFrom, whyNotMoveStatus } from './rules.ts';

test('a business ends a placement and cannot undo it; an administrator sets any status from any other', () => {
  const moves = roles.flatMap((role) =>
    businessStatuses.flatMap((from) => statusMovesFrom(role, from).map((to) => `${role}: ${from} > ${to}`)),
  );
  expect(moves.sort()).toEqual([
    'Admin: completed > open',
    'Admin: completed > terminated',
    'Admin: open > completed',
    'Admin: open > terminated',
    'Admin: terminated > completed',
    'Admin: terminated > open',
    'Business: open > completed',
    'Business: open > terminated',
  ]);
});

test('a business completes with two evaluations only, and terminates with any number', () => {
  const complete = [0, 1, 2].map((count) => whyNotMoveStatus('Business', 'open', 'completed', count));
  expect(complete).toEqual([
    'You can complete this once both evaluations are in',
    'You can complete this once one more evaluation is in',
    null,
  ]);
  expect(whyNotMoveStatus('Business', 'open', 'terminated', 0)).toBeNull();
});

test('an administrator can complete without evaluations', () => {
  expect(whyNotMoveStatus('Admin', 'terminated', 'completed', 0)).toBeNull();
});

test('refuses a move that is not in the table with a sentence', () => {
  expect(whyNotMoveStatus('Business', 'completed', 'open', 2)).toBe(
    'This internship is completed, which only the school system can change',
  );
  expect(whyNotMoveStatus('Admin', 'open', 'open', 0)).toBe('This internship is already open');
});

test('two evaluations minus those submitted remain, never below zero', () => {
  expect([0, 1, 2, 3].map(evaluationsRemaining)).toEqual([2, 1, 0, 0]);
});
