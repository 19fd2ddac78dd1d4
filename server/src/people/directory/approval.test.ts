import { randomUUID } from 'node:crypto';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { NO_AGREEMENT } from '@waypost/contract/people/directory/rules';
import { and, asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Caller, startTestServer } from '../../../testing/server.ts';
import { sessions } from '../../platform/database/tables/logins.ts';
import { users } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';

const server = startTestServer();
const { swapApprovalStatus } = peopleCalls;

type Account = { id: string; clientId: string };

const keyOf = (account: Account) => and(eq(users.clientId, account.clientId), eq(users.id, account.id));

async function standingOf(account: Account) {
  const [row] = await server.db
    .select({ approved: users.approved, deactivatedAt: users.deactivatedAt })
    .from(users)
    .where(keyOf(account));
  return row;
}

const recordOf = (account: Account) =>
  server.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.clientId, account.clientId), eq(auditEntries.subjectId, account.id)))
    .orderBy(asc(auditEntries.at));

/** A student waiting for approval, with the signed agreement on file. */
async function aWaitingStudent(client: { id: string }) {
  const student = await server.aStudent({ client, approved: false });
  const file = await server.aFile(student, { name: 'student_agreement_file' });
  await server.db.update(users).set({ agreementFileId: file.id }).where(keyOf(student));
  return student;
}

test.each(['Teacher', 'Admin'] as const)(
  'a %s approves a student whose agreement is on file',
  async (role) => {
    const client = await server.aClient();
    const student = await aWaitingStudent(client);
    const staff = await server.aUser(role, { client, firstName: 'Grace', lastName: 'Hopper' });
    expect(await server.as(staff).call(swapApprovalStatus, { _id: student.id })).toEqual({ approved: true });
    expect(await standingOf(student)).toEqual({ approved: true, deactivatedAt: null });
    expect(await recordOf(student)).toEqual([
      expect.objectContaining({
        action: 'activate',
        at: server.clock.now(),
        actorId: staff.id,
        actorName: 'Grace Hopper',
        adminId: null,
        subjectName: `Ada ${student.lastName}`,
      }),
    ]);
  },
);

test('refuses to approve a student without a signed agreement, and says why', async () => {
  const client = await server.aClient();
  const student = await server.aStudent({ client, approved: false });
  const admin = server.as(await server.anAdmin({ client }));
  for (const input of [{ _id: student.id }, { _id: student.id, approved: true }]) {
    const refused = await admin.refusal(swapApprovalStatus, input);
    expect([refused.status, refused.problem.type, refused.problem.detail]).toEqual([
      409,
      '/problems/conflict',
      NO_AGREEMENT,
    ]);
  }
  expect(await standingOf(student)).toMatchObject({ approved: false });
  expect(await recordOf(student)).toEqual([]);
});

test('a business is approved without an agreement', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client, approved: false, businessName: 'Bayside Marine' });
  const teacher = server.as(await server.aTeacher({ client }));
  expect(await teacher.call(swapApprovalStatus, { _id: business.id })).toEqual({ approved: true });
  expect(await recordOf(business)).toEqual([expect.objectContaining({ subjectName: 'Bayside Marine' })]);
});

test('deactivation ends every session of the account, and no one else’s', async () => {
  const client = await server.aClient();
  const [student, other] = [await server.aStudent({ client }), await server.aStudent({ client })];
  await server.db.insert(sessions).values({
    clientId: client.id,
    userId: student.id,
    tokenHash: Buffer.from(randomUUID()),
    lastSeenAt: server.clock.now(),
    expiresAt: new Date(server.clock.now().getTime() + 86_400_000),
  });
  const teacher = server.as(await server.aTeacher({ client }));
  expect(await teacher.call(swapApprovalStatus, { _id: student.id })).toEqual({ approved: false });
  expect(await standingOf(student)).toEqual({ approved: false, deactivatedAt: server.clock.now() });
  const left = await server.db.select().from(sessions).where(eq(sessions.userId, student.id));
  expect(left).toEqual([]);
  expect((await server.as(student).refusal(accountCalls.getUserData, {})).status).toBe(401);
  expect(await server.as(other).call(accountCalls.getUserData, {})).toMatchObject({ _id: other.id });
  expect(await recordOf(student)).toEqual([expect.objectContaining({ action: 'deactivate' })]);
});

test('approval ends no session, and reverts an earlier deactivation', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client, approved: false, deactivatedAt: server.clock.now() });
  const teacher = server.as(await server.aTeacher({ client }));
  await teacher.call(swapApprovalStatus, { _id: business.id });
  expect(await standingOf(business)).toEqual({ approved: true, deactivatedAt: null });
  expect(await server.as(business).call(accountCalls.getUserData, {})).toMatchObject({ approved: true });
});

test('a student’s approval can be withdrawn with or without the agreement on file', async () => {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const teacher = server.as(await server.aTeacher({ client }));
  expect(await teacher.call(swapApprovalStatus, { _id: student.id })).toEqual({ approved: false });
});

