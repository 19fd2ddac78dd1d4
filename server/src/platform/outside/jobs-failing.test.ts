import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { asSession } from '../access/tenant.ts';
import { createMemoryStore } from './file-store.ts';
import { startJobs } from './jobs.ts';
import type { Mail } from './mail.ts';

/* A queue whose database fails, as a killed one or one on a full disk does. */
const patience = { timeout: 30_000, interval: 100 };
const COMPLETE = /set completed_on = now\(\),\s+state = 'completed'/i;
const FAIL = /failed_jobs as/;
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

/** A server with a queue. `isDown` decides which statements of the queue fail. */
async function aServer({
  send = async () => undefined,
  isDown,
}: {
  send?: (mail: Mail) => Promise<void>;
  isDown: (text: string, values: unknown[]) => boolean;
}) {
  const logged: string[] = [];
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  const query = async (text: string, values: unknown[] = []) => {
    if (isDown(text, values))
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    return database.owner.query(text, values);
  };
  const owner: Pool = Object.create(database.owner, { query: { value: query } });
  const jobs = await startJobs(
    owner,
    { mailer: { send }, files: createMemoryStore() },
    { error: (details, line) => void logged.push(JSON.stringify({ line, ...details })) },
  );
  onTestFinished(async () => {
    await jobs.stop();
    process.off('unhandledRejection', note);
  });
  const sendMails = (...recipients: string[]) =>
    asSession(database.app, null, new Date(), (tx) =>
      jobs.sendMails(
        tx,
        recipients.map((to) => ({ to, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' })),
      ),
    );
  return { jobs, logged, unhandled, sendMails };
}

/** Fails the first statements of a kind, as many as given. */
function failures(count: number, kind: RegExp) {
  const state = { left: count };
  const isDown = (text: string) => kind.test(text) && state.left-- > 0;
  return { isDown, state };
}

const states = async (to: string) =>
  (await database.owner.query(`select state from jobs.job where data->>'to' = $1`, [to])).rows.map(
    ({ state }) => state,
  );

test('a mail whose completion cannot be saved is completed later and sent once, and the next follows', async () => {
  const sent: string[] = [];
  const { isDown, state } = failures(3, COMPLETE);
  const server = await aServer({ send: async ({ to }) => void sent.push(to), isDown });
  await server.sendMails('ana@complete.test', 'ben@complete.test');
  await vi.waitFor(async () => {
    expect(sent).toHaveLength(2);
    expect(await states('ana@complete.test')).toEqual(['completed']);
    expect(await states('ben@complete.test')).toEqual(['completed']);
  }, patience);
  expect(state.left).toBeLessThan(0);
  expect(new Set(sent).size).toBe(2);
  expect(server.logged.join()).toContain(
    'the job queue cannot save, and tries again","name":"Error","code":"ECONNREFUSED"',
  );
  expect(server.unhandled).toEqual([]);
});

test('a mail whose failure cannot be saved is retried later', async () => {
  const tries: string[] = [];
  const { isDown, state } = failures(2, FAIL);
  const server = await aServer({
    send: async ({ to }) => {
      tries.push(to);
      if (tries.length === 1) throw new Error('no space left');
    },
    isDown,
  });
  await server.sendMails('ana@fail.test');
  await vi.waitFor(async () => {
    // The queue waits before it tries again; here it does not.
    await database.owner.query(`update jobs.job set start_after = now() where state = 'retry'`);
    expect(await states('ana@fail.test')).toEqual(['completed']);
  }, patience);
  expect(tries).toHaveLength(2);
  expect(state.left).toBeLessThan(0);
  expect(server.logged.join()).toContain('a mail was not sent');
  expect(server.unhandled).toEqual([]);
});

test('a mail that expired before its completion could be saved is not sent again', async () => {
  const sent: string[] = [];
  let isDown = true;
  const server = await aServer({
    send: async ({ to }) => void sent.push(to),
    isDown: (text) => isDown && COMPLETE.test(text),
  });
  await server.sendMails('ana@expired.test');
  await vi.waitFor(() => expect(server.logged.join()).toContain('cannot save'), patience);
  await database.owner.query(
    `update jobs.job set state = 'retry', start_after = now() where data->>'to' = 'ana@expired.test'`,
  );
  isDown = false;
  await server.sendMails('ben@expired.test');
  await vi.waitFor(() => expect(sent).toContain('ben@expired.test'), patience);
  expect(await states('ana@expired.test')).toEqual(['cancelled']);
  expect(sent).toEqual(['ana@expired.test', 'ben@expired.test']);
  expect(server.unhandled).toEqual([]);
});

test('repeated jobs and mail continue after the database has failed every statement for a while', async () => {
  const sent: string[] = [];
  const scheduler = '__pgboss__send-it';
  const seen = new Set<string>();
  let isDown = false;
  const server = await aServer({
    send: async ({ to }) => void sent.push(to),
    isDown: (text, values) => {
      if (values[0] === scheduler && COMPLETE.test(text)) isDown = true;
      if (isDown) seen.add(String(values[0]));
      return isDown;
    },
  });
  const ran: string[] = [];
  await server.jobs.everyHour('heartbeat', 7, async () => void ran.push('heartbeat'));
  await database.owner.query(`insert into jobs.job (name, data) values ($1, '{"name": "heartbeat"}')`, [
    scheduler,
  ]);
  await vi.waitFor(
    () => expect([...seen]).toEqual(expect.arrayContaining([scheduler, 'mail', 'heartbeat'])),
    patience,
  );
  await server.sendMails('ana@outage.test');
  isDown = false;
  await vi.waitFor(() => {
    expect(sent).toEqual(['ana@outage.test']);
    expect(ran).toEqual(['heartbeat']);
  }, patience);
  expect(server.logged.join()).toContain('the job queue failed');
  expect(server.unhandled).toEqual([]);
});
