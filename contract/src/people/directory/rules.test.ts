import { expect, test } from 'vitest';
import type { Role } from '../../roles.ts';
import {
  approvalStanding,
  canApprove,
  defaultGraduationYear,
  filterYears,
  rolesBelow,
  whyNotDelete,
} from './rules.ts';

const account = {
  role: 'Student' as Role,
  approved: false,
  unconfirmed: false,
  deactivated: false,
  saves: 1,
  hasAgreement: true,
};

test('a student is approved only with a signed agreement on file, everyone else without one', () => {
  expect(canApprove({ role: 'Student', hasAgreement: false })).toBe(false);
  expect(canApprove({ role: 'Student', hasAgreement: true })).toBe(true);
  expect(canApprove({ role: 'Business', hasAgreement: false })).toBe(true);
});

test('staff list only the roles below their own', () => {
  expect(rolesBelow('Teacher')).toEqual(['Student', 'Business']);
  expect(rolesBelow('Admin')).toEqual(['Student', 'Business', 'Teacher']);
  expect(rolesBelow('Student')).toEqual([]);
});

test.each([
  ['approved', { approved: true }],
  ['approved', { approved: true, hasAgreement: false, saves: 0 }],
  ['deactivated', { deactivated: true }],
  ['unfinished', { saves: 0 }],
  ['no-agreement', { hasAgreement: false }],
  ['waiting', {}],
  ['waiting', { role: 'Business' as const, hasAgreement: false }],
] as const)('an account is %s when %j', (standing, but) => {
  expect(approvalStanding({ ...account, ...but })).toBe(standing);
});

test('the years to filter by are the current one minus 2 through plus 3', () => {
  expect(filterYears(new Date(2026, 2, 4))).toEqual([2024, 2025, 2026, 2027, 2028, 2029]);
});

test('the default year of a list of students advances after August', () => {
  expect(defaultGraduationYear(new Date(2026, 7, 31))).toBe(2026);
  expect(defaultGraduationYear(new Date(2026, 8, 1))).toBe(2027);
});

test('rejects deleting an account with a running placement, with the number and the next step', () => {
  const student = { role: 'Student', name: 'Mara Quinn', running: 1 } as const;
  expect(whyNotDelete({ ...student, running: 0 })).toBeNull();
  expect(whyNotDelete(student)).toBe(
    'Mara Quinn has a placement that is still running, and its hours would be lost. Deactivate the account instead.',
  );
  expect(whyNotDelete({ role: 'Business', name: 'Bayside Marine', running: 3 })).toBe(
    '3 placements at Bayside Marine are still running, and their hours would be lost. Deactivate the account instead.',
  );
});
