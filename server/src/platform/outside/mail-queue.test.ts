import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { aMailServer } from '../../../testing/mail-server.ts';
import { PLATFORM } from '../access/actor.ts';
import { asSession, enterTenant } from '../access/tenant.ts';
import { createMemoryStore } from './file-store.ts';
import { startJobs } from './jobs.ts';
import { createMailer } from './mail.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

test('a mail that is sent again after a temporary failure has the same Message-ID, and references', async () => {
  let answers = 0;
  const messages: string[] = [];
  const smtp = await aMailServer({
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        messages.push(
          Buffer.concat(chunks)
            .toString('utf8')
            .replace(/\r\n[ \t]+/g, ' '),
        );
        answers += 1;
        done(answers === 1 ? Object.assign(new Error('try later'), { responseCode: 451 }) : null);
      });
    },
  });
  const config = { smtpUrl: smtp.url, mailFrom: 'Waypost <no-reply@example.org>', dataDir: '/nowhere' };
  const mailer = createMailer(config, { info: () => undefined });
  const files = createMemoryStore();
  const jobs = await startJobs(database.owner, { mailer, files }, { error: () => undefined });
  const mail = { to: 'ana@school.example.org', subject: 'Hello', text: 'Hello', html: '', thread: 'p1' };
  await asSession(database.app, null, new Date(), (tx) => jobs.sendMails(tx, [mail]));
  await vi.waitFor(
    async () => {
      // The queue waits before it tries again; here it does not.
      await database.owner.query(`update jobs.job set start_after = now() where state = 'retry'`);
      expect(messages).toHaveLength(2);
    },
    { timeout: 30_000, interval: 200 },
  );
  await jobs.stop();
  const headers = messages.map((message) =>
    message.split('\r\n').filter((line) => /^(Message-ID|References|In-Reply-To):/i.test(line)),
  );
  expect(headers[0]).toHaveLength(3);
  expect(headers[0]?.join()).toContain('<about-p1@example.org>');
  expect(headers[0]?.join()).toMatch(/Message-ID: <[0-9a-f-]{36}@example\.org>/);
  expect(headers[1]).toEqual(headers[0]);
});

test('every mail of a school system comes from its name, and mail of the platform from Waypost', async () => {
  const smtp = await aMailServer();
  const config = { smtpUrl: smtp.url, mailFrom: 'Waypost <no-reply@example.org>', dataDir: '/nowhere' };
  const mailer = createMailer(config, { info: () => undefined });
  const jobs = await startJobs(
    database.owner,
    { mailer, files: createMemoryStore() },
    { error: () => undefined },
  );
  const [named, unnamed] = [randomUUID(), randomUUID()];
  await database.owner.query(
    `insert into clients (id, full_name, short_name, max_users)
     values ($1, 'Bay', 'B', 9), ($2, 'Coast Schools', 'C', 9)`,
    [named, unnamed],
  );
  await database.owner.query(
    `insert into settings (client_id, full_name) values ($1, 'Chesapeake Bay Public Schools'), ($2, '')
         on conflict (client_id) do update set full_name = excluded.full_name`,
    [named, unnamed],
  );
  const to = (name: string) => ({ to: `${name}@real.org`, subject: 'Hello', text: 'Hello', html: '' });
  await asSession(database.app, null, new Date(), async (tx) => {
    await jobs.sendMail(tx, to('nobody'));
    await enterTenant(tx, named);
    await jobs.sendMail(tx, to('alone'));
    await jobs.sendMails(tx, [to('first'), to('second')]);
    await enterTenant(tx, unnamed);
    await jobs.sendMails(tx, [to('other')]);
    await enterTenant(tx, PLATFORM);
    await jobs.sendMails(tx, [to('owner')]);
  });
  await vi.waitFor(() => expect(smtp.received).toHaveLength(6), { timeout: 30_000, interval: 100 });
  await jobs.stop();
  const senders = smtp.received.map(({ to: [recipient = ''], message }) => [
    recipient.split('@')[0],
    /^From: (.*) <no-reply@example\.org>\r$/m.exec(message)?.[1],
  ]);
  expect(Object.fromEntries(senders)).toEqual({
    nobody: 'Waypost',
    owner: 'Waypost',
    alone: 'Chesapeake Bay Public Schools',
    first: 'Chesapeake Bay Public Schools',
    second: 'Chesapeake Bay Public Schools',
    other: 'Coast Schools',
  });
});
