import { bellCalls } from '@waypost/contract/messages/bell/calls';
import { NOTICE_DAYS, NOTICES_LISTED } from '@waypost/contract/messages/bell/rules';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { Caller, startTestServer } from '../../../testing/server.ts';
import { createApp } from '../../app.ts';
import { asSession, enterTenant } from '../../platform/access/tenant.ts';
import { notices } from '../../platform/database/tables/notices.ts';
import { users } from '../../platform/database/tables/people.ts';
import { type Event, notify } from '../mail/notify.ts';
import { removeOldNotices } from './old-notices.ts';

/* What people are told of at the bell (docs/behavior/bell.md). */
const server = startTestServer();
const { getNotices, readNotices } = bellCalls;
type Account = { id: string; clientId: string; token: string };

/** Tells people of something, as a feature does. */
const notifyPeople = (
  to: readonly { id: string; clientId: string }[],
  { text = 'An offer', ...event }: Partial<Event> & { text?: string } = {},
) =>
  asSession(server.database.app, null, server.clock.now(), async (tx) => {
    const clientId = to[0]?.clientId ?? '';
    await enterTenant(tx, clientId);
    await notify(
      tx,
      server.outside,
      { clientId, kind: 'offer', to: to.map(({ id }) => id), ...event },
      () => ({ subject: text, paragraphs: [], button: { label: 'See', path: '/applications/list' } }),
    );
  });
const bellOf = (user: Account) => server.as(user).call(getNotices, {});

test('everyone who gets an email also gets a notification, even if they muted the email', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client, mutedMail: ['application'] });
  const student = await server.aStudent({ client, firstName: 'Ada', lastName: 'Lovelace' });
  const opportunity = await server.anOpportunity({ business, title: 'Boat builder' });
  server.jobs.mail.length = 0;
  await server.as(student).call(applicationCalls.createApplication, {
    cover_letter: '<p>Please.</p>',
    opportunity_id_fk: opportunity.id,
  });
  const { unread, notices: ownNotices } = await bellOf(business);
  expect([unread, ownNotices.map(({ kind, text, is_read }) => [kind, text, is_read])]).toEqual([
    1,
    [['application', 'Ada Lovelace applied: Boat builder', false]],
  ]);
  expect(ownNotices[0]?.path).toMatch(/^\/application\/view\/[\w-]+$/);
  expect(server.jobs.mail).toEqual([]);
  expect(await bellOf(student)).toEqual({ unread: 0, notices: [] });
});

test('notifies staff of agreements at the bell, without email', async () => {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const teacher = await server.aTeacher({ client });
  const gone = await server.aTeacher({ client });
  await server.db.update(users).set({ deactivatedAt: new Date() }).where(eq(users.id, gone.id));
  const elsewhere = await server.aTeacher();
  server.jobs.mail.length = 0;
  await notifyPeople([student], { kind: 'agreement', notifiesStaff: true, text: 'Signed by everyone' });
  expect((await bellOf(teacher)).notices.map(({ text }) => text)).toEqual(['Signed by everyone']);
  expect((await bellOf(elsewhere)).notices).toEqual([]);
  expect(await server.db.select().from(notices).where(eq(notices.userId, gone.id))).toEqual([]);
  expect(server.jobs.mail.map(({ to }) => to)).toEqual([student.email]);
});

test('marks one as read, then all that were shown, but no one else’s', async () => {
  const client = await server.aClient();
  const [student, other] = [await server.aStudent({ client }), await server.aStudent({ client })];
  for (const text of ['First', 'Second', 'Third']) await notifyPeople([student, other], { text });
  const caller = server.as(student);
  const { notices: listed } = await caller.call(getNotices, {});
  expect(listed.map(({ text }) => text)).toEqual(['Third', 'Second', 'First']);
  const one = await caller.call(readNotices, { _id: listed[1]?._id });
  expect([one.unread, one.notices.map(({ is_read }) => is_read)]).toEqual([2, [false, true, false]]);
  await notifyPeople([student], { text: 'Came meanwhile' });
  const rest = await caller.call(readNotices, { until: listed[0]?.at });
  expect([rest.unread, rest.notices.map(({ text, is_read }) => [text, is_read])]).toEqual([
    1,
    [
      ['Came meanwhile', false],
      ['Third', true],
      ['Second', true],
      ['First', true],
    ],
  ]);
  expect((await bellOf(other)).unread).toBe(3);
  expect((await server.as(other).refusal(readNotices, { _id: listed[0]?._id })).status).toBe(404);
  expect((await bellOf(other)).unread).toBe(3);
});

test('lists the latest notices and counts all of them', async () => {
  const student = await server.aStudent();
  for (let index = 0; index < NOTICES_LISTED + 2; index += 1)
    await notifyPeople([student], { text: `${index}` });
  const { unread, notices: listed } = await bellOf(student);
  expect([unread, listed.length, listed[0]?.text]).toEqual([NOTICES_LISTED + 2, NOTICES_LISTED, '31']);
});

