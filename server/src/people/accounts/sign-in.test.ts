import { hash as argon2 } from '@node-rs/argon2';
import { allCalls } from '@waypost/contract/all-calls';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Caller, startTestServer, TEST_NOW } from '../../../testing/server.ts';
import { createApp } from '../../app.ts';
import { makeCosts } from '../../platform/access/costs.ts';
import { hashPassword } from '../../platform/access/passwords.ts';
import { sessions } from '../../platform/database/tables/logins.ts';
import { users } from '../../platform/database/tables/people.ts';

const server = startTestServer();
const PASSWORD = 'a boat on the bay';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

beforeEach(() => server.clock.moveTo(TEST_NOW));

const passwordHash = hashPassword(PASSWORD);
const somebody = async () => server.aStudent({ passwordHash: await passwordHash });
const login = (caller: Caller, email: string, password = PASSWORD) =>
  caller.call(accountCalls.login, { email, password });
const isSignedIn = async (caller: Caller) =>
  !Array.isArray(await caller.call(accountCalls.getCurrentUser, {}));

test('the correct password logs in, and the reply is the account', async () => {
  const student = await somebody();
  const browser = server.visitor();
  const reply = await login(browser, student.email);
  expect(reply).toMatchObject({ message: 'success', user: { _id: student.id, role: 'Student' } });
  expect(await browser.call(accountCalls.getCurrentUser, {})).toMatchObject({
    user: { _id: student.id },
    is_masquerade: false,
    admin_id: null,
    must_change_password: false,
  });
});

describe('a password whose hash has outdated parameters', () => {
  const outdated = argon2(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  const hashOf = async ({ id }: { id: string }) =>
    (await server.db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, id)))[0]?.hash;

  test('is hashed anew at the next login, which ends no session', async () => {
    const student = await server.aStudent({ passwordHash: await outdated });
    const first = server.visitor();
    await login(first, student.email);
    const renewed = await hashOf(student);
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await login(server.visitor(), student.email)).toMatchObject({ message: 'success' });
    expect(await hashOf(student)).toBe(renewed);
    expect(await isSignedIn(first)).toBe(true);
  });

  test('is kept as it is after a wrong password', async () => {
    const student = await server.aStudent({ passwordHash: await outdated });
    await login(server.visitor(), student.email, 'another password');
    expect(await hashOf(student)).toBe(await outdated);
  });

  test('logs in on two devices at once', async () => {
    const student = await server.aStudent({ passwordHash: await outdated });
    const browsers = Array.from({ length: 4 }, () => server.visitor());
    const replies = await Promise.all(browsers.map((browser) => login(browser, student.email)));
    expect(replies.map(({ message }) => message)).toEqual(browsers.map(() => 'success'));
  });
});

test('an email names one account in any letter case', async () => {
  const student = await somebody();
  expect(await login(server.visitor(), ` ${student.email.toUpperCase()} `)).toMatchObject({
    message: 'success',
  });
});

test('a wrong password, an unknown email and an account without a password get the same reply', async () => {
  const [student, invited] = [await somebody(), await server.aTeacher()];
  const browser = server.visitor();
  const tries = [
    [student.email, 'another password'],
    [student.email, ''],
    ['nobody@waypost.test', PASSWORD],
    [invited.email, ''],
    [invited.email, PASSWORD],
  ] as const;
  for (const [email, password] of tries)
    expect(await browser.call(accountCalls.login, { email, password })).toEqual({ message: 'Wrong Name/PW' });
  expect(await isSignedIn(browser)).toBe(false);
});

test('no reply contains a password or its hash', async () => {
  const student = await somebody();
  const response = await server
    .visitor()
    .send(accountCalls.login, { email: student.email, password: PASSWORD });
  expect(await response.text()).not.toMatch(/argon2|password/i);
});

test('impossible credentials are refused or wrong, never a server error', async () => {
  const browser = server.visitor();
  for (const email of ['a\u0000b@waypost.test', 'x'.repeat(1000), { $ne: null }, 7, '\ud800@waypost.test'])
    expect((await browser.refusal(accountCalls.login, { email, password: PASSWORD })).status).toBe(400);
  for (const password of ['x'.repeat(50_000), ['a'], '\ud800 lantern'])
    expect((await browser.refusal(accountCalls.login, { email: 'a@waypost.test', password })).status).toBe(
      400,
    );
  expect(await login(browser, 'a@waypost.test', 'nul\u0000byte')).toEqual({ message: 'Wrong Name/PW' });
  expect(await browser.call(accountCalls.login, {} as never)).toEqual({ message: 'Wrong Name/PW' });
});

