import { afterEach, expect, test } from 'vitest';
import { translationsOf } from '../../../messages/collect.ts';
import { addMessages, provideReader } from '../../i18n.ts';
import { roles } from '../../roles.ts';
import { businessStatuses } from '../../statuses.ts';
import { evaluationsRemaining } from '../evaluations/rules.ts';
import {
  MISSING_BUSINESS,
  shownBusiness,
  shownBusinessName,
  statusMovesFrom,
  whyNotMoveStatus,
} from './rules.ts';

afterEach(() => provideReader(() => ({ locale: 'en', you: 'usted' })));

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
    'This placement is completed, which only the school system can change',
  );
  expect(whyNotMoveStatus('Admin', 'open', 'open', 0)).toBe('This placement is already open');
});

test('two evaluations minus those submitted remain, never below zero', () => {
  expect([0, 1, 2, 3].map(evaluationsRemaining)).toEqual([2, 1, 0, 0]);
});

test('a deleted business is named in the reader’s language, and any other by its name', () => {
  const gone = { _id: '', business_name: MISSING_BUSINESS };
  expect([shownBusiness(gone), shownBusiness(null), shownBusinessName(gone.business_name)]).toEqual(
    Array(3).fill('Missing'),
  );
  addMessages('es', translationsOf('es'));
  provideReader(() => ({ locale: 'es', you: 'usted' }));
  expect([shownBusiness(gone), shownBusiness(undefined), shownBusinessName(gone.business_name)]).toEqual(
    Array(3).fill('Empresa eliminada'),
  );
  expect([
    shownBusiness({ _id: 'b', business_name: 'Missing' }),
    shownBusinessName('Bayside Marine'),
  ]).toEqual(['Missing', 'Bayside Marine']);
});
