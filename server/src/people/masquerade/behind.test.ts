import { bellCalls } from '@waypost/contract/messages/bell/calls';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { masqueradeCalls } from '@waypost/contract/people/masquerade/calls';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Caller, startTestServer } from '../../../testing/server.ts';
import { hashPassword } from '../../platform/access/passwords.ts';
import { hashSecret } from '../../platform/access/sessions.ts';
import { sweep } from '../../platform/database/sweep.ts';
import { masquerades, passwordCodes, sessions } from '../../platform/database/tables/logins.ts';
import { users } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import { notifyEndedMasquerades } from './job.ts';

/* What a person masquerading can and cannot do, what is recorded, and what ends the masquerade. */
const server = startTestServer();
const { masquerade, endMasquerade, getMasquerades } = masqueradeCalls;

const isIn = async (caller: Caller) => !Array.isArray(await caller.call(accountCalls.getCurrentUser, {}));
const masqueradeAs = async (user: { id: string }) =>
  (await server.db.select().from(masquerades).where(eq(masquerades.userId, user.id)))[0];
const entriesBehind = (admin: { id: string }) =>
  server.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.adminId, admin.id))
    .orderBy(asc(auditEntries.at));

/** A teacher masquerading as a student of the same client, and an Admin above them. */
async function aMasquerade() {
  const client = await server.aClient();
  const admin = await server.anAdmin({ client });
  const teacher = await server.aTeacher({ client, firstName: 'Tess', lastName: 'Reed' });
  const student = await server.aStudent({ client, firstName: 'Mara', lastName: 'Quinn' });
  const caller = server.as(teacher);
  await caller.call(masquerade, { id: student.id });
  return { client, admin, teacher, student, caller };
}

test('records every change with both people and the ids it names, but no text', async () => {
  const { client, teacher, student, caller } = await aMasquerade();
  const opportunity = await server.anOpportunity({ business: await server.aBusiness({ client }) });
  const { id } = opportunity;
  const input = { cover_letter: `${id} is the one I want: ${id}`, opportunity_id_fk: id };
  await caller.call(applicationCalls.createApplication, input);
  await caller.call(fileCalls.getUsersFiles, {});
  expect(await entriesBehind(teacher)).toEqual([
    expect.objectContaining({
      clientId: client.id,
      action: 'act in masquerade',
      actorId: student.id,
      actorName: 'Mara Quinn',
      adminName: 'Tess Reed',
      details: { call: 'createApplication', opportunity_id_fk: id },
    }),
  ]);
});

test('does not record a refused change, or one outside a masquerade', async () => {
  const { client, teacher, caller } = await aMasquerade();
  await caller.refusal(peopleCalls.swapApprovalStatus, { _id: teacher.id });
  await caller.refusal(applicationCalls.createApplication, {
    cover_letter: '<p>Please</p>',
    opportunity_id_fk: teacher.id,
  });
  expect(await entriesBehind(teacher)).toEqual([]);
  const student = await server.aStudent({ client });
  const opportunity = await server.anOpportunity({ business: await server.aBusiness({ client }) });
  const input = { cover_letter: '<p>Please</p>', opportunity_id_fk: opportunity.id };
  await server.as(student).call(applicationCalls.createApplication, input);
  const own = await server.db.select().from(auditEntries).where(eq(auditEntries.actorId, student.id));
  expect(own).toEqual([]);
});

test('records a change outside the transaction once', async () => {
  const { teacher, caller } = await aMasquerade();
  await caller.call(profileCalls.geocode, { street: '1 Main Street', city: '', state: 'MD', zip: '21401' });
  const records = await entriesBehind(teacher);
  expect(records.map(({ details }) => details)).toEqual([{ call: 'geocode' }]);
});

test('records views of a student’s record in any role', async () => {
  const { client, teacher, student, caller } = await aMasquerade();
  await caller.call(profileCalls.getUser, { id: student.id });
  const business = await server.aBusiness({ client });
  await server.aProject({ student, business });
  await caller.call(masquerade, { id: teacher.id });
  await caller.call(masquerade, { id: business.id });
  await caller.call(profileCalls.getUser, { id: student.id });
  const looks = (await entriesBehind(teacher)).filter(({ action }) => action === 'view student');
  expect(looks.map(({ actorId, subjectId }) => [actorId, subjectId])).toEqual([
    [student.id, student.id],
    [business.id, student.id],
  ]);
});

