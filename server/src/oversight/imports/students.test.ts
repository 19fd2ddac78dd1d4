import { randomUUID } from 'node:crypto';
import { importCalls } from '@waypost/contract/oversight/imports/calls';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { guardianCalls } from '@waypost/contract/people/guardians/calls';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { CLIENT_FULL } from '@waypost/contract/school-system/clients/rules';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { aSheet, aStudentRow } from '../../../testing/sheets.ts';
import { files } from '../../platform/database/tables/files.ts';
import { users } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';

const server = startTestServer();
const { uploadImport, importStudents } = importCalls;
const kind = 'students' as const;
const anAddress = () => `${randomUUID()}@students.test`;

async function aSystem(given: Parameters<typeof server.aClient>[0] = {}) {
  const client = await server.aClient(given);
  return { client, asAdmin: server.as(await server.anAdmin({ client })) };
}

const studentsOf = (client: { id: string }) =>
  server.db
    .select()
    .from(users)
    .where(and(eq(users.clientId, client.id), eq(users.role, 'Student')));
const codeFor = (email: string) =>
  /forgotPassword\/(\S+)/.exec(server.jobs.mail.find(({ to }) => to === email)?.text ?? '')?.[1] ?? '';

test('students of a file get an unapproved account and a link to set their password', async () => {
  const { client, asAdmin } = await aSystem();
  const email = anAddress();
  const sheet = aSheet(kind, [aStudentRow(client, email)]);
  const preview = await asAdmin.call(uploadImport, { kind }, sheet);
  expect(preview).toEqual({
    file: 'students.csv',
    accepted: [{ row: 2, name: 'Maya Torres' }],
    rejected: [],
  });
  expect(await studentsOf(client)).toEqual([]);
  expect(server.jobs.mail.filter(({ to }) => to === email)).toEqual([]);

  const done = { message: 'DONE', imported: 1, rejected: [], already: false };
  expect(await asAdmin.call(importStudents, {})).toEqual(done);
  const browser = server.visitor();
  const found = await browser.call(accountCalls.findUserByCode, { code: codeFor(email) });
  const password = 'a lighthouse on a rock';
  await browser.call(accountCalls.changePasswordById, { _id: found._id ?? '', new_password: password });
  const { user } = await browser.call(accountCalls.login, { email, password });
  expect(user).toMatchObject({
    role: 'Student',
    client: client.id,
    first_name: 'Maya',
    last_name: 'Torres',
    approved: false,
    __v: 0,
    student_id: `S-${email}`.slice(0, 50),
    school_attending: client.school.name,
    affiliated_program: client.program.name,
    graduation_year: 2027,
  });
  const record = and(eq(auditEntries.clientId, client.id), eq(auditEntries.action, 'import students'));
  expect(await server.db.select().from(auditEntries).where(record)).toMatchObject([
    { details: { imported: 1, rejected: 0 } },
  ]);
});

test('the planner knows the new number of rows after an import', async () => {
  const { client, asAdmin } = await aSystem();
  const rows = Array.from({ length: 300 }, () => aStudentRow(client, anAddress()));
  await asAdmin.call(uploadImport, { kind }, aSheet(kind, rows));
  await asAdmin.call(importStudents, {});
  const { rows: counted } = await server.database.owner.query<{ reltuples: number }>(
    `select reltuples from pg_class where oid in ('users'::regclass, 'students'::regclass)`,
  );
  expect(Math.min(...counted.map(({ reltuples }) => reltuples))).toBeGreaterThanOrEqual(300);
});

test('the file is deleted once imported, so that no one is imported twice', async () => {
  const { client, asAdmin } = await aSystem();
  await asAdmin.call(uploadImport, { kind }, aSheet(kind, [aStudentRow(client, anAddress())]));
  const [file] = await server.db.select().from(files).where(eq(files.clientId, client.id));
  await asAdmin.call(importStudents, {});
  expect(await server.db.select().from(files).where(eq(files.clientId, client.id))).toEqual([]);
  expect(server.jobs.removedFiles).toContain(file?.storageKey);
  expect((await asAdmin.refusal(importStudents, {})).status).toBe(404);
  expect(await studentsOf(client)).toHaveLength(1);
});

