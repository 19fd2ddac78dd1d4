import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { asSession } from '../access/tenant.ts';
import { createMemoryStore } from './file-store.ts';
import { startJobs } from './jobs.ts';
import type { Mail } from './mail.ts';

/* A server that is stopping, and the next one that uses the same queue. */
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const aServer = (send: (mail: Mail) => Promise<void>) =>
  startJobs(database.owner, { mailer: { send }, files: createMemoryStore() }, { error: () => undefined });

function aSignal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

const aMail = (to: string): Mail => ({ to, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' });

const states = async () =>
  (
    await database.owner.query(
      `select data->>'to' as to, state, retry_count as retries from jobs.job where name = 'mail' order by 1`,
    )
  ).rows;

test('a stopping server finishes its current mail, leaves the rest to the next server, and sends none twice', async () => {
  const events: string[] = [];
  const [begun, taken] = [aSignal(), aSignal()];
  const first = await aServer(async ({ to }) => {
    events.push(`begin ${to}`);
    begun.give();
    await taken.given;
    events.push(`end ${to}`);
  });
  await asSession(database.app, null, new Date(), (tx) =>
    first.sendMails(tx, [aMail('ana@one.test'), aMail('ben@two.test')]),
  );
  await begun.given;
  const stopped = first.stop().then(() => events.push('stopped'));
  // Enough round trips for a stop that does not wait.
  for (let trip = 0; trip < 50; trip++) await database.owner.query('select 1');
  expect(events).toHaveLength(1);
  taken.give();
  await stopped;
  const [one, other] =
    events[0] === 'begin ana@one.test' ? ['ana@one.test', 'ben@two.test'] : ['ben@two.test', 'ana@one.test'];
  expect(events).toEqual([`begin ${one}`, `end ${one}`, 'stopped']);
  expect(await states()).toEqual(
    expect.arrayContaining([
      { to: one, state: 'completed', retries: 0 },
      { to: other, state: 'created', retries: 0 },
    ]),
  );

  const sent: string[] = [];
  const second = await aServer(async ({ to }) => void sent.push(to));
  await vi.waitFor(() => expect(sent).toEqual([other]), { timeout: 30_000, interval: 100 });
  await second.stop();
  expect(sent).toEqual([other]);
  expect((await states()).map(({ state }) => state)).toEqual(['completed', 'completed']);
});