test('deletes a notice with its reader or subject, and after 90 days', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client });
  const named = await server.aStudent({ client });
  await notifyPeople([business], { kind: 'application', about: named.id, text: 'Ada applied' });
  await notifyPeople([business], { kind: 'application', text: 'Still here' });
  await server.db.delete(users).where(eq(users.id, named.id));
  expect((await bellOf(business)).notices.map(({ text }) => text)).toEqual(['Still here']);
  const now = new Date();
  await removeOldNotices(server.database.owner, new Date(now.getTime() + (NOTICE_DAYS - 1) * 86_400_000));
  expect((await bellOf(business)).unread).toBe(1);
  await removeOldNotices(server.database.owner, new Date(now.getTime() + (NOTICE_DAYS + 1) * 86_400_000));
  expect((await bellOf(business)).unread).toBe(0);
});

test('rejects an invalid moment and an invalid id at their fields', async () => {
  const student = server.as(await server.aStudent());
  const refused = await student.refusal(readNotices, { _id: 'x', until: 'yesterday' });
  expect([refused.status, Object.keys(refused.problem.errors ?? {}).toSorted()]).toEqual([
    400,
    ['_id', 'until'],
  ]);
});

/** Another server on the same database, with its own limits. */
async function anotherServer(limits: object = {}) {
  const app = await createApp({
    pool: server.database.app,
    outside: server.outside,
    secureCookies: false,
    bell: { perAccount: 6, perNetwork: 700, perServer: 5000, look: 100, ...limits },
  });
  onTestFinished(() => app.close());
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, origin };
}

/** A stream of this account at a server, and what was received so far. */
async function listen(origin: string, user: Account) {
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const reply = await new Caller(origin, user.token).fetch('/api/bellEvents', { signal: over.signal });
  const said = { text: '', isOver: false };
  const reading = (async () => {
    for await (const part of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) said.text += part;
  })()
    .catch(() => undefined)
    .finally(() => {
      said.isOver = true;
    });
  return { reply, said, over, reading };
}
const until = (what: () => boolean) => expect.poll(what, { timeout: 20_000, interval: 20 }).toBe(true);
const ringsIn = (text: string) => text.split('event: notices').length - 1;

test('every server notifies the reader’s streams, whichever server wrote the notice, and no one else’s', async () => {
  const client = await server.aClient();
  const [student, other] = [await server.aStudent({ client }), await server.aStudent({ client })];
  const [here, there] = [await anotherServer(), await anotherServer()];
  const streams = [await listen(here.origin, student), await listen(there.origin, student)];
  const strange = await listen(there.origin, other);
  expect(streams[0]?.reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(streams[0]?.reply.headers.get('cache-control')).toBe('no-store, no-transform');
  // Once a server listens, it tells all its streams to refetch.
  for (const { said } of streams) await until(() => ringsIn(said.text) === 1);
  const before = ringsIn(strange.said.text);
  await notifyPeople([student]);
  for (const { said } of streams) await until(() => ringsIn(said.text) === 2);
  expect(ringsIn(strange.said.text)).toBe(before);
  expect(streams[0]?.said.text).not.toContain('offer');
  await server.as(student).call(readNotices, {});
  for (const { said } of streams) await until(() => ringsIn(said.text) === 3);
});

test('a stream ends with its session, and at once with the server', async () => {
  const student = await server.aStudent();
  const stays = await server.aStudent();
  const { app, origin } = await anotherServer();
  const [first, second] = [await listen(origin, student), await listen(origin, stays)];
  await server.as(student).call(accountCalls.logout, {});
  await until(() => first.said.isOver);
  expect(first.said.text).toContain('event: ended');
  expect(second.said.isOver).toBe(false);
  await app.close();
  await until(() => second.said.isOver);
});

test('rejects a stream without a session, or with one that lacks access', async () => {
  expect((await server.visitor().fetch('/api/bellEvents', {})).status).toBe(401);
  const unfinished = await server.aStudent({ saves: 0 });
  expect((await server.as(unfinished).fetch('/api/bellEvents', {})).status).toBe(403);
});

test('closes an account’s oldest stream at its limit, and tells a network at its limit when to retry', async () => {
  const client = await server.aClient();
  const [student, other] = [await server.aStudent({ client }), await server.aStudent({ client })];
  const { origin } = await anotherServer({ perAccount: 2, perNetwork: 2 });
  const first = await listen(origin, student);
  const second = await listen(origin, student);
  const third = await listen(origin, student);
  await until(() => first.said.isOver);
  expect([second.said.isOver, third.reply.status]).toEqual([false, 200]);
  const refused = await listen(origin, other);
  expect([refused.reply.status, Number(refused.reply.headers.get('retry-after'))]).toEqual([429, 300]);
});

test('reconnects to the database, and then tells every stream to check for notices', async () => {
  const student = await server.aStudent();
  const { origin } = await anotherServer();
  const { said } = await listen(origin, student);
  await until(() => ringsIn(said.text) === 1);
  await server.database.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen waypost_notices' and datname = current_database()`,
  );
  await until(() => ringsIn(said.text) >= 2);
  await notifyPeople([student]);
  await until(() => ringsIn(said.text) >= 3);
});
