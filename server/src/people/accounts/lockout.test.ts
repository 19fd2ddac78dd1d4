import { createHash } from 'node:crypto';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { DEVICE_DAYS } from '@waypost/contract/people/accounts/rules';
import { budgets } from '@waypost/contract/platform/budgets/rules';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, TEST_NOW } from '../../../testing/server.ts';
import { createApp } from '../../app.ts';
import { hashPassword } from '../../platform/access/passwords.ts';
import { guessesAt } from './limits.ts';

const server = startTestServer();
const PASSWORD = 'a boat on the bay';
const DAY = 86_400_000;
const passwordHash = hashPassword(PASSWORD);
const somebody = async () => server.aStudent({ passwordHash: await passwordHash });

let proxied: FastifyInstance;
beforeAll(async () => {
  const dependencies = { pool: server.database.app, outside: server.outside, secureCookies: false };
  proxied = await createApp({ ...dependencies, trustProxy: 1 });
});
afterAll(() => proxied.close());
beforeEach(async () => {
  server.clock.moveTo(TEST_NOW);
  await server.database.owner.query('delete from tries');
});

/** A browser on a network, with its earlier device cookie. */
const from = (network: string, device = '') => {
  const post = (url: string, payload: object) =>
    proxied.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'x-forwarded-for': network, ...(device && { cookie: `waypost_device=${device}` }) },
    });
  return {
    login: (email: string, password = PASSWORD) => post(accountCalls.login.path, { email, password }),
    reset: (email: string) => post(accountCalls.resetPassword.path, { email }),
  };
};
/** The device cookie of a person who logs in at home. */
async function signInAtHome(email: string): Promise<string> {
  const { cookies } = await from('203.0.113.1').login(email);
  return cookies.find(({ name }) => name === 'waypost_device')?.value ?? '';
}
/** Leaves this many guesses at the account, all networks together. */
async function useUpGuesses(email: string, left = 0) {
  await from('198.51.100.99').login(email, 'wrong');
  const { who } = guessesAt(email);
  const key = createHash('sha256').update(`password guesses from everywhere\n${who}`).digest();
  const count = budgets['password guesses from everywhere'].units - left;
  await server.database.owner.query('update tries set count = $1 where key = $2', [count, key]);
}
const guessFromManyNetworks = async (email: string, guesses: number) => {
  const statuses: number[] = [];
  for (let turn = 0; turn < guesses; turn += 1)
    statuses.push((await from(`198.51.100.${turn % 50}`).login(email, 'wrong')).statusCode);
  return statuses;
};
/** Sets the number of every try so far. */
const setTries = (count: number) => server.database.owner.query('update tries set count = $1', [count]);

test('a stranger’s guesses lock no one out who logs in from elsewhere', async () => {
  const student = await somebody();
  for (let turn = 0; turn < 11; turn += 1) await from('198.51.100.9').login(student.email, 'wrong');
  expect((await from('198.51.100.9').login(student.email)).statusCode).toBe(429);
  expect((await from('203.0.113.1').login(student.email)).json()).toMatchObject({ message: 'success' });
});

test('limits guesses from many networks together, and a known browser can still log in', async () => {
  const student = await somebody();
  const device = await signInAtHome(student.email);
  await useUpGuesses(student.email, 2);
  expect(await guessFromManyNetworks(student.email, 4)).toEqual([200, 200, 429, 429]);
  expect((await from('203.0.113.2').login(student.email)).statusCode, 'an unknown browser').toBe(429);
  expect((await from('203.0.113.2', device).login(student.email)).json()).toMatchObject({
    message: 'success',
  });
});

test('one’s own successful logins from new browsers neither use up nor reset the limit', async () => {
  const student = await somebody();
  await useUpGuesses(student.email, 2);
  for (let turn = 0; turn < 5; turn += 1)
    expect((await from('203.0.113.5').login(student.email)).statusCode).toBe(200);
  expect(await guessFromManyNetworks(student.email, 4)).toEqual([200, 200, 429, 429]);
});

test('a known browser has ten guesses of its own, even if others are used up', async () => {
  const student = await somebody();
  const device = await signInAtHome(student.email);
  for (let turn = 0; turn < 10; turn += 1)
    expect((await from('203.0.113.1', device).login(student.email, 'wrong')).statusCode).toBe(200);
  expect((await from('203.0.113.1', device).login(student.email, 'wrong')).statusCode).toBe(429);
});

test('a browser is known only to the account that logged in with it', async () => {
  const [student, other] = [await somebody(), await somebody()];
  const device = await signInAtHome(student.email);
  await useUpGuesses(other.email);
  expect((await from('203.0.113.2', device).login(other.email)).statusCode).toBe(429);
  expect((await from('203.0.113.2', 'made-up').login(other.email)).statusCode).toBe(429);
});

