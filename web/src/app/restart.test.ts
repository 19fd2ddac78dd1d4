import { expect, test } from 'vitest';
import { restartAddress } from './restart.ts';

const at = (href: string, search = {}) => ({ href, search });

test.each([
  ['/profile', '/profile'],
  ['/project/$id/hours', '/project/p1/hours?like=last'],
  ['/contact', '/contact'],
])('when nobody is logged in any more, %s starts again at its own address', (path, href) => {
  expect(restartAddress('maya', null, at(href), path)).toBe(href);
});

test.each(['ben', undefined])('a page that shows one user starts again at /default for %s', (now) => {
  expect(restartAddress('maya', now, at('/project/p1/hours'), '/project/$id/hours')).toBe('/default');
  expect(restartAddress('maya', now, at('/contact'), '/contact')).toBe('/default');
});

test('the login continues to the requested screen of our own, like a login in it', () => {
  const login = (next?: string) => restartAddress(null, 'ben', at('/login', { next }), '/login');
  expect([login('/profile'), login(), login('https://elsewhere.test')]).toEqual([
    '/profile',
    '/default',
    '/default',
  ]);
});

test('a visitor who signs up or sets a password is left alone, and other public pages start again in place', () => {
  for (const path of ['/signup', '/forgot', '/forgotPassword/$code'])
    expect([path, restartAddress(null, 'ben', at(path), path)]).toEqual([path, null]);
  expect(restartAddress(null, 'ben', at('/contact'), '/contact')).toBe('/contact');
});

test('a page that is still loading starts again in place', () => {
  expect(restartAddress(undefined, 'ben', at('/profile'), '/profile')).toBe('/profile');
});
