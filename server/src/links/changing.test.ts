import { randomBytes } from 'node:crypto';
import { contactCalls } from '@waypost/contract/contacts/calls';
import { guardianCalls } from '@waypost/contract/guardians/calls';
import { linkPath } from '@waypost/contract/links/rules';
import { and, eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/server.ts';
import { hashSecret } from '../access/sessions.ts';
import { links } from '../database/tables/links.ts';

/* A link sent to a mistyped address is revoked and sent again once the address is corrected. */
const server = startTestServer();
type Account = { id: string; clientId: string };

/** A link about this account that was sent to an address. */
async function sentTo({ id, clientId }: Account, recipientEmail: string, but: object = {}) {
  const now = server.clock.now();
  await server.db.insert(links).values({
    ...{ clientId, purpose: 'hours', subjectId: id, accountId: id, recipientName: 'Dana', recipientEmail },
    ...{ tokenHash: hashSecret(randomBytes(9).toString('hex')), locale: 'es', createdAt: now },
    expiresAt: new Date(now.getTime() + 1000),
    ...but,
  });
}
const liveOf = async ({ id }: Account) =>
  (
    await server.db
      .select()
      .from(links)
      .where(and(eq(links.accountId, id), isNull(links.revokedAt)))
  )
    .map(({ recipientEmail }) => recipientEmail)
    .toSorted();
const mailTo = (email: string) => server.jobs.mail.filter(({ to }) => to === email);

test('correcting a contact’s address revokes the links sent to the old one and sends new ones', async () => {
  const client = await server.aClient();
  const contacts = [
    { name: 'Grace', email: 'grace@x.test', phone: '(410)555-0101' },
    { name: 'Dana', email: 'dnaa@x.test' },
  ];
  const business = await server.aBusiness({ client, contacts });
  const other = await server.aBusiness({ client });
  await sentTo(business, 'DNAA@x.test');
  await sentTo(business, 'grace@x.test');
  await sentTo(business, 'dnaa@x.test', { doneAt: server.clock.now() });
  await sentTo(other, 'dnaa@x.test');
  const staff = server.as(await server.aTeacher({ client }));
  const key = { business_id: business.id };
  const [, dana] = await staff.call(contactCalls.getContacts, key);
  const corrected = {
    ...key,
    _id: dana?._id ?? '',
    name: 'Dana',
    email: 'dana@x.test',
    phone: '',
    roles: [],
  };
  await staff.call(contactCalls.saveContact, corrected);
  expect(await liveOf(business)).toEqual(['dana@x.test', 'dnaa@x.test', 'grace@x.test']);
  expect(await liveOf(other)).toEqual(['dnaa@x.test']);
  const [mail, ...more] = mailTo('dana@x.test');
  expect(more).toEqual([]);
  const token = /\/link\/([\w-]+)|\/l\/([\w-]+)/.exec(mail?.text ?? '');
  expect(mail?.text).toContain(linkPath((token?.[1] ?? token?.[2]) || '?'));
  await staff.call(contactCalls.removeContact, { ...key, _id: dana?._id ?? '' });
  expect(await liveOf(business)).toEqual(['dnaa@x.test', 'grace@x.test']);
});

test('correcting a guardian’s address does the same, unless the student changed it', async () => {
  const client = await server.aClient();
  const student = await server.aStudent({ client, guardians: [{ name: 'Anne', email: 'ane@x.test' }] });
  await sentTo(student, 'ane@x.test');
  const staff = server.as(await server.aTeacher({ client }));
  const key = { student_id: student.id };
  const [anne] = await staff.call(guardianCalls.getGuardians, key);
  const fields = { ...key, _id: anne?._id ?? '', name: 'Anne', relationship: '', phone: '' } as const;
  const more = { language: 'en', may_sign: true } as const;
  await staff.call(guardianCalls.saveGuardian, { ...fields, ...more, email: 'anne@x.test' });
  expect(await liveOf(student)).toEqual(['anne@x.test']);
  expect(mailTo('anne@x.test')).toHaveLength(1);
  await server.as(student).call(guardianCalls.saveGuardian, { ...fields, ...more, email: 'me@x.test' });
  expect(await liveOf(student)).toEqual([]);
  expect(mailTo('me@x.test')).toEqual([]);
});

test('the account’s own address does not count as mistyped', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({
    client,
    email: 'own@x.test',
    contacts: [{ name: 'Grace', email: 'own@x.test', phone: '(410)555-0101' }],
  });
  await sentTo(business, 'own@x.test');
  const own = server.as(business);
  const key = { business_id: business.id };
  const [grace] = await own.call(contactCalls.getContacts, key);
  const changed = {
    ...key,
    _id: grace?._id ?? '',
    name: 'Grace',
    email: 'grace@x.test',
    phone: '(410)555-0101',
  };
  await own.call(contactCalls.saveContact, { ...changed, roles: [] });
  expect(await liveOf(business)).toEqual(['own@x.test']);
});
