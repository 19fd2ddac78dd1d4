import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { NO_DEFAULT_PASSWORD } from '@waypost/contract/people/directory/rules';
import { type Role, roles } from '@waypost/contract/roles';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { hashPassword } from '../../platform/access/passwords.ts';
import { hashSecret } from '../../platform/access/sessions.ts';
import { settings } from '../../platform/database/tables/lists.ts';
import { passwordCodes } from '../../platform/database/tables/logins.ts';
import { users } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';

const server = startTestServer();
const { adminResetPassword } = peopleCalls;
const HOUR = 3_600_000;
const DEFAULT = 'welcome to the bay';

async function aClient(defaultPassword = DEFAULT) {
  const client = await server.aClient();
  const defaultPasswordHash = defaultPassword ? await hashPassword(defaultPassword) : null;
  await server.db.update(settings).set({ defaultPasswordHash }).where(eq(settings.clientId, client.id));
  return client;
}

const hashOf = async ({ id }: { id: string }) =>
  (await server.db.select().from(users).where(eq(users.id, id)))[0]?.passwordHash ?? null;
const enter = async ({ email }: { email: string }, password: string) => {
  const browser = server.visitor();
  return { browser, ...(await browser.call(accountCalls.login, { email, password })) };
};
const OWN = 'a lighthouse on a rock';

test('after a reset, a person logs in with the default password and must choose their own', async () => {
  const client = await aClient();
  const student = await server.aStudent({ client });
  const teacher = await server.aTeacher({ client });
  expect(await server.as(teacher).call(adminResetPassword, { _id: student.id })).toEqual({
    message: 'success',
  });
  expect((await server.as(student).send(accountCalls.getUserData, {})).status).toBe(401);
  const { browser, message } = await enter(student, DEFAULT);
  expect(message).toBe('success');
  expect(await browser.call(accountCalls.getCurrentUser, {})).toMatchObject({ must_change_password: true });
  const own = { email: student.email, password: DEFAULT, new_password: OWN };
  expect(await browser.call(accountCalls.changePassword, own)).toEqual({ message: 'success' });
  expect(await browser.call(accountCalls.getCurrentUser, {})).toMatchObject({ must_change_password: false });
  for (let logins = 0; logins < 2; logins += 1) expect((await enter(student, OWN)).message).toBe('success');
  const [entry] = await server.db.select().from(auditEntries).where(eq(auditEntries.subjectId, student.id));
  expect(entry).toMatchObject({ action: 'reset password', actorId: teacher.id });
});

test('each reset mails a link to set a new password, which works once within a day', async () => {
  const client = await aClient();
  const student = await server.aStudent({ client });
  const admin = server.as(await server.anAdmin({ client }));
  await admin.call(adminResetPassword, { _id: student.id });
  const [mail] = server.jobs.mail.filter(({ to }) => to === student.email);
  expect(mail?.subject).toBe('Your Waypost password was reset');
  const code = /forgotPassword\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const browser = server.visitor();
  server.clock.moveBy(23 * HOUR);
  expect((await browser.call(accountCalls.findUserByCode, { code }))._id).toBe(student.id);
  server.clock.moveBy(HOUR);
  expect((await browser.call(accountCalls.findUserByCode, { code })).message).toBe('expired');
  server.clock.moveBy(-HOUR);
  const set = { _id: student.id, new_password: OWN };
  expect(await browser.call(accountCalls.changePasswordById, set)).toEqual({ message: 'success' });
  expect((await enter(student, OWN)).message).toBe('success');
  expect((await enter(student, DEFAULT)).message).toBe('Wrong Name/PW');
  expect((await browser.call(accountCalls.findUserByCode, { code })).message).toBe('expired');
  server.clock.moveBy(-23 * HOUR);
});

test('the default password works once, even with two concurrent logins', async () => {
  const client = await aClient();
  const student = await server.aStudent({ client });
  await server.as(await server.aTeacher({ client })).call(adminResetPassword, { _id: student.id });
  const logins = await Promise.all([enter(student, DEFAULT), enter(student, DEFAULT)]);
  expect(logins.map(({ message }) => message).sort()).toEqual(['Wrong Name/PW', 'success']);
  expect((await enter(student, DEFAULT)).message).toBe('Wrong Name/PW');
});

