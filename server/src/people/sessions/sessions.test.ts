import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { masqueradeCalls } from '@waypost/contract/people/masquerade/calls';
import { sessionCalls } from '@waypost/contract/people/sessions/calls';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Caller, startTestServer, TEST_NOW } from '../../../testing/server.ts';
import { nameBrowser } from '../../platform/access/browser-name.ts';
import { hashPassword } from '../../platform/access/passwords.ts';
import { hashSecret } from '../../platform/access/sessions.ts';
import { asSession } from '../../platform/access/tenant.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';

const server = startTestServer();
const PASSWORD = 'a boat on the bay';
const passwordHash = hashPassword(PASSWORD);
beforeEach(() => server.clock.moveTo(TEST_NOW));

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const CHROMEBOOK =
  'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const EDGE =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0';

const aStudent = async (given: Parameters<typeof server.aStudent>[0] = {}) =>
  server.aStudent({ passwordHash: await passwordHash, ...given });

/** Logs in with a separate browser. */
async function logIn({ email }: { email: string }, agent: string): Promise<Caller> {
  const browser = server.visitor();
  const body = JSON.stringify({ email, password: PASSWORD });
  const headers = { 'content-type': 'application/json', 'user-agent': agent };
  const reply = await browser.fetch(accountCalls.login.path, { method: 'POST', body, headers });
  expect(await reply.json()).toMatchObject({ message: 'success' });
  return browser;
}

const isIn = async (caller: Caller) => (await caller.send(accountCalls.getUserData, {})).status === 200;
const sessionsOf = (caller: Caller) => caller.call(sessionCalls.getSessions, {});

test.each([
  [FIREFOX, 'Firefox', 'Windows'],
  [IPHONE, 'Safari', 'iPhone'],
  [CHROMEBOOK, 'Chrome', 'ChromeOS'],
  [EDGE, 'Edge', 'macOS'],
  ['curl/8.5.0', '', ''],
])('%s is called %s on %s', (agent, browser, system) => {
  expect(nameBrowser(agent)).toEqual({ browser, system });
});

test('lists where one is logged in: the device, the start and the last use', async () => {
  const student = await aStudent();
  await aStudent({ clientId: student.clientId });
  const laptop = await logIn(student, FIREFOX);
  server.clock.moveBy(3_600_000);
  const phone = await logIn(student, IPHONE);
  const [first, ...rest] = await sessionsOf(phone);
  expect(first).toMatchObject({ browser: 'Safari', system: 'iPhone', is_current: true });
  expect(rest.find(({ browser }) => browser === 'Firefox')).toMatchObject({
    browser: 'Firefox',
    system: 'Windows',
    is_current: false,
    createdAt: TEST_NOW,
    last_seen: TEST_NOW,
  });
  // In addition, the one that the factory created, and nobody else's.
  expect(rest).toHaveLength(2);
  // Expired sessions are not listed.
  server.clock.moveBy(23.5 * 3_600_000);
  await isIn(phone);
  expect(await sessionsOf(phone)).toHaveLength(1);
  expect(await isIn(laptop)).toBe(false);
});

test('ends one other session immediately, and keeps the rest', async () => {
  const student = await aStudent();
  const [laptop, phone] = [await logIn(student, FIREFOX), await logIn(student, IPHONE)];
  const other = (await sessionsOf(laptop)).find(({ system }) => system === 'iPhone');
  const _id = other?._id ?? '';
  expect(await laptop.call(sessionCalls.endSessions, { _id, password: PASSWORD })).toEqual({
    message: 'success',
  });
  expect([await isIn(phone), await isIn(laptop), await isIn(server.as(student))]).toEqual([
    false,
    true,
    true,
  ]);
  const [entry] = await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'end sessions'));
  expect(entry).toMatchObject({ actorId: student.id, details: { count: 'one' } });
});

test('ends all other sessions together, and keeps this one', async () => {
  const student = await aStudent();
  const stranger = await aStudent({ clientId: student.clientId });
  const [laptop, phone] = [await logIn(student, FIREFOX), await logIn(student, IPHONE)];
  await laptop.call(sessionCalls.endSessions, { password: PASSWORD });
  expect([await isIn(laptop), await isIn(phone), await isIn(server.as(student))]).toEqual([
    true,
    false,
    false,
  ]);
  expect(await isIn(server.as(stranger))).toBe(true);
});

