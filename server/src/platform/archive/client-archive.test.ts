import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { makeFactories } from '../../../testing/factories.ts';
import { fillDemo } from '../../demo/fill-demo.ts';
import { PLATFORM } from '../access/actor.ts';
import { verifyAudit } from '../database/audit-chain.ts';
import { eraseClient, eraseStudent } from '../database/erasure.ts';
import { clockAt } from '../outside/clock.ts';
import { createMemoryStore, newFileKey } from '../outside/file-store.ts';
import { readArchive } from './archive.ts';
import { exportClient, findClientNamed, importClient } from './client-archive.ts';
import { fromCsv, toCsv } from './csv-rows.ts';
import { exportStudent, findStudentNamed } from './student-archive.ts';

const MADE = new Date('2026-03-04T15:00:00.000Z');

async function aDatabase(): Promise<TestDatabase> {
  const database = await openTestDatabase();
  onTestFinished(() => database.drop());
  return database;
}

/** The demo's school system, which has rows of every kind, with an audit trail; and a second school system. */
async function fill() {
  const [database, files] = [await openTestDatabase(), createMemoryStore()];
  const { owner } = database;
  await fillDemo(owner, { now: MADE, files, passwordHash: 'a hash' });
  const { rows } = await owner.query(
    `select s.client_id as id, s.email, s.id as student from users s
      where role = 'Student' and client_id = (select id from clients where short_name = 'CBPS')
        and exists (select from projects p join agreements a on a.project_id = p.id
                     where p.student_id = s.id and exists (select from hour_entries h where h.project_id = p.id))
        and exists (select from files f where f.owner_id = s.id and f.shelf is null) order by s.id limit 1`,
  );
  const [{ id, email, student }] = rows;
  // A name that nobody else has, not even another student's parent.
  const name = 'Maya Quillfeather';
  await owner.query(`update users set first_name = 'Maya', last_name = 'Quillfeather' where id = $1`, [
    student,
  ]);
  await owner.query(
    `insert into audit_entries (client_id, at, action, actor_name, subject_id, subject_name, details)
     values ($1, $2, 'view student', 'Grace Hopper', $3, $4, '{"list": "a, \\"b\\""}')`,
    [id, MADE, student, name],
  );
  // A running server makes it.
  const document = newFileKey();
  await files.put(document, Buffer.from('%PDF-'), 'application/pdf');
  await owner.query(
    `with signed as (select a.client_id, a.id from agreements a join projects p on p.id = a.project_id
                      where p.student_id = $1 limit 1),
          kept as (insert into files (client_id, name, content_type, bytes, storage_key)
                   select client_id, $2, 'application/pdf', 5, $3 from signed returning id)
     insert into signed_documents (client_id, agreement_id, file_id, code, sha256, sealed_at)
     select signed.client_id, signed.id, kept.id, '0000-0000-0000', 'ab', $4 from signed, kept`,
    [student, `Agreement of ${name}.pdf`, document, MADE],
  );
  const other = await makeFactories(owner, clockAt(MADE)).aStudent();
  await database.disconnect();
  return { database, files, document, id: id as string, email: email as string, name, other };
}

let full: Awaited<ReturnType<typeof fill>>;
beforeAll(async () => {
  full = await fill();
});
afterAll(() => full.database.drop());

/** A copy of it for one test. */
async function aFullDatabase() {
  const database = await openTestDatabase(full.database.reach.database);
  onTestFinished(() => database.drop());
  const files = createMemoryStore();
  for (const [key, file] of full.files.files) files.files.set(key, file);
  return { ...full, ...database, files };
}

async function aFile(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-records-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, name);
}

/** An archive's entries by name, except the manifest, which contains the time. */
async function contentOf(file: string): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for await (const entry of readArchive(file, undefined))
    if (entry.name !== 'manifest.json') content[entry.name] = entry.content.toString('latin1');
  return content;
}