test('accents in a password may be composed or decomposed', async () => {
  const student = await server.aStudent({ passwordHash: await hashPassword('caf\u00e9 on the corner') });
  expect(await login(server.visitor(), student.email, 'cafe\u0301 on the corner')).toMatchObject({
    message: 'success',
  });
});

test('the cookie is limited to this site, hidden from scripts, and secure over HTTPS', async () => {
  const student = await somebody();
  const input = { email: student.email, password: PASSWORD };
  const cookieOf = (response: Response) => response.headers.getSetCookie()[0] ?? '';
  const plain = cookieOf(await server.visitor().send(accountCalls.login, input));
  expect(plain).toMatch(/^waypost_session=[\w-]{43};/);
  for (const attribute of ['Path=/', 'HttpOnly', 'SameSite=Lax', 'Expires=Wed, 18 Mar 2026 15:00:00 GMT'])
    expect(plain.split('; ')).toContain(attribute);
  expect(plain).not.toContain('Secure');

  const secure = await createApp({ pool: server.database.app, outside: server.outside, secureCookies: true });
  const answer = await secure.inject({ method: 'POST', url: accountCalls.login.path, payload: input });
  expect(String(answer.headers['set-cookie'])).toContain('Secure');
  await secure.close();
});

test('on a shared computer the session ends with the browser, also after a new password, until the next login', async () => {
  const student = await somebody();
  const browser = server.visitor();
  const cookiesOf = (response: Response) => response.headers.getSetCookie();
  const ofSession = (response: Response) =>
    cookiesOf(response).find((line) => line.startsWith('waypost_session=')) ?? '';
  const credentials = { email: student.email, password: PASSWORD };
  const shared = await browser.send(accountCalls.login, { ...credentials, is_shared_computer: true });
  expect(ofSession(shared)).toMatch(/^waypost_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  // Nothing at all stays in the browser, so neither does the proof that the owner has used it.
  expect(cookiesOf(shared).filter((line) => line.includes('Expires'))).toEqual([]);
  const changed = await browser.send(accountCalls.changePassword, {
    ...credentials,
    new_password: 'another one of my own',
  });
  expect(ofSession(changed)).not.toContain('Expires');
  const own = await browser.send(accountCalls.login, { ...credentials, password: 'another one of my own' });
  expect(ofSession(own)).toContain('Expires');
  expect(browser.cookie).not.toContain('waypost_shared');
});

test('stores a session’s token only as its hash', async () => {
  const student = await somebody();
  const browser = server.visitor();
  await login(browser, student.email);
  const token = /waypost_session=([\w-]+)/.exec(browser.cookie ?? '')?.[1] ?? '';
  const { rows } = await server.database.owner.query(
    `select count(*) from sessions where token_hash = $1 or encode(token_hash, 'escape') = $2`,
    [Buffer.from(token, 'base64url'), token],
  );
  expect(rows[0].count).toBe(0);
});

test('logging in again replaces this browser’s session, and keeps those of others', async () => {
  const [student, other] = [await somebody(), await somebody()];
  const [browser, phone] = [server.visitor(), server.visitor()];
  await login(browser, student.email);
  await login(phone, student.email);
  const before = browser.copy();
  await login(browser, other.email);
  expect(await isSignedIn(before)).toBe(false);
  expect(await isSignedIn(browser)).toBe(true);
  expect(await isSignedIn(phone)).toBe(true);
});

test('logging out ends the session on the server, not only in the browser', async () => {
  const student = await somebody();
  const browser = server.visitor();
  await login(browser, student.email);
  const copy = browser.copy();
  expect(await browser.call(accountCalls.logout, {})).toEqual({ message: 'success' });
  expect(browser.cookie).not.toContain('waypost_session');
  expect(await isSignedIn(copy)).toBe(false);
  expect(await server.visitor().call(accountCalls.logout, {})).toEqual({ message: 'success' });
});

test('a session ends a day after it was last used', async () => {
  const student = await somebody();
  const browser = server.visitor();
  await login(browser, student.email);
  for (let day = 0; day < 3; day += 1) {
    server.clock.moveBy(23 * HOUR);
    expect(await isSignedIn(browser)).toBe(true);
  }
  server.clock.moveBy(DAY + 1);
  expect(await isSignedIn(browser)).toBe(false);
});

test('a session ends two weeks after its start, however much it is used', async () => {
  const student = await somebody();
  const browser = server.visitor();
  await login(browser, student.email);
  for (let hours = 0; hours < 14 * 24 - 12; hours += 12) {
    server.clock.moveBy(12 * HOUR);
    expect([hours, await isSignedIn(browser)]).toEqual([hours, true]);
  }
  server.clock.moveBy(12 * HOUR);
  expect(await isSignedIn(browser)).toBe(false);
});

test('after ten wrong passwords from one network an unknown browser there waits a quarter of an hour', async () => {
  const student = await somebody();
  const browser = server.visitor();
  for (let tries = 0; tries < 10; tries += 1)
    expect(await login(browser, student.email, 'wrong')).toEqual({ message: 'Wrong Name/PW' });
  const response = await browser.send(accountCalls.login, { email: student.email, password: PASSWORD });
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '900']);
  expect(await response.json()).toMatchObject({ type: '/problems/too-many', status: 429 });
  server.clock.moveBy(15 * 60_000);
  expect(await login(browser, student.email)).toMatchObject({ message: 'success' });
});

