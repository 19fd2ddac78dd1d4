import type { InputOf } from '@waypost/contract/call';
import { type AuditEntry, auditCalls } from '@waypost/contract/oversight/audit/calls';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { masqueradeCalls } from '@waypost/contract/people/masquerade/calls';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { statementsOf } from '../../../testing/count-queries.ts';
import { startTestServer } from '../../../testing/server.ts';
import { PLATFORM } from '../../platform/access/actor.ts';
import { doneBy, record } from '../../platform/access/audit.ts';
import { hashPassword } from '../../platform/access/passwords.ts';
import { hashSecret } from '../../platform/access/sessions.ts';
import { asSession, enterTenant } from '../../platform/access/tenant.ts';
import { passwordCodes } from '../../platform/database/tables/logins.ts';
import { users } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import { findEntries } from './queries.ts';

const server = startTestServer();
const { getAuditEntries } = auditCalls;
const password = 'a lighthouse on a rock';

type Row = typeof auditEntries.$inferInsert;

/** Entries of a client, a minute apart, the oldest first. */
async function someEntries(client: { id: string }, entries: Partial<Row>[]) {
  const start = server.clock.now().getTime();
  await server.db.insert(auditEntries).values(
    entries.map((entry, index) => ({
      clientId: client.id,
      at: new Date(start + index * 60_000),
      action: 'activate',
      actorName: 'Grace Hopper',
      ...entry,
    })),
  );
}

const subjects = (entries: AuditEntry[]) => entries.map(({ subject }) => subject?.name);

async function aSystem() {
  const client = await server.aClient();
  const admin = await server.anAdmin({ client, firstName: 'Ada', lastName: 'Min' });
  return { client, admin, asAdmin: server.as(admin) };
}

test('an Admin reads the entries of their own school system, the newest first, and no others', async () => {
  const { client, admin, asAdmin } = await aSystem();
  const student = await server.aStudent({ client, firstName: 'Maya', lastName: 'Torres' });
  await server.aStudent();
  await asAdmin.call(peopleCalls.swapApprovalStatus, { _id: student.id, approved: false });
  server.clock.moveBy(60_000);
  await asAdmin.call(profileCalls.getUser, { id: student.id });
  await someEntries(await server.aClient(), [{ subjectName: 'Somebody else’s' }]);

  const entries = await asAdmin.call(getAuditEntries, {});
  expect(entries).toEqual([
    {
      _id: expect.any(String),
      at: server.clock.now().toISOString(),
      action: 'view student',
      actor: { _id: admin.id, name: 'Ada Min' },
      admin: null,
      subject: { _id: student.id, name: 'Maya Torres' },
      details: null,
    },
    expect.objectContaining({ action: 'deactivate' }),
  ]);
});

test('an entry stays after its subject is deleted', async () => {
  const { client, asAdmin } = await aSystem();
  const student = await server.aStudent({ client, firstName: 'Maya', lastName: 'Torres' });
  await asAdmin.call(profileCalls.getUser, { id: student.id });
  await server.db.delete(users).where(eq(users.id, student.id));
  expect(await asAdmin.call(getAuditEntries, {})).toMatchObject([
    { action: 'view student', subject: { name: 'Maya Torres' } },
  ]);
});

test('finds entries by action, by person or subject, and by time', async () => {
  const { client, asAdmin } = await aSystem();
  const start = server.clock.now().getTime();
  await someEntries(client, [
    { action: 'deactivate', subjectName: 'Maya Torres' },
    { subjectName: 'Nia Ellsworth', adminId: client.id, adminName: 'Ruth Calloway' },
    { actorName: 'Maya Lind', subjectName: 'Sam 100% Oak' },
  ]);
  const found = async (filter: InputOf<typeof getAuditEntries>) =>
    subjects(await asAdmin.call(getAuditEntries, filter));
  expect(await found({ action: 'deactivate' })).toEqual(['Maya Torres']);
  expect(await found({ person: 'maya' })).toEqual(['Sam 100% Oak', 'Maya Torres']);
  expect(await found({ person: 'CALLO' })).toEqual(['Nia Ellsworth']);
  expect(await found({ person: '0%' })).toEqual(['Sam 100% Oak']);
  expect(await found({ person: '%' })).toEqual(['Sam 100% Oak']);
  const minute = (n: number) => new Date(start + n * 60_000).toISOString();
  expect(await found({ from: minute(1) })).toEqual(['Sam 100% Oak', 'Nia Ellsworth']);
  expect(await found({ until: minute(1) })).toEqual(['Maya Torres']);
  expect(await found({ from: minute(1), until: minute(2), person: 'ruth' })).toEqual(['Nia Ellsworth']);
});