test('gives a reason for each rejected row', async () => {
  const { client, asAdmin } = await aSystem();
  const taken = await server.aBusiness();
  const twice = anAddress();
  const preview = await asAdmin.call(
    uploadImport,
    { kind },
    aSheet(kind, [
      aStudentRow(client, twice),
      aStudentRow(client, twice.toUpperCase()),
      aStudentRow(client, taken.email.toUpperCase()),
      aStudentRow(client, 'no address', { graduation_year: 'soon', student_id: '' }),
      aStudentRow(client, anAddress(), { school_attending: 'Elsewhere High', affiliated_program: '' }),
    ]),
  );
  expect(preview.rejected.map(({ row, reason }) => [row, reason])).toEqual([
    [3, 'Email: already in row 2'],
    [4, 'Email: another account has this email'],
    [
      5,
      'Email: must be a valid email address; Student ID: this field is required; Graduation year: must be a year, such as 2027',
    ],
    [6, 'Program: this field is required; School: “Elsewhere High” is not on the list'],
  ]);
  expect(preview.accepted).toEqual([{ row: 2, name: 'Maya Torres' }]);
});

test('rejects a Student ID that is in the file twice, or that another student has', async () => {
  const { client, asAdmin } = await aSystem();
  await server.aStudent({ client, firstName: 'Bo', lastName: 'Li', student: { studentId: 'N1' } });
  await server.aStudent({ student: { studentId: 'N2' } });
  const ids = ['N1', 'N2', 'N3', ' N2'];
  const rows = ids.map((student_id) => aStudentRow(client, anAddress(), { student_id }));
  const preview = await asAdmin.call(uploadImport, { kind }, aSheet(kind, rows));
  expect(preview.rejected.map(({ row, reason }) => [row, reason])).toEqual([
    [2, 'Student ID: Bo Li already has this ID'],
    [5, 'Student ID: row 3 has the same ID'],
  ]);
});

const csv = (lines: string[], end: string) =>
  ['Name,Email,Student ID,School,Program,Graduation year', ...lines].join(end);

test.each([
  ['Windows-1252', '\r\n', { é: 0xe9, ë: 0xeb, ñ: 0xf1, '’': 0x92 }],
  ['Mac Roman', '\r', { é: 0x8e, ë: 0x91, ñ: 0x96, '’': 0xd5 }],
  ['Mac Roman with the line ends of Windows', '\r\n', { é: 0x8e, ë: 0x91, ñ: 0x96, '’': 0xd5 }],
])('reads a file of a spreadsheet that saved it in %s', async (_, end, bytes: Record<string, number>) => {
  const { client, asAdmin } = await aSystem();
  const rest = (id: string) => `${anAddress()},${id},${client.school.name},${client.program.name},2028`;
  const text = csv([`"O’Neil, Zoë",${rest('1')}`, `"Muñoz, José",${rest('2')}`], end);
  const content = Uint8Array.from(text, (sign) => bytes[sign] ?? sign.charCodeAt(0));
  const preview = await asAdmin.call(uploadImport, { kind }, { name: 'old.csv', content });
  expect(preview.accepted).toEqual([
    { row: 2, name: 'Zoë O’Neil' },
    { row: 3, name: 'José Muñoz' },
  ]);
});

test('a first line that names the separator is not the header', async () => {
  const { client, asAdmin } = await aSystem();
  const line = ['"Li; Bo"', anAddress(), 'S1', client.school.name, client.program.name, '2028'].join(';');
  const text = `\ufeffsep=;\r\nName;Email;Student ID;School;Program;Graduation year\r\n${line}`;
  const content = new TextEncoder().encode(text);
  const preview = await asAdmin.call(uploadImport, { kind }, { name: 'sep.csv', content });
  expect(preview).toMatchObject({ accepted: [{ row: 2, name: 'Bo Li' }], rejected: [] });
});