test('counts concurrent guesses on several servers and in other letter cases together', async () => {
  const student = await somebody();
  const second = await createApp({
    pool: server.database.app,
    outside: server.outside,
    secureCookies: false,
  });
  const guess = (turn: number) => ({
    method: 'POST' as const,
    url: accountCalls.login.path,
    payload: {
      email: turn % 3 ? student.email : student.email.toUpperCase(),
      password: `guess number ${turn}`,
    },
  });
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, turn) => (turn % 2 ? server.app : second).inject(guess(turn))),
  );
  await second.close();
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(10);
  expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(20);
});

test('unknown emails have the same limit, so that it does not reveal which are known', async () => {
  const browser = server.visitor();
  for (let tries = 0; tries < 10; tries += 1) await login(browser, 'ghost@waypost.test', 'wrong');
  const refused = await browser.refusal(accountCalls.login, { email: 'ghost@waypost.test', password: 'x' });
  expect(refused.status).toBe(429);
});

test('a successful login deletes earlier failures', async () => {
  const student = await somebody();
  for (let round = 0; round < 2; round += 1) {
    for (let tries = 0; tries < 9; tries += 1) await login(server.visitor(), student.email, 'wrong');
    expect(await login(server.visitor(), student.email)).toMatchObject({ message: 'success' });
  }
});

test('a script’s wrong passwords delay the right ones of its network, but refuse none', async () => {
  const app = await createApp({
    pool: server.database.app,
    outside: server.outside,
    secureCookies: false,
    trustProxy: 1,
    costs: makeCosts(undefined, () => 0),
  });
  const from = (network: string, email: string, password: string) =>
    app.inject({
      method: 'POST',
      url: accountCalls.login.path,
      headers: { 'x-forwarded-for': network },
      payload: { email, password },
    });
  const students = await Promise.all(Array.from({ length: 30 }, somebody));
  const guesses = Array.from({ length: 150 }, (_, number) =>
    from('198.51.100.8', `nobody${number}@waypost.test`, 'wrong'),
  );
  const right = students.map(({ email }) => from('198.51.100.8', email, PASSWORD));
  for (const reply of await Promise.all(right)) expect(reply.json()).toMatchObject({ message: 'success' });
  for (const reply of await Promise.all(guesses)) expect(reply.json()).toEqual({ message: 'Wrong Name/PW' });
  await app.close();
});

test('a login with an initial password can only choose a new one', async () => {
  const student = await server.aStudent({ passwordHash: await passwordHash, mustChangePassword: true });
  const browser = server.visitor();
  await login(browser, student.email);
  expect(await browser.call(accountCalls.getCurrentUser, {})).toMatchObject({ must_change_password: true });
  const refused = await browser.refusal(allCalls.getSchools, {});
  expect([refused.status, refused.problem.type]).toEqual([403, '/problems/new-password-needed']);
});

test('a deleted account has no session', async () => {
  const student = await somebody();
  const browser = server.visitor();
  await login(browser, student.email);
  await server.db.delete(users).where(and(eq(users.clientId, student.clientId), eq(users.id, student.id)));
  expect(await isSignedIn(browser)).toBe(false);
  expect(await server.db.select().from(sessions).where(eq(sessions.userId, student.id))).toEqual([]);
});
