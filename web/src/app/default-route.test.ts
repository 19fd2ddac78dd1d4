import { expect, test } from 'vitest';
import { defaultRoute } from './default-route.ts';

const arrival = {
  role: 'Student',
  saves: 1,
  hasSettings: true,
  hasProjects: false,
  mustChangePassword: false,
} as const;
const to = (who: Partial<Parameters<typeof defaultRoute>[0]>) => defaultRoute({ ...arrival, ...who });

test('without site settings, an Admin goes to the settings, a SuperAdmin to the clients, others to an error', () => {
  const hasSettings = false;
  expect(to({ role: 'Admin', hasSettings })).toBe('/admin/siteSettings');
  expect(to({ role: 'SuperAdmin', hasSettings })).toBe('/waypost/dashboard');
  for (const role of ['Student', 'Business', 'Teacher'] as const)
    expect(to({ role, hasSettings })).toBe('/uhoh');
});

test('site settings come before the profile', () => {
  expect(to({ hasSettings: false, saves: 0 })).toBe('/uhoh');
});

test('an unsaved profile comes first for a student and a business, never for staff', () => {
  expect(to({ saves: 0, hasProjects: true })).toBe('/profile');
  expect(to({ role: 'Business', saves: 0 })).toBe('/profile');
  expect(to({ role: 'Teacher', saves: 0 })).toBe('/admin/dashboard');
  expect(to({ role: 'Admin', saves: 0 })).toBe('/admin/dashboard');
  expect(to({ role: 'SuperAdmin', saves: 0 })).toBe('/waypost/dashboard');
});

test('a student is sent to their placements, or without any to the opportunities', () => {
  expect(to({ hasProjects: true })).toBe('/projects/viewall');
  expect(to({ hasProjects: false })).toBe('/opportunity/browse');
});

test('a business is sent to its opportunities, staff to their dashboard', () => {
  expect(to({ role: 'Business' })).toBe('/opportunity/all');
  expect(to({ role: 'Teacher' })).toBe('/admin/dashboard');
  expect(to({ role: 'Admin' })).toBe('/admin/dashboard');
});

test('a user with the school system’s default password is sent to choose their own first', () => {
  for (const role of ['Student', 'Business', 'Teacher', 'Admin', 'SuperAdmin'] as const)
    expect(to({ role, saves: 0, hasSettings: false, mustChangePassword: true })).toBe('/password');
});
