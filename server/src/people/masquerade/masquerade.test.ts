import { randomUUID } from 'node:crypto';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { masqueradeCalls } from '@waypost/contract/people/masquerade/calls';
import { type Role, roles } from '@waypost/contract/roles';
import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type Caller, startTestServer } from '../../../testing/server.ts';
import { SESSION_COOKIE } from '../../platform/access/cookies.ts';
import { hashPassword } from '../../platform/access/passwords.ts';
import { hashSecret } from '../../platform/access/sessions.ts';
import { masquerades, sessions } from '../../platform/database/tables/logins.ts';

const server = startTestServer();
const { masquerade, setMasquerade, endMasquerade } = masqueradeCalls;
const { getCurrentUser, login, logout } = accountCalls;

const tokenOf = (caller: Caller) => new RegExp(`${SESSION_COOKIE}=([^;]+)`).exec(caller.cookie ?? '')?.[1];
const sessionsOf = (user: { id: string }) =>
  server.db.select().from(sessions).where(eq(sessions.userId, user.id));
const masqueradesAs = (user: { id: string }) =>
  server.db
    .select()
    .from(masquerades)
    .where(eq(masquerades.userId, user.id))
    .orderBy(asc(masquerades.beganAt));

/** The account of this browser's session, and the person masquerading. */
async function sessionState(caller: Caller) {
  const reply = await caller.call(getCurrentUser, {});
  if (!('user' in reply)) return 'logged out';
  return [reply.user._id, reply.is_masquerade, reply.admin_id, reply.admin_name];
}

/** Whom each role may masquerade as (docs/behavior/masquerade.md#who). */
const reach: Record<Role, readonly Role[]> = {
  Student: [],
  Business: [],
  Teacher: ['Student', 'Business'],
  Admin: ['Student', 'Business', 'Teacher'],
  SuperAdmin: ['Student', 'Business', 'Teacher', 'Admin'],
};
const pairs = roles.flatMap((who) => roles.map((whom) => [who, whom] as const));

describe.each(pairs)('a %s who masquerades as a %s', (who, whom) => {
  const may = reach[who].includes(whom);

  test(may ? 'acts as them' : 'is told that there is no such person', async () => {
    const client = await server.aClient();
    const [self, other] = [await server.aUser(who, { client }), await server.aUser(whom, { client })];
    const caller = server.as(self);
    if (may) {
      expect(await caller.call(masquerade, { id: other.id })).toMatchObject({ _id: other.id, role: whom });
      expect(await sessionState(caller)).toEqual([other.id, true, self.id, expect.any(String)]);
    } else {
      expect((await caller.refusal(masquerade, { id: other.id })).status).toBe(404);
      expect(await sessionState(caller)).toEqual([self.id, false, null, null]);
      expect(await masqueradesAs(other)).toEqual([]);
    }
  });

  if (who === 'SuperAdmin') return;
  test('cannot reach another school system', async () => {
    const self = await server.aUser(who);
    const other = await server.aUser(whom);
    const caller = server.as(self);
    const refused = await caller.refusal(masquerade, { id: other.id });
    expect(refused.problem).toEqual((await caller.refusal(masquerade, { id: randomUUID() })).problem);
    expect(refused.status).toBe(404);
    expect(await sessionState(caller)).toEqual([self.id, false, null, null]);
  });
});

test('no one can masquerade as themselves', async () => {
  const admin = await server.anAdmin();
  expect((await server.as(admin).refusal(masquerade, { id: admin.id })).status).toBe(404);
});

test('a visitor cannot masquerade, and an invalid id is reported as such', async () => {
  const student = await server.aStudent();
  expect((await server.visitor().refusal(masquerade, { id: student.id })).status).toBe(401);
  const refused = await server.as(await server.anAdmin()).refusal(masquerade, { id: 'me' });
  expect([refused.status, refused.problem.errors]).toEqual([400, { id: ['this is not an id'] }]);
});

test('ignores the password that other programs send', async () => {
  const client = await server.aClient();
  const [student, other] = [await server.aStudent({ client }), await server.aStudent({ client })];
  expect((await server.as(student).refusal(masquerade, { id: other.id, password: 'any' })).status).toBe(404);
  const teacher = server.as(await server.aTeacher({ client }));
  expect(await teacher.call(masquerade, { id: other.id, password: 'wrong' })).toMatchObject({
    _id: other.id,
  });
});

