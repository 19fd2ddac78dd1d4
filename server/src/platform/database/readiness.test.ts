import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { startTestServer } from '../../../testing/server.ts';
import { createApp } from '../../app.ts';
import { watchDatabase } from './readiness.ts';

const server = startTestServer();
let database: TestDatabase;
let narrow: pg.Pool;

beforeAll(async () => {
  database = await openTestDatabase();
  narrow = new pg.Pool({ ...database.app.options, max: 1 });
});
afterAll(async () => {
  await narrow.end();
  await database.drop();
});

test('a server whose database hangs reports it, and is ready again once it responds', async () => {
  const app = await createApp({ pool: narrow, outside: server.outside, secureCookies: false });
  const ready = async () => (await app.inject({ url: '/readyz' })).statusCode;
  expect(await ready()).toBe(200);
  const held = await narrow.connect();
  expect(await ready()).toBe(503);
  held.release();
  await expect.poll(ready).toBe(200);
  await app.close();
});

test('a hanging database is reported within a second', async () => {
  const hanging = { query: () => new Promise(() => undefined) };
  const isReady = watchDatabase(hanging as unknown as pg.Pool);
  // Both waits start together, so the shorter ends first on a busy machine too.
  expect(await Promise.race([isReady(), delay(999, 'too late')])).toBe(false);
});

test('a hanging database is queried only once, however often readiness is requested', async () => {
  let questions = 0;
  const hanging = { query: () => new Promise(() => void questions++) };
  const isReady = watchDatabase(hanging as unknown as pg.Pool, 20);
  expect(await Promise.all([isReady(), isReady()])).toEqual([false, false]);
  expect(await isReady()).toBe(false);
  expect(questions).toBe(1);
});
