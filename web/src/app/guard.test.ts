import { isRedirect } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { aSession } from '../../testing/people.ts';
import { answer } from '../../testing/server.ts';
import { makeQueryClient } from '../client/queries.ts';
import { guard, safeNext, whereInstead } from './guard.ts';

test('logged out, a screen for members leads to the login and an open one does not', () => {
  expect(whereInstead('/opportunity/browse', null)).toBe('/login');
  expect(whereInstead('/contact', null)).toBeNull();
  expect(whereInstead('/login', null)).toBeNull();
});

test('logged in, a screen for visitors leads to the profile', () => {
  expect(whereInstead('/login', aSession())).toBe('/profile');
});

test('an unfinished profile is asked for before approval, and approval before the role', () => {
  expect(whereInstead('/opportunity/new', aSession({ role: 'Business', __v: 0, approved: false }))).toBe(
    '/unfinishedProfile',
  );
  expect(whereInstead('/opportunity/new', aSession({ role: 'Business', approved: false }))).toBe(
    '/unapprovedProfile',
  );
  expect(whereInstead('/opportunity/new', aSession({ role: 'Student', approved: false }))).toBe(
    '/unapprovedProfile',
  );
  expect(whereInstead('/opportunity/new', aSession({ role: 'Student' }))).toBe('/permissionsError');
  expect(whereInstead('/opportunity/new', aSession({ role: 'Business' }))).toBeNull();
});

test('the default password opens nothing but the way to a password of one’s own', () => {
  const session = aSession({ role: 'Admin' }, { must_change_password: true });
  expect(whereInstead('/admin/dashboard', session)).toBe('/password');
  expect(whereInstead('/profile', session)).toBe('/password');
  expect(whereInstead('/password', session)).toBeNull();
  expect(whereInstead('/contact', session)).toBeNull();
});

async function sentTo(path: string, href: string) {
  const queries = makeQueryClient(() => {});
  const thrown: unknown = await guard(queries, path, href).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (thrown === null) return null;
  if (isRedirect(thrown)) return [thrown.options.to, thrown.options.search];
  throw thrown;
}

test('the login comes back to where one was, with everything in its address', async () => {
  answer({ '/api/current-user': [] });
  expect(await sentTo('/opportunity/browse', '/opportunity/browse?radius=5')).toEqual([
    '/login',
    { next: '/opportunity/browse?radius=5' },
  ]);
});

test('whoever may stay is sent nowhere, and an address of no screen is no concern of the guard', async () => {
  answer({ '/api/current-user': aSession() });
  expect(await sentTo('/opportunity/browse', '/opportunity/browse')).toBeNull();
  expect(await sentTo('/nowhere', '/nowhere')).toBeNull();
});

test('an open screen does not wait to learn who is there', async () => {
  answer({ '/api/current-user': () => new Promise(() => {}) });
  expect(await sentTo('/contact', '/contact')).toBeNull();
});

test('only a path of our own is a place to come back to', () => {
  expect(safeNext('/project/1/hours?tab=2#end')).toBe('/project/1/hours?tab=2#end');
  for (const elsewhere of ['https://evil.test', '//evil.test', '/\\evil.test', 'javascript:alert(1)', '', 7])
    expect(safeNext(elsewhere)).toBeUndefined();
  expect(safeNext('/login?next=/login')).toBeUndefined();
});
