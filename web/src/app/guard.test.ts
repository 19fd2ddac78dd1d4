import { isRedirect } from '@tanstack/react-router';
import type { ScreenPath } from '@waypost/contract/access';
import { type Role, roles } from '@waypost/contract/roles';
import { expect, test } from 'vitest';
import { aSession } from '../../testing/people.ts';
import { answer } from '../../testing/server.ts';
import { makeQueryClient } from '../client/queries.ts';
import { showUser } from '../client/shown-user.ts';
import { guard, redirectFor, safeNext } from './guard.ts';

test('when logged out, a screen for members leads to the login and an open one does not', () => {
  expect(redirectFor('/opportunity/browse', null)).toBe('/login');
  expect(redirectFor('/contact', null)).toBeNull();
  expect(redirectFor('/login', null)).toBeNull();
});

test('when logged in, a screen for visitors leads to the profile', () => {
  expect(redirectFor('/login', aSession())).toBe('/profile');
});

test('the guard checks for an unfinished profile first, then approval, then the role', () => {
  expect(redirectFor('/opportunity/new', aSession({ role: 'Business', __v: 0, approved: false }))).toBe(
    '/unfinishedProfile',
  );
  expect(redirectFor('/opportunity/new', aSession({ role: 'Business', approved: false }))).toBe(
    '/unapprovedProfile',
  );
  expect(redirectFor('/opportunity/new', aSession({ role: 'Student', approved: false }))).toBe(
    '/unapprovedProfile',
  );
  expect(redirectFor('/opportunity/new', aSession({ role: 'Student' }))).toBe('/permissionsError');
  expect(redirectFor('/opportunity/new', aSession({ role: 'Business' }))).toBeNull();
});

test('an unconfirmed email is only in the way of what needs approval', () => {
  const session = aSession({ role: 'Student', confirmed: false, approved: false });
  for (const path of ['/opportunity/browse', '/resources', '/projects/viewall'] as const)
    expect(redirectFor(path, session), path).toBeNull();
  expect(redirectFor('/opportunity/view/$id/apply', session)).toBe('/unconfirmedEmail');
});

test('Teachers, Admins and SuperAdmins need neither a finished profile nor approval', () => {
  const fresh = { __v: 0, approved: false };
  expect(redirectFor('/admin/dashboard', aSession({ role: 'Teacher', ...fresh }))).toBeNull();
  expect(redirectFor('/interns/hours_log/$project_id', aSession({ role: 'Admin', ...fresh }))).toBeNull();
  expect(redirectFor('/waypost/dashboard', aSession({ role: 'SuperAdmin', ...fresh }))).toBeNull();
  for (const role of ['Student', 'Business'] as const)
    expect(redirectFor('/project/$id/hours', aSession({ role, ...fresh }))).toBe('/unfinishedProfile');
});

test('an unfinished profile does not block the screens needed to finish it', () => {
  const session = aSession({ role: 'Student', __v: 0, approved: false });
  for (const path of ['/profile', '/password', '/default', '/contact'] as const)
    expect(redirectFor(path, session), path).toBeNull();
});

