import { mailCalls } from '@waypost/contract/messages/mail/calls';
import { weekdays } from '@waypost/contract/opportunities/opportunities/schedule';
import { followUpCalls } from '@waypost/contract/oversight/follow-ups/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { ANNE, aLinkedPlacement, OWEN } from '../../../testing/links.ts';
import { startTestServer } from '../../../testing/server.ts';
import { followUps } from '../../platform/database/tables/follow-ups.ts';
import { guardians } from '../../platform/database/tables/guardians.ts';
import { settings } from '../../platform/database/tables/lists.ts';
import { users } from '../../platform/database/tables/people.ts';

/* One click in a mail program ends a kind of mail (RFC 8058). */
const server = startTestServer();
beforeEach(() => {
  server.jobs.mail.length = 0;
});

/** A business that was mailed of an application, and the address that ends such mail. */
async function aMail() {
  const client = await server.aClient();
  const business = await server.aBusiness({ client });
  const apply = async () => {
    const opportunity = await server.anOpportunity({ business });
    await server.as(await server.aStudent({ client })).call(applicationCalls.createApplication, {
      cover_letter: '<p>Please.</p>',
      opportunity_id_fk: opportunity.id,
    });
    return server.jobs.mail.filter(({ to }) => to === business.email);
  };
  const [mail] = await apply();
  const address = mail?.unsubscribe ?? '';
  return { business, apply, address, path: new URL(address).pathname };
}
const post = (path: string, headers: Record<string, string> = {}) =>
  server.visitor().fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: 'List-Unsubscribe=One-Click',
  });

test('a POST without a session turns off that kind, and no other', async () => {
  const { business, apply, address, path } = await aMail();
  expect(await (await server.visitor().fetch(path, {})).text()).toContain(
    '<p>These emails are listed in your settings as “A student applies to us”.</p>',
  );
  expect(address).toMatch(/^https:\/\/waypost\.test\/unsubscribe\/[0-9a-f-]{36}\/application$/);
  const reply = await post(path);
  expect([reply.status, reply.headers.get('location'), reply.headers.get('set-cookie')]).toEqual([
    200,
    null,
    null,
  ]);
  expect(await server.as(business).call(mailCalls.getMailSettings, {})).toEqual({ muted: ['application'] });
  expect((await post(path)).status).toBe(200);
  expect(await server.as(business).call(mailCalls.getMailSettings, {})).toEqual({ muted: ['application'] });
  expect(await apply()).toHaveLength(1);
});

test('opening it changes nothing, however often, and offers a button in the reader’s language', async () => {
  const { business, path } = await aMail();
  await server.db.update(users).set({ locale: 'es' }).where(eq(users.id, business.id));
  for (const method of ['HEAD', 'GET', 'GET']) {
    const reply = await server.visitor().fetch(path, { method });
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store']);
    if (method === 'GET')
      expect(await reply.text()).toContain(
        `<form action="${path}" method="post"><button type="submit">Dejar de recibir`,
      );
  }
  expect(await server.as(business).call(mailCalls.getMailSettings, {})).toEqual({ muted: [] });
});

test('a wrong code, and a kind that its holder never gets, turn nothing off', async () => {
  const { business, path } = await aMail();
  const [, , code = ''] = path.split('/');
  for (const wrong of [
    `/unsubscribe/${code}/offer`,
    `/unsubscribe/${code}/password`,
    `/unsubscribe/${code.replace(/^./, code.startsWith('0') ? '1' : '0')}/application`,
    '/unsubscribe/none/application',
  ]) {
    const reply = await post(wrong);
    expect([wrong, reply.status]).toEqual([wrong, 404]);
    expect(await reply.text()).toContain('This link no longer works');
  }
  expect(await server.as(business).call(mailCalls.getMailSettings, {})).toEqual({ muted: [] });
});

