import { randomUUID } from 'node:crypto';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { teacherCalls } from '@waypost/contract/people/teachers/calls';
import { CLIENT_FULL } from '@waypost/contract/school-system/clients/rules';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { hashPassword } from '../../platform/access/passwords.ts';
import { settings } from '../../platform/database/tables/lists.ts';
import { users } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';

const server = startTestServer();
const { createTeacher, editTeacher, deleteTeacher } = teacherCalls;
const DAY = 86_400_000;

const anAddress = () => `${randomUUID()}@waypost.test`;
const tess = (but: object = {}) => ({
  first_name: 'Tess',
  last_name: 'Reed',
  email: anAddress(),
  schools: [] as string[],
  programs: [] as string[],
  ...but,
});
const mailsTo = (email: string) => server.jobs.mail.filter(({ to }) => to === email);
const codeIn = (text: string | undefined) => /forgotPassword\/(\S+)/.exec(text ?? '')?.[1] ?? '';
const standingOf = (mail: { text: string } | undefined) =>
  server.visitor().call(accountCalls.findUserByCode, { code: codeIn(mail?.text) });
const rowOf = async (email: string) =>
  (await server.db.select().from(users).where(eq(users.email, email)))[0];
const listed = async (admin: { token: string }) =>
  server.as(admin).call(peopleCalls.filterUsers, { role: ['Teacher'], approved: 'All' });

async function anAdmin() {
  const client = await server.aClient();
  return { client, admin: await server.anAdmin({ client }) };
}

test('an Admin creates a teacher, who logs in once by the mailed link', async () => {
  const { client, admin } = await anAdmin();
  const input = tess({ schools: [client.school.name], programs: [client.program.name] });
  expect(await server.as(admin).call(createTeacher, input)).toEqual({ message: 'success' });
  expect(await listed(admin)).toEqual([
    expect.objectContaining({
      role: 'Teacher',
      email: input.email,
      approved: true,
      schools: [client.school.name],
      programs: [client.program.name],
    }),
  ]);
  const code = codeIn(mailsTo(input.email)[0]?.text);
  const browser = server.visitor();
  const { _id = '' } = await browser.call(accountCalls.findUserByCode, { code });
  const password = 'a lighthouse on a rock';
  await browser.call(accountCalls.changePasswordById, { _id, new_password: password });
  const login = await browser.call(accountCalls.login, { email: input.email, password });
  expect([login.message, login.user?.role, login.user?.client]).toEqual(['success', 'Teacher', client.id]);
  expect((await standingOf(mailsTo(input.email)[0])).message).toBe('expired');
  const [entry] = await server.db.select().from(auditEntries).where(eq(auditEntries.subjectId, _id));
  expect(entry).toMatchObject({ action: 'create teacher', actorId: admin.id, subjectName: 'Tess Reed' });
});

test('an invitation expires after a week', async () => {
  const { admin } = await anAdmin();
  const input = tess();
  await server.as(admin).call(createTeacher, input);
  server.clock.moveBy(7 * DAY - 1000);
  expect((await standingOf(mailsTo(input.email)[0])).message).toBe('success');
  server.clock.moveBy(1000);
  expect((await standingOf(mailsTo(input.email)[0])).message).toBe('expired');
  server.clock.moveBy(-7 * DAY);
});

test('rejects a teacher whose email exists in any school system, in any letter case', async () => {
  const { admin } = await anAdmin();
  const taken = await server.aBusiness();
  const input = tess({ email: taken.email.toUpperCase() });
  expect(await server.as(admin).call(createTeacher, input)).toEqual({ message: 'User Exists' });
  expect([await listed(admin), mailsTo(input.email)]).toEqual([[], []]);
});

test('a school system at its maximum number of users gets no teacher', async () => {
  const client = await server.aClient({ maxUsers: 1 });
  const admin = server.as(await server.anAdmin({ client }));
  const input = tess();
  const refused = await admin.refusal(createTeacher, input);
  expect([refused.status, refused.problem.detail]).toEqual([409, CLIENT_FULL]);
  expect([await rowOf(input.email), mailsTo(input.email)]).toEqual([undefined, []]);
});

test('reports missing values, and names that are not on the lists, at their fields', async () => {
  const { admin } = await anAdmin();
  const other = await server.aClient();
  const missing = await server.as(admin).refusal(createTeacher, { email: 'tess', schools: [], programs: [] });
  expect(missing.problem.errors).toEqual({
    first_name: ['this field is required'],
    last_name: ['this field is required'],
    email: ['must be a valid email address'],
  });
  const input = tess({ schools: [other.school.name], programs: ['Alchemy'] });
  const unlisted = await server.as(admin).refusal(createTeacher, input);
  expect([unlisted.status, unlisted.problem.errors]).toEqual([
    400,
    { schools: [`“${other.school.name}” is not on the list`], programs: ['“Alchemy” is not on the list'] },
  ]);
  expect([await rowOf(input.email), await listed(admin)]).toEqual([undefined, []]);
});