test('the default password expires a day after the reset', async () => {
  const client = await aClient();
  const student = await server.aStudent({ client });
  await server.as(await server.aTeacher({ client })).call(adminResetPassword, { _id: student.id });
  server.clock.moveBy(24 * HOUR);
  expect((await enter(student, DEFAULT)).message).toBe('Wrong Name/PW');
  server.clock.moveBy(-1);
  expect((await enter(student, DEFAULT)).message).toBe('success');
  server.clock.moveBy(1 - 24 * HOUR);
});

test('the default password, which every student may know, does not open a teacher’s account', async () => {
  const client = await aClient();
  const teacher = await server.aTeacher({ client, passwordHash: await hashPassword(OWN) });
  await server.as(await server.anAdmin({ client })).call(adminResetPassword, { _id: teacher.id });
  for (const password of [DEFAULT, OWN])
    expect((await enter(teacher, password)).message).toBe('Wrong Name/PW');
  expect(server.jobs.mail.filter(({ to }) => to === teacher.email)).toHaveLength(1);
});

test('ignores the password in the input', async () => {
  const client = await aClient();
  const student = await server.aStudent({ client });
  const admin = server.as(await server.anAdmin({ client }));
  await admin.call(adminResetPassword, { _id: student.id, default_password: 'of my own choosing' });
  expect((await enter(student, 'of my own choosing')).message).toBe('Wrong Name/PW');
  expect((await enter(student, DEFAULT)).message).toBe('success');
});

test('without a default password nothing is reset, and a sentence says what is missing', async () => {
  const client = await aClient('');
  const student = await server.aStudent({ client, passwordHash: 'kept' });
  const refused = await server
    .as(await server.anAdmin({ client }))
    .refusal(adminResetPassword, { _id: student.id });
  expect([refused.status, refused.problem.detail]).toEqual([409, NO_DEFAULT_PASSWORD]);
  expect(await hashOf(student)).toBe('kept');
  expect((await server.as(student).send(accountCalls.getUserData, {})).status).toBe(200);
});

test('a code that was mailed before stops working', async () => {
  const client = await aClient();
  const student = await server.aStudent({ client });
  await server.db.insert(passwordCodes).values({
    clientId: client.id,
    userId: student.id,
    codeHash: hashSecret('mailed before'),
    purpose: 'reset',
    expiresAt: new Date(server.clock.now().getTime() + 60_000),
  });
  await server.as(await server.aTeacher({ client })).call(adminResetPassword, { _id: student.id });
  const found = await server.visitor().call(accountCalls.findUserByCode, { code: 'mailed before' });
  expect(found.message).toBe('expired');
});

const reach: Partial<Record<Role, readonly Role[]>> = {
  Teacher: ['Student', 'Business'],
  Admin: ['Student', 'Business', 'Teacher'],
};

test.each(roles)('a %s resets passwords only of those below them', async (who) => {
  const client = await aClient();
  const caller = server.as(await server.aUser(who, { client }));
  for (const whom of roles) {
    const other = await server.aUser(whom, { client });
    const response = await caller.send(adminResetPassword, { _id: other.id });
    const may = reach[who]?.includes(whom) ?? false;
    expect([whom, response.status]).toEqual([whom, may ? 200 : reach[who] ? 404 : 403]);
    const row = await server.db.select().from(users).where(eq(users.id, other.id));
    expect(row[0]?.mustChangePassword).toBe(may);
  }
});

test('no one reaches another school system, and visitors reach no one', async () => {
  const student = await server.aStudent();
  const admin = server.as(await server.anAdmin({ client: await aClient() }));
  expect((await admin.refusal(adminResetPassword, { _id: student.id })).status).toBe(404);
  expect((await server.visitor().refusal(adminResetPassword, { _id: student.id })).status).toBe(401);
});
