import { auditCalls } from '@waypost/contract/oversight/audit/calls';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { Caller, startTestServer } from '../../../testing/server.ts';
import { createApp } from '../../app.ts';
import { hashPassword } from './passwords.ts';

const server = startTestServer();

/** A server that logs, and its log. */
async function aLoggingServer() {
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
  const { app: pool } = server.database;
  const app = await createApp({ pool, outside: server.outside, secureCookies: false, log });
  onTestFinished(() => app.close());
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const written = () =>
    lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request' || msg === 'refused');
  return { origin, lines, written };
}

test('a line names the request, the account and the client by id, and no one by name', async () => {
  const { origin, lines, written } = await aLoggingServer();
  const passwordHash = await hashPassword('a lighthouse on a rock');
  const admin = await server.anAdmin({ firstName: 'Ada', lastName: 'Quill', passwordHash });
  const student = await server.aStudent({ client: { id: admin.clientId }, firstName: 'Maya' });
  const caller = new Caller(origin, admin.token);
  await caller.call(profileCalls.getUser, { id: student.id });
  await new Caller(origin).call(accountCalls.login, {
    email: admin.email,
    password: 'a lighthouse on a rock',
  });
  const [looked, loggedIn] = written();
  expect(looked).toEqual({
    level: 30,
    request: expect.stringMatching(/^[0-9a-f-]{36}$/),
    method: 'GET',
    route: '/api/user',
    status: 200,
    ms: expect.any(Number),
    account: admin.id,
    client: admin.clientId,
    msg: 'request',
  });
  expect(loggedIn.request).not.toBe(looked.request);
  for (const secret of ['Ada', 'Quill', 'Maya', student.id, admin.email, admin.token, 'lighthouse'])
    expect(lines.join('')).not.toContain(secret);
});

test('logs a refusal as a warning, with the reason', async () => {
  const { origin, written } = await aLoggingServer();
  const student = await server.aStudent();
  const caller = new Caller(origin, student.token);
  await caller.refusal(auditCalls.getAuditEntries, {});
  await new Caller(origin).refusal(auditCalls.getAuditEntries, {});
  expect(written()).toMatchObject([
    { level: 40, msg: 'refused', refused: 'not-allowed', status: 403, account: student.id },
    { level: 30, msg: 'request', refused: 'no-session', status: 401 },
  ]);
});

test('logs a change requested by another site as cross-site', async () => {
  const { origin, written } = await aLoggingServer();
  const headers = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' };
  await fetch(`${origin}/auth/login`, { method: 'POST', headers, body: '{}' });
  expect(written()).toMatchObject([{ level: 40, msg: 'refused', refused: 'cross-site', status: 403 }]);
});

test('logs too many tries as a warning', async () => {
  const { origin, written } = await aLoggingServer();
  const { email } = await server.aTeacher();
  for (let n = 0; n < 60 && written().at(-1)?.status !== 429; n++)
    await new Caller(origin).send(accountCalls.login, { email, password: 'not the password' });
  expect(written().at(-1)).toMatchObject({ level: 40, msg: 'refused', refused: 'too-many', status: 429 });
});
