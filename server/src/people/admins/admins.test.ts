import { randomUUID } from 'node:crypto';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { adminCalls } from '@waypost/contract/people/admins/calls';
import { CLIENT_FULL } from '@waypost/contract/school-system/clients/rules';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { PLATFORM } from '../../platform/access/actor.ts';
import { sessions } from '../../platform/database/tables/logins.ts';
import { users } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';

const server = startTestServer();
const { createAdmin, deleteAdmin, editAdmin, getAdminsByClient } = adminCalls;
const DAY = 86_400_000;
const password = 'a lighthouse on a rock';
const anOwner = async () => server.as(await server.aSuperAdmin());
const anAddress = () => `${randomUUID()}@waypost.test`;
const grace = (client: { id: string }, email = anAddress()) => ({
  client: client.id,
  first_name: 'Grace',
  last_name: 'Hopper',
  email,
});
const mailsTo = (email: string) => server.jobs.mail.filter(({ to }) => to === email);
const codeIn = (text: string | undefined) => /forgotPassword\/(\S+)/.exec(text ?? '')?.[1] ?? '';
const recordOf = (clientId: string) =>
  server.db.select().from(auditEntries).where(eq(auditEntries.clientId, clientId));

test('a SuperAdmin creates a school system’s first administrator, who logs in once by the mailed link', async () => {
  const client = await server.aClient();
  const owner = await server.aSuperAdmin();
  const input = grace(client);
  expect(await server.as(owner).call(createAdmin, input)).toEqual({ message: 'success' });
  const [admin] = await server.as(owner).call(getAdminsByClient, { id: client.id });
  expect(admin).toMatchObject({ ...input, role: 'Admin', invited: true });
  expect(await recordOf(client.id)).toMatchObject([
    { action: 'create admin', actorId: owner.id, subjectId: admin?._id, subjectName: 'Grace Hopper' },
  ]);

  const code = codeIn(mailsTo(input.email)[0]?.text);
  const browser = server.visitor();
  const found = await browser.call(accountCalls.findUserByCode, { code });
  await browser.call(accountCalls.changePasswordById, { _id: found._id ?? '', new_password: password });
  const login = await browser.call(accountCalls.login, { email: input.email, password });
  expect([login.message, login.user?.role, login.user?.client]).toEqual(['success', 'Admin', client.id]);
  expect((await server.visitor().call(accountCalls.findUserByCode, { code })).message).toBe('expired');
  const [settled] = await server.as(owner).call(getAdminsByClient, { id: client.id });
  expect(settled?.invited).toBe(false);
});

test('an invitation expires after a week', async () => {
  const client = await server.aClient();
  const input = grace(client);
  await (await anOwner()).call(createAdmin, input);
  const code = codeIn(mailsTo(input.email)[0]?.text);
  server.clock.moveBy(7 * DAY - 1000);
  expect((await server.visitor().call(accountCalls.findUserByCode, { code })).message).toBe('success');
  server.clock.moveBy(1000);
  expect((await server.visitor().call(accountCalls.findUserByCode, { code })).message).toBe('expired');
  server.clock.moveBy(-7 * DAY);
});

test('rejects an administrator whose email exists in any school system, in any letter case', async () => {
  const taken = await server.aStudent();
  const client = await server.aClient();
  const owner = await anOwner();
  const input = grace(client, taken.email.toUpperCase());
  expect(await owner.call(createAdmin, input)).toEqual({ message: 'User Exists' });
  expect(mailsTo(input.email)).toEqual([]);
  expect(await owner.call(getAdminsByClient, { id: client.id })).toEqual([]);
  expect(await recordOf(client.id)).toEqual([]);
});

test('a school system at its maximum number of users gets no administrator', async () => {
  const client = await server.aClient({ maxUsers: 1 });
  await server.aStudent({ client });
  const refused = await (await anOwner()).refusal(createAdmin, grace(client));
  expect([refused.status, refused.problem.detail]).toEqual([409, CLIENT_FULL]);
});

test('reports missing values in an administrator’s form at their fields', async () => {
  const owner = await anOwner();
  const refused = await owner.refusal(createAdmin, { client: (await server.aClient()).id, email: 'grace' });
  expect(refused.problem.errors).toEqual({
    first_name: ['this field is required'],
    last_name: ['this field is required'],
    email: ['must be a valid email address'],
  });
});

test('only existing school systems have administrators, not the platform or an unknown id', async () => {
  const owner = await anOwner();
  for (const id of [PLATFORM, randomUUID()]) {
    expect((await owner.refusal(getAdminsByClient, { id })).status).toBe(404);
    expect((await owner.refusal(createAdmin, grace({ id }))).status).toBe(404);
  }
});

test('lists administrators by name, only of the one school system and no other role', async () => {
  const client = await server.aClient();
  const [zed, amy] = [
    await server.anAdmin({ client, firstName: 'Amy', lastName: 'Zed' }),
    await server.anAdmin({ client, firstName: 'Zoe', lastName: 'Amis' }),
  ];
  await server.aTeacher({ client });
  await server.anAdmin();
  const listed = await (await anOwner()).call(getAdminsByClient, { id: client.id });
  expect(listed.map(({ _id }) => _id)).toEqual([amy.id, zed.id]);
});

