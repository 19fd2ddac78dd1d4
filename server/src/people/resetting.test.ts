import { accountCalls } from '@waypost/contract/accounts/calls';
import { type Role, roles } from '@waypost/contract/accounts/rules';
import { peopleCalls } from '@waypost/contract/people/calls';
import { NO_DEFAULT_PASSWORD } from '@waypost/contract/people/rules';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/server.ts';
import { hashSecret } from '../access/sessions.ts';
import { settings } from '../database/tables/lists.ts';
import { passwordCodes, users } from '../database/tables/people.ts';
import { auditEntries } from '../database/tables/platform.ts';

const server = startTestServer();
const { adminResetPassword } = peopleCalls;
const DEFAULT = 'welcome to the bay';

async function aClient(defaultPassword = DEFAULT) {
  const client = await server.aClient();
  await server.db.update(settings).set({ defaultPassword }).where(eq(settings.clientId, client.id));
  return client;
}

const hashOf = async ({ id }: { id: string }) =>
  (await server.db.select().from(users).where(eq(users.id, id)))[0]?.passwordHash ?? null;

test('whoever’s password is reset signs in with the default one and has to choose their own', async () => {
  const client = await aClient();
  const student = await server.aStudent({ client });
  const teacher = await server.aTeacher({ client });
  expect(await server.as(teacher).call(adminResetPassword, { _id: student.id })).toEqual({
    message: 'success',
  });
  expect((await server.as(student).send(accountCalls.getUserData, {})).status).toBe(401);
  const browser = server.visitor();
  const login = { email: student.email, password: DEFAULT };
  expect((await browser.call(accountCalls.login, login)).message).toBe('success');
  expect(await browser.call(accountCalls.getCurrentUser, {})).toMatchObject({ must_change_password: true });
  const own = { email: student.email, password: DEFAULT, new_password: 'a lighthouse on a rock' };
  expect(await browser.call(accountCalls.changePassword, own)).toEqual({ message: 'success' });
  expect(await browser.call(accountCalls.getCurrentUser, {})).toMatchObject({ must_change_password: false });
  const [entry] = await server.db.select().from(auditEntries).where(eq(auditEntries.subjectId, student.id));
  expect(entry).toMatchObject({ action: 'reset password', actorId: teacher.id });
  expect(server.jobs.mail.map(({ to, subject }) => [to, subject])).toContainEqual([
    student.email,
    'Your Waypost password was changed',
  ]);
});

test('the password that is sent along is not the one that is set', async () => {
  const client = await aClient();
  const student = await server.aStudent({ client });
  const admin = server.as(await server.anAdmin({ client }));
  await admin.call(adminResetPassword, { _id: student.id, default_password: 'of my own choosing' });
  const enter = (password: string) =>
    server.visitor().call(accountCalls.login, { email: student.email, password });
  expect((await enter('of my own choosing')).message).toBe('Wrong Name/PW');
  expect((await enter(DEFAULT)).message).toBe('success');
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

test('a code that was mailed before works no longer', async () => {
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

test.each(roles)('a %s resets the password of those below them alone', async (who) => {
  const client = await aClient();
  const caller = server.as(await server.aUser(who, { client }));
  for (const whom of roles) {
    const other = await server.aUser(whom, { client });
    const response = await caller.send(adminResetPassword, { _id: other.id });
    const may = reach[who]?.includes(whom) ?? false;
    expect([whom, response.status]).toEqual([whom, may ? 200 : reach[who] ? 404 : 403]);
    expect((await hashOf(other)) !== null).toBe(may);
  }
});

test('nobody of another school system is reached, and visitors reach nobody', async () => {
  const student = await server.aStudent();
  const admin = server.as(await server.anAdmin({ client: await aClient() }));
  expect((await admin.refusal(adminResetPassword, { _id: student.id })).status).toBe(404);
  expect((await server.visitor().refusal(adminResetPassword, { _id: student.id })).status).toBe(401);
});
