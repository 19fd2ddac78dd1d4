import { mailCalls } from '@waypost/contract/messages/mail/calls';
import { contactCalls } from '@waypost/contract/people/contacts/calls';
import { guardianCalls } from '@waypost/contract/people/guardians/calls';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { startRefusingMail } from '../../../testing/returned-mail.ts';
import { startTestServer } from '../../../testing/server.ts';
import { asSession, enterTenant } from '../../platform/access/tenant.ts';
import { notices } from '../../platform/database/tables/notices.ts';
import { users } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';

/* Mail that a mail server refuses permanently, over SMTP (docs/behavior/mail.md#returned-mail). */
const server = startTestServer();
const { getReturnedMail, tryMailAgain } = mailCalls;

const { refusals, logged, send, jobs } = startRefusingMail(server);
const NO_USER = { code: 550, text: '5.1.1 no such user' };
let count = 0;
const anAddress = () => {
  count += 1;
  return `Person${count}@school.example.org`;
};
const bellOf = async ({ id }: { id: string }) =>
  (await server.db.select().from(notices).where(eq(notices.userId, id))).map(({ text, path }) => [
    text,
    path,
  ]);

/** People of one school system, each with an address that works so far. */
async function someone() {
  const client = await server.aClient();
  const [own, guardians, contacts] = [anAddress(), anAddress(), anAddress()];
  const student = await server.aStudent({
    client,
    firstName: 'Ada',
    lastName: 'Cole',
    email: own,
    guardians: [{ name: 'Ben Cole', email: guardians, confirmed: true }],
  });
  const business = await server.aBusiness({ client, contacts: [{ name: 'Grace', email: contacts }] });
  const teacher = await server.aTeacher({ client });
  const addresses = { account: own, guardian: guardians, contact: contacts };
  return { client, student, business, teacher, staff: server.as(teacher), addresses };
}

test.each([
  ['account', 'Ada Cole', 'student'],
  ['guardian', 'Ben Cole', 'student'],
  ['contact', 'Grace', 'business'],
] as const)(
  'the refused address of an %s is marked on its page, and gets nothing more',
  async (kind, name, whose) => {
    const found = await someone();
    const { client, staff, teacher } = found;
    const [email, page] = [found.addresses[kind], found[whose]];
    refusals.set(email, NO_USER);
    expect(await send(email.toLowerCase(), client.id)).toBe(false);
    refusals.clear();
    expect(await send(email, client.id)).toBe(false);
    const list = await staff.call(getReturnedMail, { user_id: page.id });
    expect(list).toEqual([{ kind, _id: list[0]?._id, name, email, since: server.clock.now().toISOString() }]);
    // The person whose page has the address sees it as well.
    expect(await server.as(page).call(getReturnedMail, { user_id: page.id })).toEqual(list);
    // Staff are told once.
    expect(await bellOf(teacher)).toEqual([
      [`Email to ${name} was returned: correct the address`, `/profile/view/${page.id}`],
    ]);
    expect(await bellOf(page)).toEqual([]);
    for (const other of Object.values(found.addresses).filter((one) => one !== email))
      expect(await send(other, client.id)).toBe(true);
  },
);

test('a corrected address gets mail again, and so does one that is tried again', async () => {
  const { client, student, business, staff, addresses, teacher } = await someone();
  for (const email of Object.values(addresses)) {
    refusals.set(email, NO_USER);
    await send(email, client.id);
  }
  refusals.clear();
  const [guardian] = await staff.call(guardianCalls.getGuardians, { student_id: student.id });
  const corrected = anAddress();
  const key = {
    student_id: student.id,
    _id: guardian?._id ?? '',
    phone: '',
    relationship: '' as const,
    language: 'en' as const,
    may_sign: true,
  };
  // A change of something else does not correct the address.
  await staff.call(guardianCalls.saveGuardian, { ...key, name: 'Benjamin Cole', email: addresses.guardian });
  expect(await staff.call(getReturnedMail, { user_id: student.id })).toHaveLength(2);
  await staff.call(guardianCalls.saveGuardian, { ...key, name: 'Benjamin Cole', email: corrected });
  expect((await staff.call(getReturnedMail, { user_id: student.id })).map(({ kind }) => kind)).toEqual([
    'account',
  ]);
  expect(await send(corrected, client.id)).toBe(true);

  const [contact] = await staff.call(contactCalls.getContacts, { business_id: business.id });
  const other = anAddress();
  const roles: ['supervisor'] = ['supervisor'];
  const saved = {
    business_id: business.id,
    _id: contact?._id ?? '',
    name: 'Grace',
    email: other,
    phone: '(410)555-0100',
    roles,
  };
  await server.as(business).call(contactCalls.saveContact, saved);
  expect(await staff.call(getReturnedMail, { user_id: business.id })).toEqual([]);
  expect(await send(other, client.id)).toBe(true);

  const again = { user_id: student.id, kind: 'account', _id: student.id } as const;
  expect(await staff.call(tryMailAgain, again)).toEqual([]);
  // Repeating it changes nothing and is not recorded.
  expect(await staff.call(tryMailAgain, again)).toEqual([]);
  const tried = await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'try mail again'));
  expect(tried).toHaveLength(1);
  expect(await send(addresses.account, client.id)).toBe(true);
  // If it is refused again, staff are told again.
  const before = (await bellOf(teacher)).length;
  refusals.set(addresses.account, NO_USER);
  await send(addresses.account, client.id);
  expect(await bellOf(teacher)).toHaveLength(before + 1);
});

