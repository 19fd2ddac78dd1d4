import { randomBytes, randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { openPools, type Pools } from '../database/connect.ts';
import { migrate } from '../database/migrate.ts';

/* The migration moves the documents' fields from columns to rows, without losing any value. */
const migrations = join(import.meta.dirname, '..', '..', 'migrations');
const name = `waypost_before_${randomBytes(6).toString('hex')}`;
const [clientId, asked, alone, blank, firm, small] = Array.from({ length: 6 }, () => randomUUID());
let database: TestDatabase;
let old: Pools;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.owner.query(`create database ${name}`);
  old = openPools({ ...database.reach, database: name });
  const before = await mkdtemp(join(tmpdir(), 'waypost-before-'));
  await cp(migrations, before, { recursive: true });
  const file = join(before, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string }[] };
  const at = journal.entries.findIndex(({ tag }) => tag.endsWith('guardians_and_contacts'));
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }));
  await migrate(old.owner, before);
  await rm(before, { recursive: true });
});
afterAll(async () => {
  await Promise.all([old.app.end(), old.lists.end(), old.owner.end()]);
  await database.owner.query(`drop database ${name} with (force)`);
  await database.drop();
});

test('parents become guardians named by the student, and contacts become rows with their roles', async () => {
  const run = (text: string, values: unknown[] = []) => old.owner.query(text, values);
  await run(`insert into clients (id, full_name, short_name, max_users) values ($1, 'Bay', 'B', 9)`, [
    clientId,
  ]);
  await run(`insert into settings (client_id, locale) values ($1, 'es')`, [clientId]);
  for (const [id, role] of [
    ...[asked, alone, blank].map((student) => [student, 'Student']),
    ...[firm, small].map((business) => [business, 'Business']),
  ])
    await run(`insert into users (client_id, id, email, role) values ($1, $2, $3, $4)`, [
      ...[clientId, id, `${id}@x.test`, role],
    ]);
  await run(`update users set locale = 'en' where id = $1`, [alone]);
  await run(
    `insert into students (client_id, user_id, parent_name, parent_phone, alternate_parent_name, alternate_parent_phone)
     values ($1, $2, 'Anne', '(410)555-0101', 'Judith', ''), ($1, $3, 'Ada', '', '', ''), ($1, $4, '', '', '', '')`,
    [clientId, asked, alone, blank],
  );
  await run(
    `insert into businesses (client_id, user_id, contact_name, contact_email, contact_phone, admin_name, admin_email, admin_phone)
     values ($1, $2, 'Grace', 'grace@x.test', '(410)555-0102', 'Alan', 'alan@x.test', '(410)555-0103'),
            ($1, $3, 'Dana', 'dana@x.test', '(410)555-0104', '', '', '')`,
    [clientId, firm, small],
  );
  const [opportunity, application] = [randomUUID(), randomUUID()];
  await run(
    `insert into opportunities (client_id, id, business_id, title, short_description, skills_required, full_description,
       audience, available_slots, opportunity_type, internship_type, time_frame, compensation, application_open,
       application_close, employment_start, employment_stop)
     values ($1, $2, $3, 'T', '', '', '', 'Open', 1, 'Onsite', 'Internship', 'Summer', 'Paid', now(), now(), now(), now())`,
    [clientId, opportunity, firm],
  );
  await run(
    `insert into applications (client_id, id, opportunity_id, student_id, status, cover_letter, applied_at)
     values ($1, $2, $3, $4, 'Accepted', '', now())`,
    [clientId, application, opportunity, asked],
  );
  await run(
    `insert into projects (client_id, application_id, opportunity_id, student_id, business_id) values ($1, $2, $3, $4, $5)`,
    [clientId, application, opportunity, asked, firm],
  );

  await migrate(old.owner, migrations);

  const { rows: guardians } = await run(
    `select student_id as of, ordinal, name, phone, language, may_sign, added_by, confirmed from guardians order by name`,
  );
  const unseen = { may_sign: true, added_by: 'student', confirmed: false };
  expect(guardians).toEqual([
    { of: alone, ordinal: 1, name: 'Ada', phone: '', language: 'en', ...unseen },
    { of: asked, ordinal: 1, name: 'Anne', phone: '(410)555-0101', language: 'es', ...unseen },
    { of: asked, ordinal: 2, name: 'Judith', phone: '', language: 'es', ...unseen },
  ]);
  const { rows: contacts } = await run(
    `select business_id as of, ordinal, name, email, phone, roles,
            exists(select from projects p where p.supervisor_id = c.id) as supervises
       from business_contacts c order by name`,
  );
  const alan = { name: 'Alan', email: 'alan@x.test', phone: '(410)555-0103' };
  const dana = { name: 'Dana', email: 'dana@x.test', phone: '(410)555-0104' };
  const grace = { name: 'Grace', email: 'grace@x.test', phone: '(410)555-0102' };
  const roles = ['supervisor', 'signatory'];
  expect(contacts).toEqual([
    { ...alan, of: firm, ordinal: 2, roles: ['administration'], supervises: false },
    { ...dana, of: small, ordinal: 1, roles, supervises: false },
    { ...grace, of: firm, ordinal: 1, roles, supervises: true },
  ]);
});