test('ending requires the password, limits guesses, and never ends this session itself', async () => {
  const student = await aStudent();
  const [laptop, phone] = [await logIn(student, FIREFOX), await logIn(student, IPHONE)];
  const wrong = { password: 'a bot on the bay' };
  expect(await laptop.call(sessionCalls.endSessions, wrong)).toEqual({ message: 'wrongPassword' });
  expect(await isIn(phone)).toBe(true);
  const own = (await sessionsOf(laptop)).find(({ is_current }) => is_current)?._id ?? '';
  const refused = await laptop.refusal(sessionCalls.endSessions, { _id: own, password: PASSWORD });
  expect(refused.status).toBe(404);
  for (let guesses = 0; guesses < 10; guesses += 1) await laptop.send(sessionCalls.endSessions, wrong);
  expect((await laptop.refusal(sessionCalls.endSessions, { password: PASSWORD })).status).toBe(429);
});

describe('a masquerade', () => {
  test('can neither list nor end the person’s sessions', async () => {
    const student = await aStudent();
    const admin = server.as(await server.anAdmin({ clientId: student.clientId }));
    await admin.call(masqueradeCalls.masquerade, { id: student.id });
    expect((await admin.refusal(sessionCalls.getSessions, {})).status).toBe(403);
    expect((await admin.refusal(sessionCalls.endSessions, { password: PASSWORD })).status).toBe(403);
    // Nor is it listed as one of the person's own.
    expect(await sessionsOf(server.as(student))).toHaveLength(1);
  });

  test('ends when its person ends their other sessions', async () => {
    const admin = await server.anAdmin({ passwordHash: await passwordHash });
    const student = await server.aStudent({ clientId: admin.clientId });
    const elsewhere = await logIn(admin, FIREFOX);
    await elsewhere.call(masqueradeCalls.masquerade, { id: student.id });
    await server.as(admin).call(sessionCalls.endSessions, { password: PASSWORD });
    expect(await isIn(elsewhere)).toBe(false);
  });
});

test('staff end every session of a person below them, which is recorded', async () => {
  const student = await aStudent();
  const { clientId } = student;
  const teacher = await server.aTeacher({ clientId });
  await server.as(teacher).call(sessionCalls.endSessionsOfUser, { _id: student.id });
  expect(await isIn(server.as(student))).toBe(false);
  await logIn(student, FIREFOX);
  const entries = await server.db.select().from(auditEntries).where(eq(auditEntries.subjectId, student.id));
  expect(entries).toMatchObject([{ action: 'end sessions', actorId: teacher.id }]);
  const admin = await server.anAdmin({ clientId });
  for (const caller of [teacher, admin])
    for (const _id of [admin.id, caller.id])
      expect((await server.as(caller).refusal(sessionCalls.endSessionsOfUser, { _id })).status).toBe(404);
  expect(await isIn(server.as(admin))).toBe(true);
});

test('requests of a session do not wait for the one that notes when it was last used', async () => {
  const student = await server.aStudent();
  const hash = hashSecret(student.token);
  const later = new Date(server.clock.now().getTime() + 6 * 60_000);
  const pool = server.database.app;
  const entered = await asSession(pool, hash, later, () =>
    // It could only begin after the other one's end.
    asSession(pool, hash, later, async (_, actor) => actor?.id),
  );
  expect(entered).toBe(student.id);
});

test.each([
  ['ahead', false],
  ['back', true],
])('a clock that jumps %s for a while ends no session', async (jump, meanwhile) => {
  const caller = server.as(await aStudent());
  expect(await isIn(caller)).toBe(true);
  server.clock.moveBy((jump === 'ahead' ? 365 : -365) * 86_400_000);
  expect(await isIn(caller)).toBe(meanwhile);
  server.clock.moveTo(TEST_NOW);
  expect(await isIn(caller)).toBe(true);
});