/** A placement whose guardian and signatory are reminded to sign, on each of these days. */
async function aReminded() {
  const { client, project, student } = await aLinkedPlacement(server);
  await server.db
    .update(settings)
    .set({ reminderDays: [...weekdays] })
    .where(eq(settings.clientId, student.clientId));
  const _ids = [`agreement:${project.id}`];
  const remind = async () => {
    server.clock.moveBy(86_400_000);
    server.jobs.mail.length = 0;
    const staff = server.as(await server.aTeacher({ client }));
    const result = await staff.call(followUpCalls.remindFollowUps, { _ids });
    return { result, to: server.jobs.mail.map(({ to }) => to) };
  };
  const first = await remind();
  const mail = server.jobs.mail.find(({ to }) => to === ANNE);
  return { client, project, student, remind, first, path: new URL(mail?.unsubscribe ?? '').pathname };
}

test('a guardian without an account stops reminders, and gets them again, from one page', async () => {
  const { first, remind, path, project, student } = await aReminded();
  expect(first.result.no_email).toBe(0);
  await server.db.update(guardians).set({ language: 'es' }).where(eq(guardians.studentId, student.id));
  expect((await post(path)).status).toBe(200);
  const { result, to } = await remind();
  expect([to.includes(ANNE), to.includes(OWEN), result.no_email]).toEqual([false, true, 1]);
  expect(result.people).toBe(first.result.people - 1);
  // People who turned reminders off are not recorded as reminded.
  const [noted] = await server.db.select().from(followUps).where(eq(followUps.subjectId, project.id));
  const days = Object.values(noted?.remindedPeople ?? {}).map((at) => at.slice(0, 10));
  expect(new Set(days).size).toBe(2);
  const page = await (await server.visitor().fetch(path, {})).text();
  expect(page).toContain(
    `action="${path}/again" method="post"><button type="submit">Volver a recibir recordatorios`,
  );
  for (const method of ['HEAD', 'GET']) await server.visitor().fetch(`${path}/again`, { method });
  expect((await remind()).to).not.toContain(ANNE);
  const again = await (await post(`${path}/again`)).text();
  expect(again).toContain(`action="${path}" method="post"><button type="submit">Dejar de recibir`);
  expect((await remind()).to).toContain(ANNE);
});

test('stopping reminders affects one address in one school system, and only reminders', async () => {
  const [one, other] = [await aReminded(), await aReminded()];
  expect(one.path).not.toBe(other.path);
  await post(one.path);
  expect([(await one.remind()).to.includes(ANNE), (await other.remind()).to.includes(ANNE)]).toEqual([
    false,
    true,
  ]);
  for (const wrong of [one.path.replace(/reminder$/, 'hours'), one.path.replace(/reminder$/, 'agreement')])
    expect([(await post(wrong)).status, (await post(`${wrong}/again`)).status]).toEqual([404, 404]);
  const { business, path } = await aMail();
  expect([(await post(path)).status, (await post(`${path}/again`)).status]).toEqual([200, 404]);
  expect(await server.as(business).call(mailCalls.getMailSettings, {})).toEqual({ muted: ['application'] });
});

test('a network that guesses codes is refused, and a real one still ends reminders', async () => {
  const { path, remind } = await aReminded();
  server.clock.moveBy(2 * 3_600_000);
  const statuses: number[] = [];
  for (let tries = 0; tries < 302; tries += 1)
    statuses.push((await post(`/unsubscribe/${crypto.randomUUID()}/reminder`)).status);
  expect(statuses.slice(298)).toEqual([404, 404, 429, 429]);
  expect((await post(path)).status).toBe(200);
  expect((await remind()).to).not.toContain(ANNE);
});

test('a code mutes only one address, and the server can read none outside a school system and delete none', async () => {
  const { path, client } = await aReminded();
  await post(path);
  const { rows } = await server.database.owner.query<{ muted: boolean }>(
    'select muted_at is not null as muted from recipients where client_id = $1',
    [client.id],
  );
  const muted = rows.filter((one) => one.muted).length;
  expect([muted, rows.length > muted]).toEqual([1, true]);
  const { rows: seen } = await server.database.app.query('select 1 from recipients');
  expect(seen).toEqual([]);
  await expect(server.database.app.query('delete from recipients')).rejects.toMatchObject({ code: '42501' });
});