test('an account’s new email is not marked, and neither is one in another case', async () => {
  const { client, student, staff, addresses } = await someone();
  refusals.set(addresses.account, NO_USER);
  await send(addresses.account, client.id);
  const change = (email: string) => server.db.update(users).set({ email }).where(eq(users.id, student.id));
  await change(addresses.account.toUpperCase());
  expect(await staff.call(getReturnedMail, { user_id: student.id })).toHaveLength(1);
  await change(anAddress());
  expect(await staff.call(getReturnedMail, { user_id: student.id })).toEqual([]);
});

test.each([
  [{ code: 550, text: '5.1.1 no such user' }, true],
  [{ code: 550, text: 'no such user' }, true],
  [{ code: 551, text: 'not here' }, true],
  [{ code: 552, text: '5.2.2 mailbox full' }, true],
  [{ code: 550, text: '5.1.1 no such user', after: 'DATA' as const }, true],
  [{ code: 550, text: '5.1.8 the sender’s domain does not exist' }, false],
  [{ code: 552, text: '5.2.3 too long', after: 'DATA' as const }, false],
  [{ code: 451, text: '4.7.1 try later' }, false],
  [{ code: 451, text: 'try later', after: 'DATA' as const }, false],
  [{ code: 550, text: '5.7.1 relaying denied' }, false],
  [{ code: 554, text: 'your server is on a list' }, false],
  [{ code: 552, text: '5.3.4 too large', after: 'DATA' as const }, false],
  [{ code: 550, text: '5.6.0 we do not like your words', after: 'DATA' as const }, false],
])('a reply of %j marks the address: %s', async (refusal, marks) => {
  const { client, student, staff, addresses } = await someone();
  refusals.set(addresses.account, refusal);
  await send(addresses.account, client.id);
  expect(await staff.call(getReturnedMail, { user_id: student.id })).toHaveLength(marks ? 1 : 0);
  refusals.clear();
  expect(await send(addresses.account, client.id)).toBe(!marks);
});

test('the same address in another school system is not marked', async () => {
  const { client, addresses } = await someone();
  const other = await server.aClient();
  const guardians = [{ name: 'Ben Cole', email: addresses.guardian }];
  const theirs = await server.aStudent({ client: other, guardians });
  const staff = server.as(await server.aTeacher({ client: other }));
  refusals.set(addresses.guardian, NO_USER);
  await send(addresses.guardian, client.id);
  refusals.clear();
  expect(await staff.call(getReturnedMail, { user_id: theirs.id })).toEqual([]);
  expect(await send(addresses.guardian, other.id)).toBe(true);
});

test('someone who gets a refused address later is marked at the next email', async () => {
  const { client, addresses, staff } = await someone();
  refusals.set(addresses.guardian, NO_USER);
  await send(addresses.guardian, client.id);
  const brother = await server.aStudent({
    client,
    guardians: [{ name: 'Ben Cole', email: addresses.guardian }],
  });
  expect(await send(addresses.guardian, client.id)).toBe(false);
  expect(await staff.call(getReturnedMail, { user_id: brother.id })).toHaveLength(1);
});

test('others see no addresses', async () => {
  const { client, student } = await someone();
  for (const other of [await server.aStudent({ client }), await server.aBusiness({ client })]) {
    const caller = server.as(other);
    expect((await caller.refusal(getReturnedMail, { user_id: student.id })).status).toBe(404);
    const again = { user_id: student.id, kind: 'account', _id: student.id } as const;
    expect((await caller.refusal(tryMailAgain, again)).status).toBe(404);
  }
});

test('a queued mail knows its school system: refused once, it is not sent again, and no log has the address', async () => {
  const { client, student, staff, addresses } = await someone();
  const { account: to } = addresses;
  refusals.set(to, NO_USER);
  logged.length = 0;
  await asSession(server.database.app, null, server.clock.now(), async (tx) => {
    await enterTenant(tx, client.id);
    await jobs().sendMail(tx, { to, subject: 'Hello', text: 'Hello', html: '' });
  });
  await vi.waitFor(
    async () => expect(await staff.call(getReturnedMail, { user_id: student.id })).toHaveLength(1),
    { timeout: 30_000, interval: 100 },
  );
  const state = async () =>
    (await server.database.owner.query(`select state from jobs.job where data->>'to' = $1`, [to])).rows;
  await vi.waitFor(async () => expect(await state()).toEqual([{ state: 'completed' }]), {
    timeout: 30_000,
    interval: 100,
  });
  expect(logged.join()).toContain('a mail was not sent');
  expect(logged.join().toLowerCase()).not.toContain(to.toLowerCase());
});