test('records a view even if the account itself viewed the record a moment before', async () => {
  const client = await server.aClient();
  const [admin, teacher] = [await server.anAdmin({ client }), await server.aTeacher({ client })];
  const student = await server.aStudent({ client });
  await server.as(teacher).call(profileCalls.getUser, { id: student.id });
  const caller = server.as(admin);
  await caller.call(masquerade, { id: teacher.id });
  await caller.call(profileCalls.getUser, { id: student.id });
  const looks = (await entriesBehind(admin)).filter(({ action }) => action === 'view student');
  expect(looks.map(({ actorId, subjectId }) => [actorId, subjectId])).toEqual([[teacher.id, student.id]]);
});

test('records opening a student’s file as a view', async () => {
  const { teacher, student, caller } = await aMasquerade();
  const { _id, name } = await caller.call(
    fileCalls.uploadFile,
    { key: 'student_resume_file', description: '' },
    { name: 'resume.pdf', content: Buffer.from('%PDF-1.4\n%%EOF') },
  );
  expect((await caller.send(fileCalls.getFile, { id: _id, name })).status).toBe(200);
  const looks = (await entriesBehind(teacher)).filter(({ action }) => action === 'open student file');
  expect(looks).toEqual([expect.objectContaining({ subjectId: student.id, adminName: 'Tess Reed' })]);
});

test('only the owner can change the account’s password and email, and a masquerade never requires it', async () => {
  const { client, teacher, caller } = await aMasquerade();
  const input = { email: 'taken@waypost.test', password: 'any', new_password: 'a password of my own' };
  expect((await caller.refusal(accountCalls.changePassword, input)).status).toBe(403);
  const fresh = await server.aStudent({ client, mustChangePassword: true });
  await caller.call(masquerade, { id: teacher.id });
  await caller.call(masquerade, { id: fresh.id });
  expect(await caller.call(accountCalls.getCurrentUser, {})).toMatchObject({ must_change_password: false });
  expect((await caller.send(profileCalls.getUser, { id: fresh.id })).status).toBe(200);
});

test('deactivating the person masquerading ends it', async () => {
  const { admin, teacher, student, caller } = await aMasquerade();
  server.clock.moveBy(60_000);
  await server.as(admin).call(peopleCalls.swapApprovalStatus, { _id: teacher.id, approved: false });
  expect(await isIn(caller)).toBe(false);
  expect((await masqueradeAs(student))?.endedAt).not.toBeNull();
});

test('a new password of the person masquerading ends it, in whichever client', async () => {
  const client = await server.aClient();
  const owner = await server.aSuperAdmin();
  const admin = await server.anAdmin({ client });
  const caller = server.as(owner);
  await caller.call(masquerade, { id: admin.id });
  const now = server.clock.now();
  await server.db.insert(passwordCodes).values({
    clientId: owner.clientId,
    userId: owner.id,
    codeHash: hashSecret('code'),
    purpose: 'reset',
    expiresAt: new Date(now.getTime() + 60_000),
  });
  const mailed = server.visitor();
  await mailed.call(accountCalls.findUserByCode, { code: 'code' });
  const chosen = { _id: owner.id, new_password: 'another one of my own' };
  expect(await mailed.call(accountCalls.changePasswordById, chosen)).toEqual({ message: 'success' });
  expect(await isIn(caller)).toBe(false);
  expect((await masqueradeAs(admin))?.endedAt).toEqual(now);
  expect(await isIn(server.as(admin))).toBe(true);
});

