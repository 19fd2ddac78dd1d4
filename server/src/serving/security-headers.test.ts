import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { eq } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestServer } from '../../testing/server.ts';
import { createApp } from '../app.ts';
import { hashPassword } from '../platform/access/passwords.ts';
import { users } from '../platform/database/tables/people.ts';
import { newFileKey } from '../platform/outside/file-store.ts';
import { serveWeb } from './web-files.ts';

const server = startTestServer();
const PASSWORD = 'a boat on the bay';

const ALWAYS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

test.each([
  '/',
  '/nothing',
  '/healthz',
  '/api/getStates',
  '/api/current-user',
  '/api/getUser',
  '/%',
  `/api/files/${'x'.repeat(600)}`,
])('every reply has the same headers: %s', async (path) => {
  const response = await server.visitor().fetch(path, {});
  expect(Object.fromEntries(response.headers)).toMatchObject(ALWAYS);
  expect(response.headers.get('content-security-policy')).toContain("default-src '");
});

test.each([
  ['no HTTP', 'nonsense\r\n\r\n', 400],
  ['of two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
  ['of too many headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['without a host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['with an expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: luck\r\n\r\n', 417],
])('sends them for a request that is %s too', async (_, request, status) => {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(request);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  for (const [name, value] of Object.entries({ ...ALWAYS, 'cache-control': 'no-store' }))
    expect(head.toLowerCase()).toContain(`${name}: ${value}`.toLowerCase());
  expect(JSON.parse(body)).toMatchObject({ type: '/problems/invalid-input' });
});

async function appWith(given: { secureCookies?: boolean; trustProxy?: number }) {
  const app = await createApp({
    pool: server.database.app,
    outside: server.outside,
    secureCookies: false,
    ...given,
  });
  onTestFinished(() => app.close());
  return app;
}

/** A server with the built pages: one page, and one file that browsers cache. */
async function appWithPages() {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-pages-'));
  mkdirSync(join(folder, 'assets'));
  for (const file of ['index.html', 'assets/a.js']) writeFileSync(join(folder, file), file);
  const app = await appWith({});
  await serveWeb(app, { folder, pages: [['/', 'index.html']], homes: [], script: '', styles: {} }, () => '');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return app;
}

test('no cache stores a refusal', async () => {
  const app = await appWithPages();
  const json = { 'content-type': 'application/json' };
  const refused: [number, InjectOptions][] = [
    [400, { url: '/%' }],
    [400, { method: 'POST', url: '/auth/login', headers: json, payload: '{' }],
    [400, { method: 'POST', url: accountCalls.signUp.path, payload: {} }],
    [401, { url: '/api/getUsersFiles' }],
    [403, { url: '/auth/logout', headers: { 'sec-fetch-mode': 'navigate' } }],
    [404, { url: '/api/nothing' }],
    [404, { method: 'POST', url: '/nothing', headers: json, payload: '{}' }],
    [404, { method: 'DELETE', url: '/api/getStates' }],
    [404, { url: '/assets/nothing.js' }],
    [404, { url: '/nothing', headers: { 'sec-fetch-dest': 'image' } }],
    [404, { url: `/link/${'x'.repeat(43)}` }],
    [404, { url: `/link/${'x'.repeat(600)}` }],
    [404, { url: `/unsubscribe/${'x'.repeat(43)}/reminder` }],
    [404, { url: `/calendar/${'x'.repeat(43)}.ics` }],
    [400, { url: '/assets/a.js', headers: { 'if-match': '"another"' } }],
    [413, { method: 'POST', url: '/auth/login', headers: json, payload: `"${'x'.repeat(2 ** 21)}"` }],
    [400, { url: '/assets/a.js', headers: { range: 'bytes=90-99' } }],
  ];
  for (const [status, request] of refused) {
    const { statusCode, headers } = await app.inject(request);
    expect([request.url, statusCode, headers['cache-control']]).toEqual([request.url, status, 'no-store']);
  }
  const found = await app.inject({ url: '/assets/a.js' });
  expect(found.headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

test('over HTTPS every cookie is bound to this host, and only that cookie opens the session', async () => {
  const app = await appWith({ secureCookies: true });
  const student = await server.aStudent({ passwordHash: await hashPassword(PASSWORD) });
  const payload = { email: student.email, password: PASSWORD };
  const reply = await app.inject({ method: 'POST', url: accountCalls.login.path, payload });
  const cookies = [reply.headers['set-cookie'] ?? []].flat();
  expect(cookies).toHaveLength(2);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Host-waypost_/);
    expect(cookie.split('; ')).toEqual(expect.arrayContaining(['Path=/', 'Secure', 'HttpOnly']));
    expect(cookie).not.toContain('Domain');
  }
  const statusWithCookie = async (name: string) =>
    (await app.inject({ url: accountCalls.getUserData.path, cookies: { [name]: student.token } })).statusCode;
  expect([
    await statusWithCookie('__Host-waypost_session'),
    await statusWithCookie('waypost_session'),
  ]).toEqual([200, 401]);
  const left = await app.inject({
    url: accountCalls.logout.path,
    cookies: { '__Host-waypost_session': student.token },
  });
  expect(`${left.headers['set-cookie']}`).toMatch(/^__Host-waypost_session=;.*Secure/);
});

test("only logging out clears the browser's storage", async () => {
  const student = await server.aStudent();
  const browser = server.as(student);
  expect((await browser.send(accountCalls.getUserData, {})).headers.get('clear-site-data')).toBeNull();
  const left = await browser.send(accountCalls.logout, {});
  expect(left.headers.get('clear-site-data')).toBe('"cache", "storage"');
});

test('shows a cached picture only while its viewer may see it', async () => {
  const student = await server.aStudent();
  const picture = await server.aFile(student, { contentType: 'image/jpeg', storageKey: newFileKey() });
  await server.files.put(picture.storageKey, Buffer.from('picture'), 'image/jpeg');
  await server.db.update(users).set({ profilePicId: picture.id }).where(eq(users.id, student.id));
  const path = fileCalls.getFile.path.replace(':id', picture.id);
  const ask = (person: { token: string }, tag?: string) =>
    server.as(person).fetch(path, tag ? { headers: { 'if-none-match': tag } } : {});
  const first = await ask(student);
  expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
  expect(first.headers.get('content-security-policy')).not.toContain('unsafe');
  const tag = first.headers.get('etag') ?? '';
  const again = await ask(student, tag);
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect((await ask(await server.aStudent(), tag)).status).toBe(404);
  expect((await ask({ token: 'ended' }, tag)).status).toBe(404);
});

test('a picture that the browser already has leaves no file open', async () => {
  const student = await server.aStudent();
  const picture = await server.aFile(student, { contentType: 'image/jpeg', storageKey: newFileKey() });
  await server.files.put(picture.storageKey, Buffer.from('picture'), 'image/jpeg');
  await server.db.update(users).set({ profilePicId: picture.id }).where(eq(users.id, student.id));
  const opened = vi.spyOn(server.files, 'get');
  onTestFinished(() => opened.mockRestore());
  const path = fileCalls.getFile.path.replace(':id', picture.id);
  const reply = await server.as(student).fetch(path, { headers: { 'if-none-match': `"${picture.id}"` } });
  expect(reply.status).toBe(304);
  const [stream] = await Promise.all(opened.mock.results.map(({ value }) => value));
  expect(stream.destroyed).toBe(true);
});

test('ignores a forwarded host', async () => {
  const app = await appWith({ trustProxy: 1 });
  const headers = { host: 'waypost.test', origin: 'https://evil.test', 'x-forwarded-host': 'evil.test' };
  const reply = await app.inject({ method: 'POST', url: accountCalls.login.path, headers, payload: {} });
  expect([reply.statusCode, reply.json().type]).toEqual([403, '/problems/not-allowed']);
});
