import { expect, test } from 'vitest';
import type { Role } from '../../roles.ts';
import { applicationToDrop, groupDuplicates, type Shared, whyNotMerge } from './rules.ts';

const shared = (userId: string, same: Shared['same'], value: string, role: Role = 'Student'): Shared => ({
  userId,
  role,
  same,
  value,
});

test('groups accounts that share something, directly or through another account', () => {
  const found = groupDuplicates([
    shared('a', 'name', 'ada'),
    shared('b', 'name', 'ada'),
    shared('x', 'name', 'xen'),
    shared('y', 'name', 'xen'),
    shared('b', 'phone', '1'),
    shared('c', 'phone', '1'),
  ]);
  expect(found).toEqual([
    { userId: 'a', group: 1, same: ['name'] },
    { userId: 'b', group: 1, same: ['name', 'phone'] },
    { userId: 'c', group: 1, same: ['phone'] },
    { userId: 'x', group: 2, same: ['name'] },
    { userId: 'y', group: 2, same: ['name'] },
  ]);
});

test('the same name in another role, or the same text in another field, does not match', () => {
  const found = groupDuplicates([
    shared('a', 'name', '7'),
    shared('b', 'name', '7', 'Teacher'),
    shared('c', 'student id', '7'),
  ]);
  expect(found.map(({ group }) => group)).toEqual([1, 2, 3]);
});

test('two accounts of one role can be merged; two roles, or an account with itself, cannot', () => {
  expect(whyNotMerge({ id: 'a', role: 'Student' }, { id: 'b', role: 'Student' })).toBeNull();
  expect(whyNotMerge({ id: 'a', role: 'Student' }, { id: 'a', role: 'Student' })).toMatch(/itself/);
  expect(whyNotMerge({ id: 'a', role: 'Student' }, { id: 'b', role: 'Teacher' })).toMatch(/same role/);
});

test('of two applications to one opportunity, only a closed one without a placement is dropped', () => {
  const open = { status: 'New', hasProject: false } as const;
  const declined = { status: 'Declined', hasProject: false } as const;
  const accepted = { status: 'Accepted', hasProject: true } as const;
  expect(applicationToDrop(open, declined)).toBe('removed');
  expect(applicationToDrop(declined, open)).toBe('kept');
  expect(applicationToDrop(declined, declined)).toBe('removed');
  expect(applicationToDrop(accepted, declined)).toBe('removed');
  expect(applicationToDrop(open, accepted)).toBeNull();
  expect(applicationToDrop({ ...declined, hasProject: true }, open)).toBeNull();
});

test('an account that shares the same value twice is listed with it once', () => {
  const found = groupDuplicates([
    shared('a', 'phone', '1'),
    shared('a', 'phone', '2'),
    shared('b', 'phone', '1'),
    shared('c', 'phone', '2'),
  ]);
  expect(found.map(({ same }) => same)).toEqual([['phone'], ['phone'], ['phone']]);
});