test('staff access only roles below their own', async () => {
  const client = await server.aClient();
  const [teacher, admin] = [await server.aTeacher({ client }), await server.anAdmin({ client })];
  const refused: [Caller, Account][] = [
    [server.as(teacher), await server.anAdmin({ client })],
    [server.as(teacher), await server.aTeacher({ client })],
    [server.as(teacher), teacher],
    [server.as(admin), await server.anAdmin({ client })],
    [server.as(admin), admin],
    [server.as(admin), await server.aSuperAdmin()],
    [server.as(admin), await server.aStudent()],
    [server.as(admin), { id: randomUUID(), clientId: client.id }],
  ];
  for (const [caller, account] of refused) {
    const before = await standingOf(account);
    const refusal = await caller.refusal(swapApprovalStatus, { _id: account.id });
    expect([refusal.status, refusal.problem.type]).toEqual([404, '/problems/not-found']);
    expect(await standingOf(account)).toEqual(before);
    expect(await recordOf(account)).toEqual([]);
  }
});

test('an Admin deactivates a teacher', async () => {
  const client = await server.aClient();
  const teacher = await server.aTeacher({ client });
  const admin = server.as(await server.anAdmin({ client }));
  expect(await admin.call(swapApprovalStatus, { _id: teacher.id })).toEqual({ approved: false });
});

test('only the school system’s staff can approve accounts', async () => {
  const client = await server.aClient();
  const student = await aWaitingStudent(client);
  for (const user of [
    student,
    await server.aStudent({ client }),
    await server.aBusiness({ client }),
    await server.aSuperAdmin(),
  ])
    expect((await server.as(user).refusal(swapApprovalStatus, { _id: student.id })).status).toBe(403);
  expect((await server.visitor().refusal(swapApprovalStatus, { _id: student.id })).status).toBe(401);
  expect(await standingOf(student)).toMatchObject({ approved: false });
});

test('an approval during a masquerade is recorded with the person masquerading', async () => {
  const client = await server.aClient();
  const student = await aWaitingStudent(client);
  const [teacher, admin] = [await server.aTeacher({ client }), await server.anAdmin({ client })];
  await server.db
    .update(sessions)
    .set({ adminClientId: client.id, adminId: admin.id })
    .where(eq(sessions.userId, teacher.id));
  await server.as(teacher).call(swapApprovalStatus, { _id: student.id });
  expect(await recordOf(student)).toEqual([
    expect.objectContaining({ actorId: teacher.id, adminId: admin.id }),
  ]);
});

test('repeating the current status does and records nothing', async () => {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const teacher = server.as(await server.aTeacher({ client }));
  const input = { _id: student.id, approved: true };
  expect(await teacher.call(swapApprovalStatus, input)).toEqual({ approved: true });
  expect(await recordOf(student)).toEqual([]);
  expect(await server.as(student).call(accountCalls.getUserData, {})).toMatchObject({ approved: true });
});

/** Makes the calls concurrently: none continues before all are waiting for the account's row. */
async function atOnce<T>(account: Account, calls: (() => Promise<T>)[]): Promise<T[]> {
  const { owner } = server.database;
  const holder = await owner.connect();
  try {
    await holder.query('begin');
    const key = [account.clientId, account.id];
    await holder.query('select from users where client_id = $1 and id = $2 for update', key);
    const all = Promise.all(calls.map((call) => call()));
    await expect.poll(() => countRowLockWaits()).toBe(calls.length);
    await holder.query('commit');
    return await all;
  } finally {
    holder.release(true);
  }
}

async function countRowLockWaits(): Promise<number> {
  const { rows } = await server.database.owner.query<{ waiting: number }>(
    `select count(*) as waiting from pg_stat_activity
      where datname = current_database() and application_name = 'waypost' and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}

test('two concurrent toggles toggle twice, and each reply has its own result', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client, approved: false });
  const [one, other] = [await server.aTeacher({ client }), await server.anAdmin({ client })];
  const swap = (user: { token: string }) => () =>
    server.as(user).call(swapApprovalStatus, { _id: business.id });
  const replies = await atOnce(business, [swap(one), swap(other)]);
  expect(replies.map(({ approved }) => approved).sort()).toEqual([false, true]);
  expect(await standingOf(business)).toMatchObject({ approved: false });
  expect((await recordOf(business)).map(({ action }) => action).sort()).toEqual(['activate', 'deactivate']);
});

test('two concurrent approvals approve once', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client, approved: false });
  const [one, other] = [await server.aTeacher({ client }), await server.anAdmin({ client })];
  const approve = (user: { token: string }) => () =>
    server.as(user).call(swapApprovalStatus, { _id: business.id, approved: true });
  const replies = await atOnce(business, [approve(one), approve(other)]);
  expect(replies).toEqual([{ approved: true }, { approved: true }]);
  expect(await standingOf(business)).toMatchObject({ approved: true });
  expect(await recordOf(business)).toHaveLength(1);
});

test('a change of an account does not hold up a row that refers to it', async () => {
  const student = await server.aStudent();
  const [changing, referring] = [
    await server.database.owner.connect(),
    await server.database.owner.connect(),
  ];
  try {
    await changing.query('begin');
    await changing.query('update users set approved = false where client_id = $1 and id = $2', [
      student.clientId,
      student.id,
    ]);
    // What PostgreSQL does to check a foreign key, without waiting.
    const { rowCount } = await referring.query(
      'select 1 from users where client_id = $1 and id = $2 for key share nowait',
      [student.clientId, student.id],
    );
    expect(rowCount).toBe(1);
  } finally {
    await changing.query('rollback');
    for (const client of [changing, referring]) client.release();
  }
});
