import { expect, test } from 'vitest';
import { routeRequest } from './route-request.ts';

const ORIGIN = 'https://waypost.test';
const files = ['/assets/a1.js', '/assets/b2.css'];
const ask = (path: string, mode: RequestMode = 'cors', method = 'GET') =>
  routeRequest({ method, mode, url: new URL(path, ORIGIN).href }, ORIGIN, files);

test.each(['/assets/a1.js', '/assets/b2.css', '/assets/a1.js?again'])('%s is a stored file', (path) => {
  expect(ask(path)).toBe('file');
});

test.each([
  '/',
  '/login',
  '/default',
  '/projects/viewall',
  '/project/7/hours?like=last',
  '/apiary',
  '/linked',
])('opening %s falls back to the stored page', (path) => {
  expect(ask(path, 'navigate')).toBe('screen');
});

test.each([
  ['a call', '/api/current-user', 'cors'],
  ['a call opened like a page', '/api/current-user', 'navigate'],
  ['a login', '/auth/login', 'cors'],
  ['a logout', '/auth/logout', 'navigate'],
  ['a picture of somebody', '/files/7', 'no-cors'],
  ['a document of somebody', '/files/7', 'navigate'],
  ['a mailed link', '/link/abc', 'navigate'],
  ['the outbox of the demo', '/outbox', 'navigate'],
  ['a file of another version', '/assets/c3.js', 'cors'],
  ['a file opened like a page', '/assets/c3.js', 'navigate'],
  ['a page as data', '/projects/viewall', 'cors'],
  ['another site', 'https://maps.test/assets/a1.js', 'no-cors'],
] as const)('%s bypasses the service worker', (_, path, mode) => {
  expect(ask(path, mode)).toBeNull();
});

test.each(['POST', 'HEAD'])('%s bypasses the service worker', (method) => {
  expect(ask('/projects/viewall', 'navigate', method)).toBeNull();
  expect(ask('/assets/a1.js', 'cors', method)).toBeNull();
});
