import { randomBytes } from 'node:crypto';
import { linkPath } from '@waypost/contract/messages/links/rules';
import { contactCalls } from '@waypost/contract/people/contacts/calls';
import { guardianCalls } from '@waypost/contract/people/guardians/calls';
import { and, eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { hashSecret } from '../../platform/access/sessions.ts';
import { linkActs, links } from '../../platform/database/tables/links.ts';

/* A link sent to a mistyped address is revoked and sent again once the address is corrected. */
const server = startTestServer();
type Account = { id: string; clientId: string };

/** A link about this account that was sent to an address; its ID. */
async function sentTo({ id, clientId }: Account, recipientEmail: string, but: object = {}) {
  const now = server.clock.now();
  const [link] = await server.db
    .insert(links)
    .values({
      clientId,
      purpose: 'hours',
      subjectId: id,
      accountId: id,
      recipientName: 'Dana',
      recipientEmail,
      tokenHash: hashSecret(randomBytes(9).toString('hex')),
      locale: 'es',
      createdAt: now,
      expiresAt: new Date(now.getTime() + 1000),
      ...but,
    })
    .returning();
  return link?.id ?? '';
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
  const acted = await sentTo(business, 'dnaa@x.test', { doneAt: server.clock.now() });
  await server.db
    .insert(linkActs)
    .values({ linkId: acted, clientId: business.clientId, name: 'D', at: server.clock.now(), details: {} });
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
  expect(mail?.text).toMatch(/^Usted recibe este correo por Bayside Marine .+\.$/m);
  const token = /\/link\/([\w-]+)|\/l\/([\w-]+)/.exec(mail?.text ?? '');
  expect(mail?.text).toContain(linkPath((token?.[1] ?? token?.[2]) || '?'));
  await staff.call(contactCalls.removeContact, { ...key, _id: dana?._id ?? '' });
  expect(await liveOf(business)).toEqual(['dnaa@x.test', 'grace@x.test']);
});

test('correcting an address also ends the expired links to it, and does not replace those', async () => {
  const client = await server.aClient();
  const student = await server.aStudent({ client, guardians: [{ name: 'Anne', email: 'oldanne@x.test' }] });
  await sentTo(student, 'oldanne@x.test', { expiresAt: server.clock.now() });
  const staff = server.as(await server.aTeacher({ client }));
  const key = { student_id: student.id };
  const [anne] = await staff.call(guardianCalls.getGuardians, key);
  const fields = { ...key, _id: anne?._id ?? '', name: 'Anne', relationship: '', phone: '' } as const;
  const more = { language: 'en', may_sign: true, email: 'newanne@x.test' } as const;
  await staff.call(guardianCalls.saveGuardian, { ...fields, ...more });
  expect(await liveOf(student)).toEqual([]);
  expect(mailTo('newanne@x.test')).toEqual([]);
});

test('a text that was sent to a mistyped address to keep is no longer shown there, and goes to the corrected one', async () => {
  const client = await server.aClient();
  const student = await server.aStudent({ client, guardians: [{ name: 'Anne', email: 'wrong@x.test' }] });
  // Twice: when someone else declined, and when it was signed.
  for (const purpose of ['sign', 'sign'])
    await sentTo(student, 'wrong@x.test', { purpose, doneAt: server.clock.now() });
  const staff = server.as(await server.aTeacher({ client }));
  const key = { student_id: student.id };
  const [anne] = await staff.call(guardianCalls.getGuardians, key);
  const fields = { ...key, _id: anne?._id ?? '', name: 'Anne', relationship: '', phone: '' } as const;
  const more = { language: 'en', may_sign: true, email: 'right@x.test' } as const;
  await staff.call(guardianCalls.saveGuardian, { ...fields, ...more });
  expect(await liveOf(student)).toEqual(['right@x.test']);
  const [mail, ...others] = mailTo('right@x.test');
  expect(others).toEqual([]);
  expect(mail?.text).toMatch(/^You get this email as .+’s parent or guardian\.$/m);
  expect(mail?.text).not.toContain('days');
  const [kept] = await server.db
    .select()
    .from(links)
    .where(and(eq(links.accountId, student.id), isNull(links.revokedAt)));
  expect(kept?.doneAt).toEqual(server.clock.now());
});

test('of parents who share an address, correcting one’s leaves the other’s links', async () => {
  const client = await server.aClient();
  const shared = 'both@x.test';
  const guardians = [
    { name: 'Anne', email: shared },
    { name: 'Ben', email: shared },
  ];
  const student = await server.aStudent({ client, guardians });
  for (const [recipientName, purpose] of [
    ['Anne', 'consent'],
    ['Ben', 'consent'],
    ['Anne', 'sign'],
  ])
    await sentTo(student, shared, { recipientName, purpose });
  const staff = server.as(await server.aTeacher({ client }));
  const key = { student_id: student.id };
  const found = await staff.call(guardianCalls.getGuardians, key);
  const save = (name: string, email: string) =>
    staff.call(guardianCalls.saveGuardian, {
      ...key,
      _id: found.find((one) => one.name === name)?._id ?? '',
      name,
      email,
      relationship: '',
      phone: '',
      language: 'en',
      may_sign: true,
    });
  const linksOf = async (email: string) =>
    (
      await server.db
        .select()
        .from(links)
        .where(and(eq(links.accountId, student.id), isNull(links.revokedAt)))
    )
      .filter(({ recipientEmail }) => recipientEmail === email)
      .map(({ recipientName, purpose }) => `${recipientName}: ${purpose}`)
      .toSorted();
  await save('Anne', 'anne2@x.test');
  expect(await linksOf('anne2@x.test')).toEqual(['Anne: consent', 'Anne: sign']);
  // Parents who share an address share one link to sign, so it remains for Ben.
  expect(await linksOf(shared)).toEqual(['Anne: sign', 'Ben: consent']);
  await save('Ben', 'ben2@x.test');
  expect(await linksOf('ben2@x.test')).toEqual(['Ben: consent', 'Ben: sign']);
  expect(await linksOf(shared)).toEqual([]);
  expect(await linksOf('anne2@x.test')).toEqual(['Anne: consent', 'Anne: sign']);
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