test('rejects a cell with no or two schools or programs, because a student has one of each', async () => {
  const { client, asAdmin } = await aSystem();
  const rows = [
    aStudentRow(client, anAddress(), { school_attending: `${client.school.name}; Elsewhere High` }),
    aStudentRow(client, anAddress(), { affiliated_program: ';' }),
  ];
  const preview = await asAdmin.call(uploadImport, { kind }, aSheet(kind, rows));
  expect(preview.rejected.map(({ row, reason }) => [row, reason])).toEqual([
    [2, `School: “${client.school.name}; Elsewhere High” is not on the list`],
    [3, 'Program: “;” is not on the list'],
  ]);
  expect(preview.accepted).toEqual([]);
});

test('accepts one column of names instead of two', async () => {
  const { client, asAdmin } = await aSystem();
  const line = (name: string) =>
    `"${name}",${anAddress()},"${name}",${client.school.name},${client.program.name},2027`;
  const text = `\ufeffNAME,e-mail,Student Id,school,program,Graduation_Year\n${line('Torres, Maya')}\n${line('Jo Ann Lee')}\n${line('Cher')}`;
  const content = new TextEncoder().encode(text);
  const preview = await asAdmin.call(uploadImport, { kind }, { name: 'names.csv', content });
  expect(preview.accepted.map(({ name }) => name)).toEqual(['Maya Torres', 'Jo Ann Lee']);
  expect(preview.rejected).toEqual([{ row: 4, name: 'Cher', reason: 'Last name: this field is required' }]);
});

test('imports no one beyond the maximum number of users', async () => {
  const { client, asAdmin } = await aSystem({ maxUsers: 3 });
  const rows = Array.from({ length: 4 }, () => aStudentRow(client, anAddress()));
  rows.push(aStudentRow(client, 'no address'));
  await asAdmin.call(uploadImport, { kind }, aSheet(kind, rows));
  const done = await asAdmin.call(importStudents, {});
  expect([done.imported, done.rejected.map(({ row, reason }) => [row, reason])]).toEqual([
    2,
    [
      [4, CLIENT_FULL],
      [5, CLIENT_FULL],
      [6, 'Email: must be a valid email address'],
    ],
  ]);
  expect(await studentsOf(client)).toHaveLength(2);
});

test('rejects a row that never ends', async () => {
  const { client, asAdmin } = await aSystem();
  const { name, content } = aSheet(kind, [aStudentRow(client, anAddress())]);
  const open = Buffer.concat([content, Buffer.from(`"${'Maya,Torres\n'.repeat(80_000)}`)]);
  const refused = await asAdmin.refusal(uploadImport, { kind }, { name, content: open });
  expect([refused.status, refused.problem.errors]).toEqual([
    400,
    { fileupload: ['a row never ends; check the quotation marks'] },
  ]);
});

test('rejects a file of empty rows before reading all of it', async () => {
  const { client, asAdmin } = await aSystem();
  const { name, content } = aSheet(kind, [aStudentRow(client, anAddress())]);
  const padded = Buffer.concat([content, Buffer.from('\r\n'.repeat(30_000))]);
  const refused = await asAdmin.refusal(uploadImport, { kind }, { name, content: padded });
  expect(refused.problem.errors).toEqual({
    fileupload: ['the file has too many empty rows; delete them and save it again'],
  });
  const fewer = Buffer.concat([content, Buffer.from(',,\r\n'.repeat(5000))]);
  expect(await asAdmin.call(uploadImport, { kind }, { name, content: fewer })).toBeTruthy();
});

test('imports a thousand students and mails each a link', async () => {
  const { client, asAdmin } = await aSystem({ maxUsers: 5000 });
  const emails = Array.from({ length: 1000 }, anAddress);
  const rows = emails.map((email) => aStudentRow(client, email));
  await asAdmin.call(uploadImport, { kind }, aSheet(kind, rows));
  expect((await asAdmin.call(importStudents, {})).imported).toBe(1000);
  const invited = new Set(server.jobs.mail.map(({ to }) => to));
  expect(emails.filter((email) => !invited.has(email))).toEqual([]);
});