test('rejects an invalid filter at its field', async () => {
  const { asAdmin } = await aSystem();
  for (const [field, value] of [
    ['action', 'drop tables'],
    ['from', 'yesterday'],
    ['until', '03/04/2026'],
    ['from', '0000-01-01T00:00:00.000Z'],
    ['before', 'the last'],
    ['limit', '501'],
    ['limit', '0'],
  ] as const) {
    const refused = await asAdmin.refusal(getAuditEntries, { [field]: value });
    expect([field, refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([field, 400, [field]]);
  }
});

test('a long list is read page by page, each entry once even while new ones are added, with the total', async () => {
  const { client, asAdmin } = await aSystem();
  // Three at the same moment: their order is arbitrary, but the same on every page.
  const at = server.clock.now();
  await someEntries(client, [
    { subjectName: '1', at },
    { subjectName: '2', at },
    { subjectName: '3', at },
    { subjectName: '4' },
    { subjectName: '5' },
  ]);
  const page = async (before?: string) => {
    const response = await asAdmin.send(getAuditEntries, { limit: 2, before });
    return {
      total: response.headers.get('x-total-count'),
      rows: (await response.json()) as AuditEntry[],
    };
  };
  const first = await page();
  expect(first.total).toBe('5');
  await someEntries(client, [{ subjectName: 'new', at: new Date(at.getTime() + 9_000_000) }]);
  const second = await page(first.rows[1]?._id);
  const third = await page(second.rows[1]?._id);
  const seen = [...first.rows, ...second.rows, ...third.rows];
  expect(subjects(first.rows)).toEqual(['5', '4']);
  expect(subjects(seen).sort()).toEqual(['1', '2', '3', '4', '5']);
  expect(third.total).toBe('6');
});

test('a page takes two queries by index, however many entries there are', async () => {
  const { client, asAdmin } = await aSystem();
  await server.database.owner.query(
    `insert into audit_entries (client_id, at, action, actor_name, subject_name)
     select $1, timestamptz '2025-01-01' + n * interval '1 minute',
       case when n % 1000 = 0 then 'delete user' else 'sign in' end, 'Person ' || n, null
     from generate_series(1, 30000) n`,
    [client.id],
  );
  await server.database.owner.query('analyze audit_entries');
  const asked = await statementsOf(server.database.app, () => asAdmin.call(getAuditEntries, {}));
  expect(asked).toHaveLength(5);
  const plan = await asSession(server.database.app, null, server.clock.now(), async (tx) => {
    await enterTenant(tx, client.id);
    const explain = async (action?: 'delete user') => {
      const wanted = { clientId: client.id, action, from: undefined, until: undefined };
      const { sql, params } = findEntries(tx, wanted, { before: undefined, limit: 100 }).toSQL();
      const { rows } = await tx.client.query(`explain ${sql}`, params);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    return [await explain(), await explain('delete user')];
  });
  expect(plan[0]).toContain('audit_entries_by_time');
  expect(plan[1]).toContain('audit_entries_by_action');
});

test('records logins, and failed logins of existing accounts', async () => {
  const { client, asAdmin } = await aSystem();
  const passwordHash = await hashPassword(password);
  const teacher = await server.aTeacher({ client, passwordHash, firstName: 'Tea', lastName: 'Cher' });
  const browser = server.visitor();
  const { email } = teacher;
  await browser.call(accountCalls.login, { email, password: 'not the password' });
  await browser.call(accountCalls.login, { email: 'nobody@waypost.test', password });
  expect(await asAdmin.call(getAuditEntries, {})).toMatchObject([
    { action: 'failed sign in', actor: { _id: null }, subject: { _id: teacher.id, name: email } },
  ]);
  server.clock.moveBy(1000);
  await browser.call(accountCalls.login, { email, password });
  expect((await asAdmin.call(getAuditEntries, {}))[0]).toMatchObject({
    action: 'sign in',
    actor: { _id: teacher.id, name: 'Tea Cher' },
    subject: null,
  });
});

test('records changes to a login, with what changed', async () => {
  const { client, asAdmin } = await aSystem();
  const passwordHash = await hashPassword(password);
  const teacher = await server.aTeacher({ client, passwordHash, firstName: 'Tea', lastName: 'Cher' });
  // The same browser, because a change gives it a new session.
  const browser = server.as(teacher);
  const change = (email: string, new_password: string) =>
    browser.call(accountCalls.changePassword, { email, password, new_password });
  await change(teacher.email, '');
  await change('tea@bay.test', '');
  server.clock.moveBy(1000);
  await change('tea@bay.test', 'a heron by the pier');
  server.clock.moveBy(1000);
  const now = server.clock.now();
  await server.db.insert(passwordCodes).values({
    clientId: client.id,
    userId: teacher.id,
    codeHash: hashSecret('code'),
    purpose: 'reset',
    expiresAt: new Date(now.getTime() + 60_000),
  });
  const mailed = server.visitor();
  await mailed.call(accountCalls.findUserByCode, { code: 'code' });
  await mailed.call(accountCalls.changePasswordById, { _id: teacher.id, new_password: password });
  const entries = await asAdmin.call(getAuditEntries, {});
  const tea = { _id: teacher.id, name: 'Tea Cher' };
  expect(entries).toMatchObject(
    ['password, by a mailed link', 'password', 'email'].map((changed) => ({
      action: 'change login',
      actor: tea,
      details: { changed },
    })),
  );
  expect(entries).toHaveLength(3);
});

test('records sign-ups', async () => {
  const { client, asAdmin } = await aSystem();
  await server.visitor().call(accountCalls.signUp, {
    client: client.id,
    email: 'new@bayside.test',
    password,
    type: 'Business',
    business_name: 'Bayside Marine',
  });
  expect(await asAdmin.call(getAuditEntries, {})).toMatchObject([
    { action: 'sign up', actor: { name: 'Bayside Marine' } },
  ]);
});

test('records a masquerade’s start and end, and both people with each action in between', async () => {
  const { client, admin, asAdmin } = await aSystem();
  const teacher = await server.aTeacher({ client, firstName: 'Tea', lastName: 'Cher' });
  const student = await server.aStudent({ client });
  const browser = server.as(admin);
  await browser.call(masqueradeCalls.masquerade, { id: teacher.id });
  server.clock.moveBy(1000);
  await browser.call(profileCalls.getUser, { id: student.id });
  server.clock.moveBy(1000);
  await browser.call(masqueradeCalls.endMasquerade, { adminUser_id: admin.id });
  const ada = { _id: admin.id, name: 'Ada Min' };
  const tea = { _id: teacher.id, name: 'Tea Cher' };
  const entries = await browser.call(getAuditEntries, {});
  expect(entries).toMatchObject([
    { action: 'end masquerade', actor: tea, admin: ada },
    { action: 'view student', actor: tea, admin: ada },
    { action: 'masquerade', actor: ada, admin: null, subject: tea },
  ]);
  expect((await asAdmin.refusal(getAuditEntries, {})).status).toBe(401);
});

test('a SuperAdmin reads the platform’s own entries', async () => {
  await someEntries({ id: PLATFORM }, [{ action: 'create client', subjectName: 'Patuxent Schools' }]);
  const owner = server.as(await server.aSuperAdmin());
  expect(subjects(await owner.call(getAuditEntries, { person: 'patuxent' }))).toEqual(['Patuxent Schools']);
});

test('students, businesses and teachers cannot read entries', async () => {
  const { client } = await aSystem();
  for (const role of ['Student', 'Business', 'Teacher'] as const) {
    const caller = server.as(await server.aUser(role, { client }));
    expect((await caller.refusal(getAuditEntries, {})).status).toBe(403);
  }
});

test('no request can change or delete an entry', async () => {
  const { client } = await aSystem();
  const within = (text: string) =>
    asSession(server.database.app, null, server.clock.now(), async (tx) => {
      await enterTenant(tx, client.id);
      await record(
        tx,
        doneBy({ clientId: client.id, id: null, name: 'x' }),
        { action: 'sign in' },
        new Date(),
      );
      await tx.client.query(text);
    });
  await expect(within('delete from audit_entries')).rejects.toThrow('permission denied');
  await expect(within(`update audit_entries set actor_name = 'y'`)).rejects.toThrow('permission denied');
});