test('an administrator without a password is invited again at a new address, and the old link expires', async () => {
  const client = await server.aClient();
  const owner = await anOwner();
  const first = grace(client);
  await owner.call(createAdmin, first);
  const [admin] = await owner.call(getAdminsByClient, { id: client.id });
  const next = { ...first, _id: admin?._id ?? '', email: anAddress(), last_name: 'Murray' };
  expect(await owner.call(editAdmin, next)).toEqual({ message: 'success' });
  const ask = (mail: { text: string } | undefined) =>
    server.visitor().call(accountCalls.findUserByCode, { code: codeIn(mail?.text) });
  expect((await ask(mailsTo(first.email)[0])).message).toBe('expired');
  expect(await ask(mailsTo(next.email)[0])).toMatchObject({ message: 'success', email: next.email });
  expect((await owner.call(getAdminsByClient, { id: client.id }))[0]).toMatchObject({
    email: next.email,
    last_name: 'Murray',
  });
});

test('an administrator with a password gets mail about a new address at both', async () => {
  const admin = await server.anAdmin({ passwordHash: 'kept' });
  const email = anAddress();
  const owner = await anOwner();
  await owner.call(editAdmin, { ...grace({ id: admin.clientId }, email), _id: admin.id });
  expect([mailsTo(admin.email).length, mailsTo(email).length]).toEqual([1, 1]);
  expect(mailsTo(email)[0]?.text).not.toContain('forgotPassword');
  expect(await recordOf(admin.clientId)).toMatchObject([{ action: 'edit admin', subjectId: admin.id }]);
});

test('changing only the letter case or the name sends no mail', async () => {
  const admin = await server.anAdmin();
  await (await anOwner()).call(editAdmin, {
    ...grace({ id: admin.clientId }, admin.email.toUpperCase()),
    _id: admin.id,
  });
  expect(mailsTo(admin.email.toUpperCase())).toEqual([]);
});

test('rejects changing an administrator’s email to a taken one, and changes nothing', async () => {
  const [admin, taken] = [await server.anAdmin(), await server.aBusiness()];
  const input = { ...grace({ id: admin.clientId }, taken.email), _id: admin.id };
  expect(await (await anOwner()).call(editAdmin, input)).toEqual({ message: 'User Exists' });
  const [row] = await server.db.select().from(users).where(eq(users.id, admin.id));
  expect(row).toMatchObject({ email: admin.email, lastName: admin.lastName });
});

test('only administrators can be edited and deleted here, each in their own school system', async () => {
  const owner = await anOwner();
  const admin = await server.anAdmin();
  const other = await server.aClient();
  const moved = await owner.refusal(editAdmin, { ...grace(other), _id: admin.id });
  expect(moved.status).toBe(404);
  for (const user of [await server.aStudent(), await server.aTeacher(), await server.aSuperAdmin()]) {
    const input = { ...grace({ id: user.clientId }), _id: user.id };
    expect((await owner.refusal(editAdmin, input)).status).toBe(404);
    expect((await owner.refusal(deleteAdmin, { id: user.id })).status).toBe(404);
  }
  expect(await server.db.select().from(users).where(eq(users.id, admin.id))).toHaveLength(1);
});

test('deleting an administrator ends their sessions, including masquerades, and deletes their own files', async () => {
  const client = await server.aClient();
  const [admin, teacher] = [await server.anAdmin({ client }), await server.aTeacher({ client })];
  const picture = await server.aFile(admin);
  await server.db
    .update(sessions)
    .set({ adminClientId: client.id, adminId: admin.id })
    .where(eq(sessions.userId, teacher.id));
  expect(await (await anOwner()).call(deleteAdmin, { id: admin.id })).toEqual({ message: 'success' });
  for (const one of [admin, teacher])
    expect((await server.as(one).refusal(accountCalls.getUserData, {})).status).toBe(401);
  expect(server.jobs.removedFiles).toContain(picture.storageKey);
  const left = and(eq(users.clientId, client.id), eq(users.role, 'Admin'));
  expect(await server.db.select().from(users).where(left)).toEqual([]);
  expect(await recordOf(client.id)).toMatchObject([{ action: 'delete admin', subjectId: admin.id }]);
});

test('no one else can create, change or delete administrators', async () => {
  const client = await server.aClient();
  const admin = await server.anAdmin({ client });
  for (const role of ['Student', 'Business', 'Teacher', 'Admin'] as const) {
    const caller = server.as(await server.aUser(role, { client }));
    expect((await caller.refusal(getAdminsByClient, { id: client.id })).status).toBe(403);
    expect((await caller.refusal(createAdmin, grace(client))).status).toBe(403);
    expect((await caller.refusal(editAdmin, { ...grace(client), _id: admin.id })).status).toBe(403);
    expect((await caller.refusal(deleteAdmin, { id: admin.id })).status).toBe(403);
  }
});
