import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { asSession } from '../access/tenant.ts';
import { createMemoryStore, newFileKey } from './file-store.ts';
import { type RunningJobs, startJobs } from './jobs.ts';
import type { Mail } from './mail.ts';

const patience = { timeout: 30_000, interval: 100 };
const files = createMemoryStore();
const sent: Mail[] = [];
const logged: string[] = [];
let database: TestDatabase;
let jobs: RunningJobs;

beforeAll(async () => {
  database = await openTestDatabase();
  const mailer = { send: async (mail: Mail) => void sent.push(mail) };
  jobs = await startJobs(
    database.owner,
    { mailer, files },
    {
      error: (details, line) => void logged.push(JSON.stringify({ line, ...details })),
    },
  );
});
afterAll(async () => {
  await jobs.stop();
  await database.drop();
});

async function aStoredFile(): Promise<string> {
  const key = newFileKey();
  await files.put(key, new Uint8Array([1]), 'application/pdf');
  return key;
}

test('files are removed after the transaction commits, and not if it rolls back', async () => {
  const [gone, kept] = [await aStoredFile(), await aStoredFile()];
  const undone = asSession(database.app, null, new Date(), async (tx) => {
    await jobs.removeFiles(tx, [kept]);
    throw new Error('changed my mind');
  });
  await expect(undone).rejects.toThrow('changed my mind');
  await asSession(database.app, null, new Date(), (tx) => jobs.removeFiles(tx, [gone]));
  await vi.waitFor(() => expect(files.files.has(gone)).toBe(false), patience);
  expect(files.files.has(kept)).toBe(true);
});

const aMail = (to: string): Mail => ({ to, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' });

test('bulk mails are sent in sequence, and a single mail is sent before them', async () => {
  const many = Array.from({ length: 60 }, (_, index) => `${index}@many.test`);
  await asSession(database.app, null, new Date(), async (tx) => {
    await jobs.sendMails(tx, many.map(aMail));
    await jobs.sendMail(tx, aMail('alone@one.test'));
  });
  const recipients = () => sent.map(({ to }) => to);
  await vi.waitFor(() => expect(recipients()).toHaveLength(61), patience);
  expect(recipients()[0]).toBe('alone@one.test');
  expect(new Set(recipients())).toEqual(new Set(['alone@one.test', ...many]));
});

test('seals an agreement that someone awaits before the others, and retries a failure', async () => {
  const of = (agreementId: string) => ({ clientId: 'client', agreementId });
  await asSession(database.app, null, new Date(), async (tx) => {
    await jobs.sealAgreements(tx, [of('forgotten')]);
    await jobs.sealAgreement(tx, of('awaited'));
  });
  const seen: string[] = [];
  await jobs.whenAgreementIsSigned(async ({ agreementId }) => {
    seen.push(agreementId);
    if (seen.length === 1) throw new Error('no space left');
  });
  await vi.waitFor(() => expect(seen).toEqual(['awaited', 'forgotten', 'awaited']), patience);
  expect(logged.splice(0).join()).toContain('a signed agreement was not sealed');
});

test('a failing hourly job is logged without its data', async () => {
  await jobs.everyHour('failing', 7, async () => {
    await drizzle(database.owner).execute(sql`select ${'ada@waypost.test'}::integer`);
  });
  await database.owner.query(`insert into jobs.job (name) values ('failing')`);
  await vi.waitFor(() => expect(logged).toHaveLength(1), patience);
  expect(logged[0]).toContain('"line":"a repeated job failed","job":"failing"');
  expect(logged[0]).not.toContain('ada@waypost.test');
});

test('reminders are sent once due, by any running server', async () => {
  const reminders = { clientId: 'client', ids: ['hours:1'] };
  const others = { mailer: { send: async () => undefined }, files };
  const stopped = await startJobs(database.owner, others, { error: () => undefined });
  const later = { clientId: 'client', ids: ['hours:2'] };
  await asSession(database.app, null, new Date(), async (tx) => {
    await stopped.sendReminders(tx, later, new Date(Date.now() + 86_400_000));
    await stopped.sendReminders(tx, reminders, new Date());
  });
  await stopped.stop();
  const due: unknown[] = [];
  await jobs.whenRemindersAreDue(async (one) => void due.push(one));
  await vi.waitFor(() => expect(due).toEqual([reminders]), patience);
});

test('an offer is sent after its delay, by any running server', async () => {
  const offer = { clientId: 'client', applicationId: 'application', sendsAt: '2026-03-04T15:00:10.000Z' };
  const others = { mailer: { send: async () => undefined }, files };
  const stopped = await startJobs(database.owner, others, { error: () => undefined });
  const early: unknown[] = [];
  await stopped.whenOfferIsDue(async (due) => void early.push(due));
  await asSession(database.app, null, new Date(), (tx) => stopped.sendOffer(tx, offer, 2));
  await stopped.stop();
  expect(early).toEqual([]);
  const due: unknown[] = [];
  await jobs.whenOfferIsDue(async (one) => void due.push(one));
  await vi.waitFor(() => expect(due).toEqual([offer]), patience);
});

test('jobs continue after the system’s clock is set back during one', async () => {
  const noted: string[] = [];
  const present = Date.now;
  const halfAnHourEarlier = () => present() - 30 * 60_000;
  try {
    await jobs.everyHour('noted', 9, async () => {
      noted.push('noted');
      Date.now = halfAnHourEarlier;
    });
    for (const times of [1, 2]) {
      await database.owner.query(`insert into jobs.job (name) values ('noted')`);
      await vi.waitFor(() => expect(noted).toHaveLength(times), patience);
    }
  } finally {
    Date.now = present;
  }
});