test('a default password opens no teacher’s account: the mailed link is the only way in', async () => {
  const { client, admin } = await anAdmin();
  const defaultPasswordHash = await hashPassword('welcome to the bay');
  await server.db.update(settings).set({ defaultPasswordHash }).where(eq(settings.clientId, client.id));
  const input = tess({ default_password: 'what was sent' });
  expect(await server.as(admin).call(createTeacher, input)).toEqual({ message: 'success' });
  expect(await rowOf(input.email)).toMatchObject({ passwordHash: null, mustChangePassword: false });
  expect(mailsTo(input.email)).toHaveLength(1);
});

test('an Admin changes a teacher’s name, schools and programs', async () => {
  const { client, admin } = await anAdmin();
  const first = tess({ schools: [client.school.name] });
  await server.as(admin).call(createTeacher, first);
  const id = (await rowOf(first.email))?.id ?? '';
  const next = { ...first, id, last_name: 'Rush', schools: [], programs: [client.program.name] };
  expect(await server.as(admin).call(editTeacher, next)).toEqual({ message: 'success' });
  expect(await listed(admin)).toEqual([
    expect.objectContaining({ last_name: 'Rush', schools: [], programs: [client.program.name] }),
  ]);
  expect(mailsTo(first.email)).toHaveLength(1);
  const entries = await server.db.select().from(auditEntries).where(eq(auditEntries.subjectId, id));
  expect(entries.map(({ action }) => action)).toContain('edit teacher');
});

test('a teacher without a password is invited again at a new address, and the old link expires', async () => {
  const { admin } = await anAdmin();
  const first = tess();
  await server.as(admin).call(createTeacher, first);
  const next = { ...first, id: (await rowOf(first.email))?.id ?? '', email: anAddress() };
  await server.as(admin).call(editTeacher, next);
  expect((await standingOf(mailsTo(first.email)[0])).message).toBe('expired');
  expect(await standingOf(mailsTo(next.email)[0])).toMatchObject({ message: 'success', email: next.email });
});

test('a teacher with a password gets mail about a new address at both', async () => {
  const { client, admin } = await anAdmin();
  const teacher = await server.aTeacher({ client, passwordHash: 'kept' });
  const input = tess({ id: teacher.id });
  await server.as(admin).call(editTeacher, { ...input, id: teacher.id });
  expect([mailsTo(teacher.email).length, mailsTo(input.email).length]).toEqual([1, 1]);
  expect(mailsTo(input.email)[0]?.text).not.toContain('forgotPassword');
});

test('rejects changing a teacher’s email to a taken one, and changes nothing', async () => {
  const { client, admin } = await anAdmin();
  const [teacher, taken] = [await server.aTeacher({ client }), await server.aStudent()];
  const input = { ...tess({ email: taken.email, schools: [client.school.name] }), id: teacher.id };
  expect(await server.as(admin).call(editTeacher, input)).toEqual({ message: 'User Exists' });
  expect(await listed(admin)).toEqual([
    expect.objectContaining({ email: teacher.email, last_name: teacher.lastName, schools: [] }),
  ]);
});

test('deleting a teacher ends their sessions and is recorded', async () => {
  const { client, admin } = await anAdmin();
  const teacher = await server.aTeacher({ client, firstName: 'Tess', lastName: 'Reed' });
  const picture = await server.aFile(teacher);
  expect(await server.as(admin).call(deleteTeacher, { id: teacher.id })).toEqual({ message: 'success' });
  expect(await listed(admin)).toEqual([]);
  expect((await server.as(teacher).send(accountCalls.getUserData, {})).status).toBe(401);
  expect(server.jobs.removedFiles).toContain(picture.storageKey);
  const [entry] = await server.db.select().from(auditEntries).where(eq(auditEntries.subjectId, teacher.id));
  expect(entry).toMatchObject({ action: 'delete teacher', subjectName: 'Tess Reed' });
});

test('only teachers of one’s own school system can be changed and deleted', async () => {
  const { client, admin } = await anAdmin();
  const others = [
    await server.aTeacher(),
    await server.aStudent({ client }),
    await server.aBusiness({ client }),
    await server.anAdmin({ client }),
    { id: randomUUID() },
  ];
  for (const { id } of others) {
    expect((await server.as(admin).refusal(editTeacher, { ...tess(), id })).status).toBe(404);
    expect((await server.as(admin).refusal(deleteTeacher, { id })).status).toBe(404);
  }
});

test('only an Admin creates, changes or deletes teachers', async () => {
  const { client } = await anAdmin();
  const teacher = await server.aTeacher({ client });
  for (const role of ['Student', 'Business', 'Teacher', 'SuperAdmin'] as const) {
    const caller = server.as(await server.aUser(role, { client }));
    expect((await caller.refusal(createTeacher, tess())).status).toBe(403);
    expect((await caller.refusal(editTeacher, { ...tess(), id: teacher.id })).status).toBe(403);
    expect((await caller.refusal(deleteTeacher, { id: teacher.id })).status).toBe(403);
  }
  expect((await server.visitor().refusal(createTeacher, tess())).status).toBe(401);
});
