import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import type { Transaction } from './handler.ts';
import { countTry, findTries, forgetTries, isReached, TooManyTries, withinLimits } from './limits.ts';
import { asSession } from './tenant.ts';

const server = startTestServer();

const limit = { name: 'attempts', tries: 3, minutes: 10 };
const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 9, minutes));
const transaction: Transaction = (work) => asSession(server.database.app, null, at(0), (tx) => work(tx));
const countAttempt = (who: string, now: Date) =>
  withinLimits(transaction, now, [{ limit, who }], async () => 'in').catch((error: unknown) => {
    if (error instanceof TooManyTries) return error.retryAfter;
    throw error;
  });

test('counts concurrent tries like sequential ones', async () => {
  const attempts = await Promise.all(Array.from({ length: 20 }, () => countAttempt('ada', at(0))));
  expect(attempts.filter((outcome) => outcome === 'in')).toHaveLength(3);
});

test('the wait ends with the period that the first try started, whatever was tried in it', async () => {
  for (const minute of [0, 1, 2]) expect(await countAttempt('grace', at(minute))).toBe('in');
  expect(await countAttempt('grace', at(4))).toBe(6 * 60);
  expect(await countAttempt('grace', at(9))).toBe(60);
  expect(await countAttempt('grace', at(10))).toBe('in');
});

test('a clock that is wrong for a while locks no one out once it is right', async () => {
  const bound = { limit, who: 'konrad' };
  for (const minute of [600, 600, 600]) expect(await countAttempt('konrad', at(minute))).toBe('in');
  expect(await countAttempt('konrad', at(600))).toBe(10 * 60);
  expect((await transaction((tx) => findTries(tx, [bound], at(0))))[0]).toBeUndefined();
  expect(await transaction((tx) => isReached(tx, bound, at(0)))).toBe(false);
  for (let tries = 0; tries < 3; tries += 1) expect(await countAttempt('konrad', at(0))).toBe('in');
  expect(await countAttempt('konrad', at(0))).toBe(10 * 60);
});

test('servers whose clocks differ by minutes count together', async () => {
  for (const minute of [4, 0, 4]) expect(await countAttempt('barbara', at(minute))).toBe('in');
  expect(await countAttempt('barbara', at(0))).toBe(14 * 60);
});

test('a period that ends later than clocks may differ was begun by a wrong one, and starts anew', async () => {
  for (const minute of [6, 6, 6, 0]) expect(await countAttempt('frances', at(minute))).toBe('in');
});

test('each has their own tries, which can be deleted', async () => {
  for (const minute of [0, 1, 2, 3]) await countAttempt('alan', at(minute));
  expect(await countAttempt('edsger', at(3))).toBe('in');
  await transaction((tx) => forgetTries(tx, { limit, who: 'alan' }));
  expect(await countAttempt('alan', at(3))).toBe('in');
});

test('a limit is reached once as many tries have been counted, until they expire', async () => {
  const bound = { limit, who: 'a school' };
  const reached = (minute: number) => transaction((tx) => isReached(tx, bound, at(minute)));
  for (let tries = 0; tries < 3; tries += 1) {
    expect(await reached(0)).toBe(false);
    await transaction((tx) => countTry(tx, bound, at(0)));
  }
  expect(await reached(0)).toBe(true);
  expect(await reached(10)).toBe(false);
});

test('the table reveals neither names nor networks', async () => {
  await countAttempt('somebody@waypost.test', at(0));
  const { rows } = await server.database.owner.query('select * from tries');
  expect(JSON.stringify(rows.map((row) => ({ ...row, key: String(row.key) })))).not.toContain('somebody');
});