test('a browser is forgotten half a year after the last login, and when the password changes', async () => {
  const student = await somebody();
  const device = await signInAtHome(student.email);
  server.clock.moveBy(DEVICE_DAYS * DAY + 1);
  await useUpGuesses(student.email);
  expect((await from('203.0.113.2', device).login(student.email)).statusCode).toBe(429);

  server.clock.moveTo(TEST_NOW);
  const changed = await somebody();
  const old = await signInAtHome(changed.email);
  const NEW = 'another boat on the bay';
  const change = { email: changed.email, password: PASSWORD, new_password: NEW };
  await server.as(changed).call(accountCalls.changePassword, change);
  await useUpGuesses(changed.email);
  expect((await from('203.0.113.2', old).login(changed.email, NEW)).statusCode).toBe(429);
});

test('guesses at many accounts leave others of the network two tries each, and known browsers all of theirs', async () => {
  const student = await somebody();
  const device = await signInAtHome(student.email);
  const school = from('203.0.113.7');
  // Emails without an account do not count.
  await school.login('ghost@waypost.test', 'wrong');
  await school.login((await somebody()).email, 'wrong');
  await server.database.owner.query('update tries set count = $1 where key = $2', [
    budgets['failed logins'].units,
    createHash('sha256').update('failed logins\n203.0.113.7').digest(),
  ]);
  const other = await somebody();
  expect((await school.login(other.email, 'wrong')).statusCode).toBe(200);
  expect((await school.login(other.email)).json()).toMatchObject({ message: 'success' });
  for (let turn = 0; turn < 2; turn += 1)
    expect((await school.login(student.email, 'wrong')).statusCode).toBe(200);
  expect((await school.login(student.email)).statusCode).toBe(429);
  expect((await from('203.0.113.7', device).login(student.email)).statusCode).toBe(200);
});

test('stores only the hash of a browser’s secret, for at most 20 browsers of each account', async () => {
  const student = await somebody();
  const device = await signInAtHome(student.email);
  for (let turn = 0; turn < 21; turn += 1) {
    server.clock.moveBy(1000);
    await signInAtHome(student.email);
  }
  const { rows } = await server.database.owner.query('select * from known_devices where user_id = $1', [
    student.id,
  ]);
  expect(rows).toHaveLength(20);
  expect(rows.some((row) => row.device_hash.toString() === device)).toBe(false);
});

test('three hundred unknown emails do not block a school’s resets, but end replies about emails', async () => {
  const student = await somebody();
  const school = from('203.0.113.20');
  expect((await school.reset('ghost@waypost.test')).json()).toEqual({ message: 'wrong email' });
  await setTries(budgets['unknown emails'].units);
  const mails = server.jobs.mail.length;
  expect((await school.reset('ghost2@waypost.test')).json()).toEqual({ message: 'success' });
  expect(server.jobs.mail).toHaveLength(mails);
  expect((await school.reset(student.email)).json()).toEqual({ message: 'success' });
  expect(server.jobs.mail).toHaveLength(mails + 1);
});

test('after too many resets in a network, everyone there still gets a link, and one while it works', async () => {
  const [student, other] = [await somebody(), await somebody()];
  const school = from('203.0.113.21');
  await school.reset(student.email);
  await setTries(budgets['reset mails of a network'].units);
  const mails = server.jobs.mail.length;
  for (let turn = 0; turn < 3; turn += 1)
    expect((await school.reset(other.email)).json()).toEqual({ message: 'success' });
  expect(server.jobs.mail).toHaveLength(mails + 1);
});

test('someone else’s resets do not use up the owner’s; after too many from everywhere, the last link works', async () => {
  const student = await somebody();
  const device = await signInAtHome(student.email);
  for (let turn = 0; turn < 6; turn += 1) await from('198.51.100.9').reset(student.email);
  expect((await from('203.0.113.2').reset(student.email)).json()).toEqual({ message: 'success' });
  await setTries(budgets['reset mails from everywhere'].units);
  const mails = server.jobs.mail.length;
  expect((await from('203.0.113.3').reset(student.email)).json()).toEqual({ message: 'success' });
  expect(server.jobs.mail).toHaveLength(mails);
  const [, code = ''] = /forgotPassword\/([\w-]+)/.exec(server.jobs.mail.at(-1)?.text ?? '') ?? [];
  expect(await server.visitor().call(accountCalls.findUserByCode, { code })).toMatchObject({
    message: 'success',
  });
  expect((await from('203.0.113.3', device).reset(student.email)).json()).toEqual({ message: 'success' });
  expect(server.jobs.mail).toHaveLength(mails + 1);
  // Once the last link has less than a quarter of an hour left, another is mailed.
  server.clock.moveBy(16 * 60_000);
  expect((await from('203.0.113.3').reset(student.email)).json()).toEqual({ message: 'success' });
  expect(server.jobs.mail).toHaveLength(mails + 2);
});

test('fifty students of one school reset their passwords within the same hour', async () => {
  const client = await server.aClient();
  const school = from('203.0.113.30');
  for (let turn = 0; turn < 50; turn += 1) {
    const student = await server.aStudent({ client });
    expect((await school.reset(student.email)).json()).toEqual({ message: 'success' });
  }
});
