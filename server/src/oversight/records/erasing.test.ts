import { recordCalls } from '@waypost/contract/oversight/records/calls';
import { masqueradeCalls } from '@waypost/contract/people/masquerade/calls';
import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { type Caller, startTestServer } from '../../../testing/server.ts';
import { hashPassword } from '../../platform/access/passwords.ts';
import { verifyAudit } from '../../platform/database/audit-chain.ts';
import { users } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import { newFileKey } from '../../platform/outside/file-store.ts';

const server = startTestServer();
const PASSWORD = 'a boat on the bay';
const passwordHash = hashPassword(PASSWORD);
const { previewErasure, erasePerson } = recordCalls;
const NAME = 'Maya Quillfeather';

beforeEach(() => server.database.owner.query('delete from tries'));

async function aSchool() {
  const client = await server.aClient();
  const admin = await server.anAdmin({ client, passwordHash: await passwordHash });
  const student = await server.aStudent({ client, firstName: 'Maya', lastName: 'Quillfeather' });
  return { client, admin: server.as(admin), student, adminId: admin.id };
}

const erase = (caller: Caller, _id: string, { name = NAME, password = PASSWORD } = {}) =>
  caller.call(erasePerson, { _id, name, password });

/** The number of rows of each table that has a school system's rows. */
async function countRows(clientId: string): Promise<Record<string, number>> {
  const { rows } = await server.database.owner.query(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'client_id'`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const counted = await server.database.owner.query(
      `select count(*)::int as n from ${name} where client_id = $1`,
      [clientId],
    );
    counts[name] = counted.rows[0].n;
  }
  return counts;
}

/** A student with something of most kinds, some of which no foreign key leads to. */
async function aFullStudent() {
  const school = await aSchool();
  const { client, student, adminId } = school;
  const { owner } = server.database;
  const business = await server.aBusiness({ client });
  const project = await server.aProject({ student, business });
  await server.someHours(project);
  await server.anEvaluation(project);
  const stored = await server.aFile(student, { storageKey: newFileKey() });
  await owner.query(
    `insert into guardians (client_id, student_id, ordinal, name, email, added_by)
     values ($1, $2, 9, 'Rosa Quillfeather', 'rosa@family.test', 'school')`,
    [client.id, student.id],
  );
  await owner.query(
    `insert into notices (client_id, user_id, kind, text, path, about_id) values ($1, $2, 'hours', $3, '/', $4)`,
    [client.id, adminId, `Hours of ${NAME}`, student.id],
  );
  await owner.query(
    `insert into follow_ups (client_id, kind, subject_id, since)
     values ($1, 'hours', $2, '2026-03-01'), ($1, 'consent', $3, '2026-03-01')`,
    [client.id, project.id, student.id],
  );
  await owner.query(
    `insert into reminded_people (client_id, day, address_hash) values ($1, '2026-03-01', sha256($2))`,
    [client.id, Buffer.from(student.email.toLowerCase())],
  );
  await owner.query(
    `insert into links (client_id, token_hash, purpose, subject_id, account_id, recipient_email, locale, created_at, expires_at)
     values ($1, sha256('1'), 'evaluation', $2, $3, 'sue@boats.test', 'en', now(), now() + interval '1 day')`,
    [client.id, project.id, business.id],
  );
  await owner.query(
    `insert into creation_keys (client_id, user_id, key, hash, reply, created_at) values ($1, $2, 'log', '', $3, now())`,
    [client.id, adminId, { entry: `${NAME} called.` }],
  );
  for (const [to, text] of [
    [student.email, 'Your hours'],
    [business.email, `${NAME} has logged hours`],
    [business.email, 'Somebody else has logged hours'],
    ['a-stranger@other.test', `${NAME} of another school system`],
  ])
    await owner.query(`insert into jobs.job (name, data) values ('mail', $1)`, [
      { to, subject: 'Hello', text, html: '' },
    ]);
  // A guardian acted by a link, without an account.
  await owner.query(
    `insert into audit_entries (client_id, at, action, actor_name, subject_id, subject_name, details)
     values ($1, now(), 'act by link', 'Rosa Quillfeather', $2, $3, '{}')`,
    [client.id, student.id, NAME],
  );
  return { ...school, business, project, stored };
}

test('an erased student is gone with everything about them, as the preview said, and the trail still verifies', async () => {
  const { client, admin, student, adminId, stored } = await aFullStudent();
  const { owner } = server.database;
  const preview = await admin.call(previewErasure, { _id: student.id });
  const counts = Object.fromEntries(preview.counts.map(({ kind, count }) => [kind, count]));
  expect(preview.name).toBe(NAME);
  expect(counts).toMatchObject({ applications: 1, placements: 1, evaluations: 1, files: 1 });
  expect(counts).toMatchObject({ links: 1, notices: 1, mails: 2, audit: 1 });
  const before = await countRows(client.id);
  server.jobs.removedFiles.length = 0;

  expect(await erase(admin, student.id, { name: ' maya  QUILLFEATHER' })).toEqual({ message: 'success' });

  const after = await countRows(client.id);
  const lost = (...tables: string[]) =>
    tables.reduce((sum, table) => sum + (before[table] ?? 0) - (after[table] ?? 0), 0);
  expect(lost('applications')).toBe(counts.applications);
  expect(lost('projects')).toBe(counts.placements);
  expect(lost('hour_entries')).toBe(counts.hours);
  expect(lost('links')).toBe(counts.links);
  expect(lost('notices')).toBe(counts.notices);
  expect(lost('files')).toBe(counts.files);
  expect(lost('guardians')).toBe(counts.guardians);
  expect(lost('follow_ups', 'reminded_people', 'user_focus_areas', 'evaluation_ratings')).toBe(counts.other);
  expect([lost('users'), lost('students'), lost('sessions')]).toEqual([1, 1, 1]);
  expect(server.jobs.removedFiles).toEqual([stored.storageKey]);
  for (const table of Object.keys(after)) {
    const { rows } = await owner.query(
      `select t::text as row from ${table} t where client_id = $1 and (t::text ilike '%quillfeather%' or t::text like '%' || $2 || '%')`,
      [client.id, student.id],
    );
    expect([table, rows.length]).toEqual([table, table === 'audit_entries' ? 2 : 0]);
    expect(rows.filter(({ row }) => /quillfeather/i.test(row))).toEqual([]);
  }
  // Another school system's mail that names somebody else with this name stays.
  const { rows: mails } = await owner.query(`select data->>'text' as text from jobs.job where name = 'mail'`);
  expect(mails.map(({ text }) => text).sort()).toEqual([
    `${NAME} of another school system`,
    'Somebody else has logged hours',
  ]);
  const [entry] = await server.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.clientId, client.id), eq(auditEntries.action, 'erase person')));
  expect(entry).toMatchObject({
    actorId: adminId,
    subjectId: student.id,
    subjectName: '',
    details: { files: 1 },
  });
  expect((await verifyAudit(owner)).faults).toEqual([]);
});

test('an erased person is logged out, and a second erasure finds no one', async () => {
  const { admin, student } = await aSchool();
  const theirs = server.as(student);
  await erase(admin, student.id);
  expect((await theirs.refusal(recordCalls.previewErasure, { _id: student.id })).status).toBe(401);
  expect((await admin.refusal(erasePerson, { _id: student.id, name: NAME, password: PASSWORD })).status).toBe(
    404,
  );
});

test('if two people erase at once, it is done and recorded once', async () => {
  const { client, admin, student } = await aSchool();
  const other = server.as(await server.anAdmin({ client, passwordHash: await passwordHash }));
  const tried = await Promise.allSettled([erase(admin, student.id), erase(other, student.id)]);
  expect(tried.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const entries = await server.db.select().from(auditEntries).where(eq(auditEntries.clientId, client.id));
  expect(entries.map(({ action }) => action)).toEqual(['erase person']);
});

test('a wrong name or password erases nothing, and password guesses are limited', async () => {
  const { admin, student } = await aSchool();
  const refusal = (input: object) =>
    admin.refusal(erasePerson, { _id: student.id, name: NAME, password: PASSWORD, ...input });
  expect((await refusal({ name: 'Maya' })).problem.errors).toEqual({
    name: ['type the name exactly as it is shown'],
  });
  expect((await refusal({ name: '' })).problem.errors).toEqual({
    name: ['type the name exactly as it is shown'],
  });
  for (let turn = 0; turn < 10; turn += 1)
    expect((await refusal({ password: 'wrong' })).problem.errors).toEqual({
      password: ['Wrong password entered'],
    });
  expect((await refusal({})).status).toBe(429);
  expect(await server.db.select().from(users).where(eq(users.id, student.id))).toHaveLength(1);
});

test('no one but an Admin of the same school system erases or previews it, and only students', async () => {
  const { client, admin, student } = await aSchool();
  const given = { passwordHash: await passwordHash };
  const [business, teacher] = [
    await server.aBusiness({ client }),
    await server.aTeacher({ client, ...given }),
  ];
  const [foreign, owner] = [await server.anAdmin(given), await server.aSuperAdmin(given)];
  const statuses = async (caller: Caller, _id: string) => [
    (await caller.refusal(previewErasure, { _id })).status,
    (await caller.refusal(erasePerson, { _id, name: NAME, password: PASSWORD })).status,
  ];
  for (const one of [teacher, owner, student])
    expect(await statuses(server.as(one), student.id)).toEqual([403, 403]);
  expect(await statuses(server.as(foreign), student.id)).toEqual([404, 404]);
  for (const { id } of [business, teacher]) expect(await statuses(admin, id)).toEqual([404, 404]);
});

test('no one erases in a masquerade', async () => {
  const { client, student } = await aSchool();
  const given = { client, passwordHash: await passwordHash };
  const owner = server.as(await server.aSuperAdmin());
  await owner.call(masqueradeCalls.masquerade, { id: (await server.anAdmin(given)).id });
  expect((await owner.refusal(erasePerson, { _id: student.id, name: NAME, password: PASSWORD })).status).toBe(
    403,
  );
});

test('allows thirty erasures a day', async () => {
  const { client, admin, student } = await aSchool();
  await erase(admin, student.id);
  await server.database.owner.query('update tries set count = 30 where count = 1');
  const next = await server.aStudent({ client, firstName: 'Maya', lastName: 'Quillfeather' });
  const refused = await admin.refusal(erasePerson, { _id: next.id, name: NAME, password: PASSWORD });
  expect([refused.status, refused.problem.detail]).toEqual([
    429,
    'You can erase the data of 30 students a day. Try again in 24 hours.',
  ]);
});