const staff = ['Teacher', 'Admin', 'SuperAdmin'] as const;
test.each<[ScreenPath, readonly Role[]]>([
  ['/evaluation/new/$id', ['Business']],
  ['/interns/viewall', ['Business']],
  ['/evaluation/view/$project_id/$evaluation_id', ['Business', 'Teacher', 'Admin']],
  ['/interns/hours_log/$project_id', ['Business', 'Teacher', 'Admin']],
  ['/project/$id/hours', roles],
  ['/project/$id/reflections', roles],
  ['/project/$id/summary', roles],
  ['/project/$id/file', roles],
  ['/projects/viewall', ['Student']],
  ['/admin/dashboard', staff],
  ['/admin/user_search', staff],
  ['/admin/masquerade/$admin_id/$user_id', staff],
  ['/admin/project/$id', staff],
  ['/admin/project/$id/$content_type', staff],
  ['/admin/siteSettings', ['Admin']],
  ['/admin/schools', ['Admin']],
  ['/admin/focusAreas', ['Admin', 'SuperAdmin']],
  ['/admin/programs', ['Admin', 'SuperAdmin']],
  ['/admin/resources/$type', ['Admin']],
  ['/admin/reflectionQuestions', ['Admin', 'SuperAdmin']],
  ['/admin/evaluationQuestions', ['Admin', 'SuperAdmin']],
  ['/admin/duplicateUsersReport', ['Admin', 'SuperAdmin']],
  ['/admin/sign_off', ['Admin']],
  ['/admin/retention', ['Admin']],
  ['/admins', ['Admin']],
  ['/admins/$id', ['Admin']],
  ['/opportunity/parseImport', ['Admin']],
  ['/opportunity/blowItAway', ['Admin']],
  ['/waypost/dashboard', ['SuperAdmin']],
  ['/waypost/editClient', ['SuperAdmin']],
  ['/waypost/editClient/$id', ['SuperAdmin']],
  ['/waypost/reflectionQuestions', ['SuperAdmin']],
  ['/waypost/evaluationQuestions', ['SuperAdmin']],
  ['/waypost/focusAreas', ['SuperAdmin']],
  ['/waypost/programs', ['SuperAdmin']],
])('%s opens for %j, and for no other role', (path, allowed) => {
  for (const role of roles)
    expect(redirectFor(path, aSession({ role })), role).toBe(
      allowed.includes(role) ? null : '/permissionsError',
    );
  expect(redirectFor(path, null)).toBe('/login');
});

test('a business needs approval to see its applicants and interns', () => {
  for (const path of [
    '/evaluation/new/$id',
    '/interns/viewall',
    '/interns/hours_log/$project_id',
    '/opportunity/applicants/$id',
    '/application/view/$id',
    '/evaluation/view/$project_id/$evaluation_id',
  ] as const)
    expect(redirectFor(path, aSession({ role: 'Business', approved: false })), path).toBe(
      '/unapprovedProfile',
    );
});

test('a default password opens only the screens for choosing a new one', () => {
  const session = aSession({ role: 'Admin' }, { must_change_password: true });
  expect(redirectFor('/admin/dashboard', session)).toBe('/password');
  expect(redirectFor('/profile', session)).toBe('/password');
  expect(redirectFor('/password', session)).toBeNull();
  expect(redirectFor('/contact', session)).toBeNull();
});

test('someone who must set up two-step login can open only the screen for it', () => {
  const session = aSession({ role: 'Admin' }, { must_set_up_second_factor: true });
  expect(redirectFor('/admin/dashboard', session)).toBe('/password');
  expect(redirectFor('/password', session)).toBeNull();
  expect(redirectFor('/contact', session)).toBeNull();
});

async function sentTo(path: string, href: string) {
  showUser(undefined);
  const queries = makeQueryClient(() => {});
  const thrown: unknown = await guard(queries, path, href).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (thrown === null) return null;
  if (isRedirect(thrown)) return [thrown.options.to, thrown.options.search];
  throw thrown;
}

test('the login returns to the previous screen with its full URL', async () => {
  answer({ '/api/current-user': [] });
  expect(await sentTo('/opportunity/browse', '/opportunity/browse?radius=5')).toEqual([
    '/login',
    { next: '/opportunity/browse?radius=5' },
  ]);
});

test('a permitted user is not redirected, and the guard ignores paths without a screen', async () => {
  answer({ '/api/current-user': aSession() });
  expect(await sentTo('/opportunity/browse', '/opportunity/browse')).toBeNull();
  expect(await sentTo('/nowhere', '/nowhere')).toBeNull();
});

test('an open screen does not wait for the session', async () => {
  answer({ '/api/current-user': () => new Promise(() => {}) });
  expect(await sentTo('/contact', '/contact')).toBeNull();
});

test('only a path of our own is accepted as a return path', () => {
  expect(safeNext('/project/1/hours?tab=2#end')).toBe('/project/1/hours?tab=2#end');
  for (const elsewhere of ['https://evil.test', '//evil.test', '/\\evil.test', 'javascript:alert(1)', '', 7])
    expect(safeNext(elsewhere)).toBeUndefined();
  expect(safeNext('/login?next=/login')).toBeUndefined();
});