test('returning leads to the person who started it, whatever role they masquerade as', async () => {
  for (const whom of ['Student', 'Business', 'Teacher'] as const) {
    const client = await server.aClient();
    const admin = await server.anAdmin({ client, firstName: 'Grace', lastName: 'Hopper' });
    const other = await server.aUser(whom, { client, approved: false, saves: 0 });
    const caller = server.as(admin);
    await caller.call(masquerade, { id: other.id });
    expect(await sessionState(caller)).toEqual([other.id, true, admin.id, 'Grace Hopper']);
    expect(await caller.call(setMasquerade, { adminUser_id: admin.id })).toEqual({ message: 'success' });
    expect(await caller.call(masquerade, { id: admin.id })).toMatchObject({ _id: admin.id, role: 'Admin' });
    expect(await caller.call(endMasquerade, { adminUser_id: admin.id })).toEqual({ message: 'success' });
    expect(await sessionState(caller)).toEqual([admin.id, false, null, null]);
  }
});

test('ending the masquerade without returning first also returns', async () => {
  const client = await server.aClient();
  const [teacher, student] = [await server.aTeacher({ client }), await server.aStudent({ client })];
  const caller = server.as(teacher);
  await caller.call(masquerade, { id: student.id });
  await caller.call(endMasquerade, { adminUser_id: teacher.id });
  expect(await sessionState(caller)).toEqual([teacher.id, false, null, null]);
});

test('returning works only to the person who started it, and only during a masquerade', async () => {
  const client = await server.aClient();
  const [admin, other] = [await server.anAdmin({ client }), await server.anAdmin({ client })];
  const student = await server.aStudent({ client });
  const caller = server.as(admin);
  for (const call of [setMasquerade, endMasquerade])
    expect((await caller.refusal(call, { adminUser_id: other.id })).status).toBe(404);
  expect((await caller.refusal(setMasquerade, { adminUser_id: admin.id })).status).toBe(404);
  await caller.call(masquerade, { id: student.id });
  expect((await caller.refusal(masquerade, { id: other.id })).status).toBe(404);
  for (const call of [setMasquerade, endMasquerade])
    for (const id of [other.id, student.id])
      expect((await caller.refusal(call, { adminUser_id: id })).status).toBe(404);
  expect(await sessionState(caller)).toEqual([student.id, true, admin.id, expect.any(String)]);
});

test('starting and returning each issue a new token and invalidate the old one', async () => {
  const client = await server.aClient();
  const [teacher, student] = [await server.aTeacher({ client }), await server.aStudent({ client })];
  const caller = server.as(teacher);
  const before = caller.copy();
  await caller.call(masquerade, { id: student.id });
  const within = caller.copy();
  await caller.call(masquerade, { id: teacher.id });
  expect(new Set([before, within, caller].map(tokenOf)).size).toBe(3);
  for (const old of [before, within]) expect(await sessionState(old)).toBe('logged out');
});

test('a masquerade expires with the session that started it', async () => {
  const client = await server.aClient();
  const [teacher, student] = [await server.aTeacher({ client }), await server.aStudent({ client })];
  const [own] = await sessionsOf(teacher);
  const caller = server.as(teacher);
  server.clock.moveBy(3_600_000);
  await caller.call(masquerade, { id: student.id });
  const within = (await sessionsOf(student)).find((session) => session.adminId === teacher.id);
  expect(within?.expiresAt).toEqual(own?.expiresAt);
  await caller.call(masquerade, { id: teacher.id });
  expect((await sessionsOf(teacher)).map((session) => session.expiresAt)).toEqual([own?.expiresAt]);
  server.clock.moveBy(-3_600_000);
});

test('records who masqueraded as whom, from when to when, in the other person’s client', async () => {
  const client = await server.aClient();
  const owner = await server.aSuperAdmin({ firstName: 'Sam', lastName: 'Lee' });
  const admin = await server.anAdmin({ client, firstName: 'Grace', lastName: 'Hopper' });
  const caller = server.as(owner);
  const beganAt = server.clock.now();
  await caller.call(masquerade, { id: admin.id });
  const row = {
    clientId: client.id,
    adminId: owner.id,
    adminName: 'Sam Lee',
    userId: admin.id,
    userName: 'Grace Hopper',
    beganAt,
  };
  expect(await masqueradesAs(admin)).toEqual([expect.objectContaining({ ...row, endedAt: null })]);
  server.clock.moveBy(60_000);
  await caller.call(masquerade, { id: owner.id });
  expect(await sessionState(caller)).toEqual([owner.id, false, null, null]);
  const endedAt = server.clock.now();
  expect(await masqueradesAs(admin)).toEqual([expect.objectContaining({ ...row, endedAt })]);
});