/** How many rows of a school system each table has. */
async function countOf({ owner }: Pick<TestDatabase, 'owner'>, clientId: string) {
  const { rows } = await owner.query(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'client_id'`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const counted = await owner.query(`select count(*)::int as n from ${name} where client_id = $1`, [
      clientId,
    ]);
    counts[name] = counted.rows[0].n;
  }
  return counts;
}

test('an imported school system is the same as in the other installation', async () => {
  const from = await aFullDatabase();
  const [first, second] = [await aFile('first'), await aFile('second')];
  const counted = await exportClient(from.owner, from.id, first, { files: from.files, made: MADE });
  expect(counted.rows).toBeGreaterThan(1000);
  expect(counted.files).toBeGreaterThan(0);

  const [to, files] = [await aDatabase(), createMemoryStore()];
  expect(await importClient(to.owner, first, { files })).toMatchObject(counted);
  await exportClient(to.owner, from.id, second, { files, made: MADE });
  expect(await contentOf(second)).toEqual(await contentOf(first));
  expect((await verifyAudit(to.owner)).faults).toEqual([]);
  const { rowCount } = await to.owner.query('select from users where password_hash is not null');
  expect(rowCount).toBe(0);
});

test('an archive contains nothing of another school system, and no passwords', async () => {
  const from = await aFullDatabase();
  const file = await aFile('archive');
  await exportClient(from.owner, from.id, file, { files: from.files, made: MADE });
  const all = Object.values(await contentOf(file)).join('');
  for (const secret of [from.other.email, from.other.clientId, PLATFORM, 'a hash'])
    expect(all).not.toContain(secret);
});

test('no archive has a code or token by which someone could act, and links end where it is imported', async () => {
  const from = await aFullDatabase();
  const student = await findStudentNamed(from.owner, from.email);
  const [TOKEN, STOP] = ['5e'.repeat(32), '5e5e5e5e-5e5e-4e5e-8e5e-5e5e5e5e5e5e'];
  await from.owner.query(
    `insert into calendar_feeds (client_id, user_id, token_hash, created_at) values ($1, $2, decode($3, 'hex'), now())
     on conflict (client_id, user_id) do update set token_hash = excluded.token_hash`,
    [from.id, student.id, TOKEN],
  );
  await from.owner.query(
    `insert into links (client_id, token_hash, purpose, subject_id, account_id, recipient_email, locale, created_at, expires_at)
     values ($1, sha256(decode($3, 'hex')), 'consent', $2, $2, 'rosa@family.test', 'en', now(), now() + interval '1 day')`,
    [from.id, student.id, TOKEN],
  );
  await from.owner.query(`update users set stop_code = $2 where id = $1`, [student.id, STOP]);
  const { rows } = await from.owner.query(
    `select encode(token_hash, 'hex') as secret from links where client_id = $1
      union all select stop_code::text from users where client_id = $1
      union all select stop_code::text from saved_searches where client_id = $1`,
    [from.id],
  );
  const secrets = [TOKEN, STOP, ...rows.map(({ secret }) => secret)];
  const [whole, own] = [await aFile('client'), await aFile('student')];
  await exportClient(from.owner, from.id, whole, { files: from.files, made: MADE });
  await exportStudent(from.owner, student, own, { files: from.files, made: MADE });
  for (const file of [whole, own]) {
    const content = await contentOf(file);
    expect(content['tables/links.csv']).toContain('rosa@family.test');
    expect(content['tables/calendar_feeds.csv']).toBeUndefined();
    const all = Object.values(content).join('');
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
  }
  const to = await aDatabase();
  await importClient(to.owner, whole, { files: createMemoryStore() });
  const kept = await to.owner.query('select from links where token_hash = sha256(decode($1, $2))', [
    TOKEN,
    'hex',
  ]);
  expect(kept.rowCount).toBe(0);
});

test('rejects importing a school system that exists here, or whose emails do', async () => {
  const from = await aFullDatabase();
  const file = await aFile('archive');
  await exportClient(from.owner, from.id, file, { files: from.files, made: MADE });
  await expect(importClient(from.owner, file, { files: from.files })).rejects.toThrow('is here already');

  const [to, files] = [await aDatabase(), createMemoryStore()];
  await makeFactories(to.owner, clockAt(MADE)).aStudent({ email: from.email });
  await expect(importClient(to.owner, file, { files })).rejects.toThrow('taken here already');
  expect((await to.owner.query('select from clients where id = $1', [from.id])).rowCount).toBe(0);
  expect(files.files.size).toBe(0);
});

test('erases a school system with all its data, and no other', async () => {
  const database = await aFullDatabase();
  const before = await countOf(database, database.other.clientId);
  const { id } = await findClientNamed(database.owner, database.id);
  expect(await eraseClient(database.owner, id, database.files)).toBeGreaterThan(100);
  expect(new Set(Object.values(await countOf(database, id)))).toEqual(new Set([0]));
  const { rows } = await database.owner.query('select storage_key from files');
  expect([...database.files.files.keys()].sort()).toEqual(rows.map((row) => row.storage_key).sort());
  expect(await countOf(database, database.other.clientId)).toEqual(before);
});

test('a student’s archive has all their data, and no one else’s email', async () => {
  const database = await aFullDatabase();
  const student = await findStudentNamed(database.owner, database.email.toUpperCase());
  const file = await aFile('student');
  const counted = await exportStudent(database.owner, student, file, { files: database.files, made: MADE });
  const content = await contentOf(file);
  expect(Object.keys(content)).toEqual(
    expect.arrayContaining(
      ['users', 'students', 'applications', 'projects', 'hour_entries', 'audit_entries', 'files'].map(
        (table) => `tables/${table}.csv`,
      ),
    ),
  );
  expect(counted.files).toBeGreaterThan(0);
  expect(Object.entries(content).filter(([name]) => name.startsWith('files/'))).toContainEqual([
    expect.stringMatching(/^files\/\d+-[\w.-]+\.pdf$/),
    '%PDF-',
  ]);
  expect(fromCsv(content['tables/users.csv']?.slice(3) ?? '')).toHaveLength(2);
  const { rows } = await database.owner.query('select email from users where id <> $1 and client_id = $2', [
    student.id,
    student.clientId,
  ]);
  const all = Object.entries(content).filter(([name]) => name.startsWith('tables/'));
  const text = all.map(([, one]) => one).join('');
  expect(rows.filter(({ email }) => text.includes(`"${email}"`))).toEqual([]);
});

test('an erased student is named nowhere, others stay, and the audit trail verifies', async () => {
  const database = await aFullDatabase();
  const student = await findStudentNamed(database.owner, database.email);
  const before = await countOf(database, database.id);
  const removed = await eraseStudent(database.owner, student, database.files, MADE);
  expect(removed).toBeGreaterThan(0);
  expect(database.files.files.has(database.document)).toBe(false);
  const after = await countOf(database, database.id);
  expect(before.users).toBe((after.users ?? 0) + 1);
  expect(after.audit_entries).toBe((before.audit_entries ?? 0) + 1);
  expect(after.schools).toBe(before.schools);
  for (const table of Object.keys(after)) {
    if (table === 'sessions') continue;
    const { rows } = await database.owner.query(
      `select t::text as row from ${table} t where t::text like '%' || $1 || '%' or t::text like '%' || $2 || '%'`,
      [student.email, student.name],
    );
    expect([table, rows]).toEqual([table, []]);
  }
  expect((await verifyAudit(database.owner)).faults).toEqual([]);
  await expect(findStudentNamed(database.owner, database.email)).rejects.toThrow('No student');
});

test('CSV preserves any text, and distinguishes NULL from empty', () => {
  const rows = [
    ['a', null, ''],
    ['"', 'a,b\r\n"c"', '=1+1'],
    [null, null, null],
  ];
  expect(fromCsv(toCsv(rows))).toEqual(rows);
  expect(fromCsv('"a')).toBeUndefined();
  expect(fromCsv('a,b\r\n')).toBeUndefined();
  expect(fromCsv('"a",')).toBeUndefined();
});