test('only an Admin imports students', async () => {
  const { client } = await aSystem();
  for (const role of ['Student', 'Business', 'Teacher'] as const) {
    const caller = server.as(await server.aUser(role, { client }));
    expect((await caller.refusal(importStudents, {})).status).toBe(403);
  }
});

test('imports a birth date and parents as entered by the school', async () => {
  const { client, asAdmin } = await aSystem();
  const [both, one] = [anAddress(), anAddress()];
  const rows = [
    aStudentRow(client, both, {
      birth_date: '4/17/2009',
      parent_name: 'Elena Torres',
      parent_relationship: 'mother',
      parent_email: 'elena@x.test',
      parent_phone: '+1 410.555.0142',
      parent_language: 'Spanish',
      alternate_parent_name: 'Luis Torres',
      alternate_parent_phone: '4105550143',
    }),
    aStudentRow(client, one, { student_id: '2', alternate_parent_name: 'Ada Torres' }),
  ];
  await asAdmin.call(uploadImport, { kind }, aSheet(kind, rows));
  expect(await asAdmin.call(importStudents, {})).toMatchObject({ imported: 2 });
  const students = new Map((await studentsOf(client)).map(({ email, id }) => [email, id]));
  const known = { added_by: 'school', confirmed: true, may_sign: true, revision: 1 };
  const [first, second] = [students.get(both) ?? '', students.get(one) ?? ''];
  expect(await asAdmin.call(guardianCalls.getGuardians, { student_id: first })).toEqual([
    {
      ...known,
      _id: expect.any(String),
      name: 'Elena Torres',
      relationship: 'Mother',
      email: 'elena@x.test',
      phone: '(410)555-0142',
      language: 'es',
    },
    {
      ...known,
      _id: expect.any(String),
      name: 'Luis Torres',
      relationship: '',
      email: '',
      phone: '(410)555-0143',
      language: 'en',
    },
  ]);
  const born = { birth_date: '2009-04-17', birth_date_by: 'school', parent_name: 'Elena Torres' };
  expect(await asAdmin.call(profileCalls.getUser, { id: first })).toMatchObject(born);
  expect(await asAdmin.call(profileCalls.getUser, { id: second })).toMatchObject({
    birth_date: null,
    birth_date_by: null,
    parent_name: 'Ada Torres',
  });
});

test('rejects a student who is too young and a parent without a name, naming the column', async () => {
  const { client, asAdmin } = await aSystem();
  const sheet = aSheet(kind, [
    aStudentRow(client, anAddress(), { birth_date: '03/05/2012', parent_email: 'elena@x.test' }),
    aStudentRow(client, anAddress(), {
      student_id: '2',
      birth_date: 'May',
      parent_phone: '12',
      parent_language: 'Klingon',
    }),
  ]);
  const { rejected } = await asAdmin.call(uploadImport, { kind }, sheet);
  expect(rejected.map(({ reason }) => reason.split('; '))).toEqual([
    ['Birth date: students must be at least 14 years old', 'Parent name: this field is required'],
    [
      'Birth date: must be a date, MM/DD/YYYY',
      'Parent phone: must look like (000)000-0000',
      'Parent language: this is not one of the choices',
    ],
  ]);
});

test('rejects a parent with the student’s own email, in any case and with any tag', async () => {
  const { client, asAdmin } = await aSystem();
  const email = 'ana@students.test';
  const parents = {
    parent_name: 'Elena',
    parent_email: 'Ana+mom@Students.test',
    alternate_parent_name: 'Rosa',
  };
  const row = aStudentRow(client, email, { ...parents, alternate_parent_email: email });
  const { rejected } = await asAdmin.call(uploadImport, { kind }, aSheet(kind, [row]));
  expect(rejected.map(({ reason }) => reason.split('; '))).toEqual([
    [
      'Parent email: This is the student’s own email. Enter another one',
      'Alternate parent email: This is the student’s own email. Enter another one',
    ],
  ]);
});