test('a new password of the person masquerading ends it, even while they switch to another person', async () => {
  const password = 'a boat on the bay';
  const client = await server.aClient();
  const admin = await server.anAdmin({ client, passwordHash: await hashPassword(password) });
  const next = await server.aStudent({ client });
  const caller = server.as(admin);
  const elsewhere = server.visitor();
  await elsewhere.call(accountCalls.login, { email: admin.email, password });
  await caller.call(masquerade, { id: (await server.aTeacher({ client })).id });

  const waiting = async () => {
    const { rows } = await server.database.owner.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length;
  };
  const holding = await server.database.owner.connect();
  try {
    // Until then, the next session is not committed, and the previous one is gone.
    await holding.query('begin');
    await holding.query('select from users where id = $1 for update', [next.id]);
    const going = caller.call(masquerade, { id: next.id });
    await expect.poll(waiting).toBe(1);
    const chosen = { email: admin.email, password, new_password: 'another one of my own' };
    const changing = elsewhere.call(accountCalls.changePassword, chosen);
    await expect.poll(waiting).toBe(2);
    await holding.query('commit');
    await going;
    expect(await changing).toEqual({ message: 'success' });
  } finally {
    holding.release(true);
  }
  expect(await isIn(caller)).toBe(false);
});

test('deactivating the other person ends it too, and no other masquerade', async () => {
  const { client, admin, teacher, student, caller } = await aMasquerade();
  const other = server.as(admin);
  await other.call(masquerade, { id: (await server.aStudent({ client })).id });
  await server
    .as(await server.anAdmin({ client }))
    .call(peopleCalls.swapApprovalStatus, { _id: student.id, approved: false });
  expect([await isIn(caller), await isIn(other)]).toEqual([false, true]);
  expect((await masqueradeAs(student))?.adminId).toBe(teacher.id);
});

test('a masquerade whose session expired ends at its last use', async () => {
  const { student, teacher } = await aMasquerade();
  const began = server.clock.now();
  await server.db
    .update(sessions)
    .set({ expiresAt: new Date(began.getTime() + 1) })
    .where(eq(sessions.adminId, teacher.id));
  await sweep(server.database.owner, new Date(began.getTime() + 1));
  expect((await masqueradeAs(student))?.endedAt).toEqual(began);
});

test('deleting an account deletes its masquerades’ sessions and keeps their record', async () => {
  const { student, caller } = await aMasquerade();
  await server.db.delete(users).where(eq(users.id, student.id));
  expect(await isIn(caller)).toBe(false);
  expect(await masqueradeAs(student)).toMatchObject({ userName: 'Mara Quinn', endedAt: expect.any(Date) });
});

test('afterwards, the person is told at the bell and sees who acted as them, once', async () => {
  const { teacher, student, caller } = await aMasquerade();
  const other = await server.aStudent({ client: { id: student.clientId } });
  const own = server.as(student);
  const noticesOf = async (reader: Caller) => (await reader.call(bellCalls.getNotices, {})).notices;
  expect([await noticesOf(own), await own.call(getMasquerades, {})]).toEqual([[], []]);
  const from = server.clock.now().toISOString();
  server.clock.moveBy(60_000);
  const until = server.clock.now().toISOString();
  await caller.call(endMasquerade, { adminUser_id: teacher.id });
  await notifyEndedMasquerades(server.database.app, { ...server.outside, now: server.clock.now() });
  expect(await noticesOf(own)).toEqual([
    expect.objectContaining({
      kind: 'masquerade',
      path: '/password',
      text: expect.stringContaining('Tess Reed used your account to help you'),
    }),
  ]);
  expect(await own.call(getMasquerades, {})).toEqual([
    { _id: expect.any(String), by: 'Tess Reed', from, until },
  ]);
  expect(await server.as(other).call(getMasquerades, {})).toEqual([]);
});

test('tells of a masquerade that ended with its session', async () => {
  const { student, caller } = await aMasquerade();
  await caller.call(accountCalls.logout, {});
  await notifyEndedMasquerades(server.database.app, { ...server.outside, now: server.clock.now() });
  const { notices } = await server.as(student).call(bellCalls.getNotices, {});
  expect(notices.map(({ kind }) => kind)).toEqual(['masquerade']);
});

test('nobody can see in a masquerade who else acted as the person', async () => {
  const { caller } = await aMasquerade();
  expect((await caller.refusal(getMasquerades, {})).status).toBe(403);
});
