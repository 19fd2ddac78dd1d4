import { applicationCalls } from '@waypost/contract/applications/calls';
import { mailCalls } from '@waypost/contract/mail/calls';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { startTestServer } from '../../testing/server.ts';
import { users } from '../database/tables/people.ts';

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
      ...{ cover_letter: '<p>Please.</p>', opportunity_id_fk: opportunity.id },
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

test('a post without a session ends that kind, and no other', async () => {
  const { business, apply, address, path } = await aMail();
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
      expect(await reply.text()).toContain('<form method="post"><button>Dejar de recibir');
  }
  expect(await server.as(business).call(mailCalls.getMailSettings, {})).toEqual({ muted: [] });
});

test('a wrong code, and a kind that its holder never gets, end nothing', async () => {
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