test('returning ends no other masquerade of the school system', async () => {
  const client = await server.aClient();
  const [teacher, admin] = [await server.aTeacher({ client }), await server.anAdmin({ client })];
  const [student, other] = [await server.aStudent({ client }), await server.aStudent({ client })];
  const [one, another] = [server.as(teacher), server.as(admin)];
  await one.call(masquerade, { id: student.id });
  await another.call(masquerade, { id: other.id });
  await one.call(masquerade, { id: teacher.id });
  expect(await masqueradesAs(student)).toEqual([expect.objectContaining({ endedAt: server.clock.now() })]);
  expect(await masqueradesAs(other)).toEqual([expect.objectContaining({ endedAt: null })]);
  expect(await sessionState(another)).toEqual([other.id, true, admin.id, expect.any(String)]);
});

test('a masquerade can switch to a person below, and returning leads to the one who started it', async () => {
  const client = await server.aClient();
  const owner = await server.aSuperAdmin({ firstName: 'Sam', lastName: 'Lee' });
  const [admin, other] = [await server.anAdmin({ client }), await server.anAdmin({ client })];
  const student = await server.aStudent({ client });
  const stranger = await server.aStudent();
  const caller = server.as(owner);
  await caller.call(masquerade, { id: admin.id });
  for (const unreached of [other, stranger, await server.anAdmin()])
    expect((await caller.refusal(masquerade, { id: unreached.id })).status).toBe(404);
  await caller.call(masquerade, { id: student.id });
  expect(await sessionState(caller)).toEqual([student.id, true, owner.id, 'Sam Lee']);
  expect((await caller.refusal(masquerade, { id: admin.id })).status).toBe(404);
  expect(await masqueradesAs(admin)).toEqual([expect.objectContaining({ endedAt: server.clock.now() })]);
  expect(await masqueradesAs(student)).toEqual([
    expect.objectContaining({ adminId: owner.id, adminName: 'Sam Lee', endedAt: null }),
  ]);
  await caller.call(masquerade, { id: owner.id });
  expect(await sessionState(caller)).toEqual([owner.id, false, null, null]);
});

test('logging out ends the masquerade and logs out completely', async () => {
  const client = await server.aClient();
  const [teacher, student] = [await server.aTeacher({ client }), await server.aStudent({ client })];
  const caller = server.as(teacher);
  await caller.call(masquerade, { id: student.id });
  await caller.call(logout, {});
  expect(await sessionState(caller)).toBe('logged out');
  expect(await sessionsOf(teacher)).toEqual([]);
  expect(await masqueradesAs(student)).toEqual([expect.objectContaining({ endedAt: server.clock.now() })]);
});

test('logging in as oneself ends the masquerade', async () => {
  const client = await server.aClient();
  const password = 'a boat on the bay';
  const passwordHash = await hashPassword(password);
  const [teacher, student] = [
    await server.aTeacher({ client, passwordHash }),
    await server.aStudent({ client }),
  ];
  const caller = server.as(teacher);
  await caller.call(masquerade, { id: student.id });
  server.clock.moveBy(60_000);
  await caller.call(login, { email: teacher.email, password });
  expect(await sessionState(caller)).toEqual([teacher.id, false, null, null]);
  expect(await masqueradesAs(student)).toEqual([expect.objectContaining({ endedAt: server.clock.now() })]);
});

test('two concurrent starts from one session start one masquerade', async () => {
  const client = await server.aClient();
  const [teacher, student] = [await server.aTeacher({ client }), await server.aStudent({ client })];
  const token = server.as(teacher);
  const holder = await server.database.owner.connect();
  try {
    await holder.query('begin');
    await holder.query('select from sessions where token_hash = $1 for update', [hashSecret(teacher.token)]);
    const tries = Promise.all(
      [token.copy(), token.copy()].map((caller) => caller.send(masquerade, { id: student.id })),
    );
    await expect
      .poll(async () => {
        const { rows } = await server.database.owner.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length;
      })
      .toBe(2);
    await holder.query('commit');
    expect((await tries).map(({ status }) => status).sort()).toEqual([200, 409]);
  } finally {
    holder.release(true);
  }
  expect(await masqueradesAs(student)).toHaveLength(1);
});
