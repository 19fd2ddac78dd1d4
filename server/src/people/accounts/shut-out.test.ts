import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { SHUT_OUT } from '@waypost/contract/people/accounts/rules';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Caller, startTestServer } from '../../../testing/server.ts';
import { untilLockWait } from '../../../testing/waiting.ts';
import { hashPassword } from '../../platform/access/passwords.ts';
import { sessions } from '../../platform/database/tables/logins.ts';
import { users } from '../../platform/database/tables/people.ts';

const server = startTestServer();
const PASSWORD = 'a boat on the bay';
const passwordHash = hashPassword(PASSWORD);

const login = (caller: Caller, email: string, password = PASSWORD) =>
  caller.call(accountCalls.login, { email, password });
const isSignedIn = async (caller: Caller) =>
  !Array.isArray(await caller.call(accountCalls.getCurrentUser, {}));

test.each(['Teacher', 'Admin'] as const)(
  'a deactivated %s cannot log in, even with a new password, until activated again',
  async (role) => {
    const client = await server.aClient();
    const deactivatedAt = server.clock.now();
    const shutOut = { approved: false, deactivatedAt };
    const staff = await server.aUser(role, { client, passwordHash: await passwordHash, ...shutOut });
    const browser = server.visitor();
    const refused = await browser.refusal(accountCalls.login, { email: staff.email, password: PASSWORD });
    expect([refused.status, refused.problem.type, refused.problem.detail]).toEqual([
      403,
      '/problems/unapproved',
      SHUT_OUT,
    ]);
    expect(await isSignedIn(browser)).toBe(false);

    await server.db.delete(sessions).where(eq(sessions.userId, staff.id));
    await browser.call(accountCalls.resetPassword, { email: staff.email });
    const code = /forgotPassword\/([\w-]+)/.exec(server.jobs.mail.at(-1)?.text ?? '')?.[1] ?? '';
    await browser.call(accountCalls.findUserByCode, { code });
    const another = 'another boat on the bay';
    await browser.call(accountCalls.changePasswordById, { _id: staff.id, new_password: another });
    expect((await browser.send(accountCalls.login, { email: staff.email, password: another })).status).toBe(
      403,
    );

    await server.db.update(users).set({ approved: true, deactivatedAt: null }).where(eq(users.id, staff.id));
    expect(await login(browser, staff.email, another)).toMatchObject({ message: 'success' });
  },
);

test('a wrong password for a deactivated teacher gets the usual reply', async () => {
  const teacher = await server.aTeacher({
    passwordHash: await passwordHash,
    deactivatedAt: server.clock.now(),
  });
  expect(await login(server.visitor(), teacher.email, 'wrong')).toEqual({ message: 'Wrong Name/PW' });
});

test('a deactivated student can log in, but lacks what needs approval', async () => {
  const deactivatedAt = server.clock.now();
  const student = await server.aStudent({
    passwordHash: await passwordHash,
    approved: false,
    deactivatedAt,
  });
  const browser = server.visitor();
  expect(await login(browser, student.email)).toMatchObject({
    message: 'success',
    user: { approved: false },
  });
});

test('a teacher who is deactivated while logging in gets no session', async () => {
  const client = await server.aClient();
  const teacher = await server.aTeacher({ client, passwordHash: await passwordHash });
  const deactivating = await server.database.owner.connect();
  try {
    await deactivating.query('begin');
    await deactivating.query('update users set approved = false, deactivated_at = now() where id = $1', [
      teacher.id,
    ]);
    const entering = server
      .visitor()
      .refusal(accountCalls.login, { email: teacher.email, password: PASSWORD });
    await untilLockWait(server.database.owner);
    await deactivating.query('commit');
    expect((await entering).problem.detail).toBe(SHUT_OUT);
  } finally {
    deactivating.release(true);
  }
});
