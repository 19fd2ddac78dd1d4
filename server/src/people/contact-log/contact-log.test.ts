import { randomUUID } from 'node:crypto';
import { contactLogCalls } from '@waypost/contract/people/contact-log/calls';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/count-queries.ts';
import { startTestServer } from '../../../testing/server.ts';
import { users } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import { contactLogEntries } from '../../platform/database/tables/projects.ts';

const server = startTestServer();
const { addContactLogEntry, getContactLog } = contactLogCalls;

const data = {
  log_date: '2026-03-02',
  primary_contact_name: 'Grace Hopper',
  contact_relationship: 'Supervisor',
  associated_business: 'Bayside Marine',
  contact_type: 'Phone call',
  comments: 'Settled in well.\nCalls again in April.',
};

async function aStudentWithStaff() {
  const client = await server.aClient();
  const student = await server.aStudent({ client, firstName: 'Ada', lastName: 'Lovelace' });
  const teacher = await server.aTeacher({ client, firstName: 'Mary', lastName: 'Kenneth' });
  return { client, student, teacher, asTeacher: server.as(teacher) };
}

const entriesOf = (student: { id: string }) =>
  server.db.select().from(contactLogEntries).where(eq(contactLogEntries.studentId, student.id));
const recorded = async (client: { id: string }) =>
  (await server.db.select().from(auditEntries).where(eq(auditEntries.clientId, client.id))).map((entry) => [
    entry.action,
    entry.actorName,
    entry.subjectName,
  ]);

test('staff log contacts about a student, and read them the latest first with their authors', async () => {
  const { client, student, asTeacher } = await aStudentWithStaff();
  const student_id = student.id;
  const reply = await asTeacher.call(addContactLogEntry, { student_id, data });
  expect(reply).toMatchObject({ message: 'success', entry: { ...data, author_name: 'Mary Kenneth' } });
  const admin = server.as(await server.anAdmin({ client, firstName: 'Joan', lastName: 'Clarke' }));
  await admin.call(addContactLogEntry, { student_id, data: { ...data, log_date: '2026-03-03' } });
  const seen = await admin.call(getContactLog, { student_id });
  expect(seen.map((entry) => [entry.log_date, entry.author_name])).toEqual([
    ['2026-03-03', 'Joan Clarke'],
    ['2026-03-02', 'Mary Kenneth'],
  ]);
  expect(seen[1]).toEqual(reply.entry);
});

test('optional fields may be left out', async () => {
  const { student, asTeacher } = await aStudentWithStaff();
  const { log_date, primary_contact_name, associated_business } = data;
  const least = { log_date, primary_contact_name, associated_business };
  expect((await asTeacher.send(addContactLogEntry, { student_id: student.id, data: least })).status).toBe(
    200,
  );
  expect(await entriesOf(student)).toMatchObject([
    { contactRelationship: '', contactType: '', comments: '' },
  ]);
});

test.each([
  ['log_date', '', 'this field is required'],
  ['log_date', '2026-02-30', 'must be a date, MM/DD/YYYY'],
  ['log_date', '2026-03-05', 'must not be in the future'],
  ['log_date', '2016-03-03', 'must be within the past 10 years'],
  ['primary_contact_name', ' ', 'this field is required'],
  ['associated_business', undefined, 'this field is required'],
])('rejects a %s of %j at its field', async (field, value, message) => {
  const { student, asTeacher } = await aStudentWithStaff();
  const refused = await asTeacher.refusal(addContactLogEntry, {
    student_id: student.id,
    data: { ...data, [field]: value },
  });
  expect([refused.status, refused.problem.errors]).toEqual([400, { [`data.${field}`]: [message] }]);
  expect(await entriesOf(student)).toEqual([]);
});

test('records every view and every entry', async () => {
  const { client, student, asTeacher } = await aStudentWithStaff();
  await asTeacher.call(getContactLog, { student_id: student.id });
  await asTeacher.call(addContactLogEntry, { student_id: student.id, data });
  expect((await recorded(client)).sort()).toEqual([
    ['add contact log entry', 'Mary Kenneth', 'Ada Lovelace'],
    ['view contact log', 'Mary Kenneth', 'Ada Lovelace'],
  ]);
});

describe('a contact log', () => {
  test('exists only for students of one’s own school system', async () => {
    const { client, student, asTeacher } = await aStudentWithStaff();
    const business = await server.aBusiness({ client });
    const stranger = server.as(await server.aTeacher());
    for (const [caller, student_id] of [
      [asTeacher, business.id],
      [stranger, student.id],
    ] as const)
      for (const [call, more] of [
        [getContactLog, {}],
        [addContactLogEntry, { data }],
      ] as const) {
        const refused = await caller.refusal<unknown, unknown>(call, { student_id, ...more });
        const unknown = await caller.refusal<unknown, unknown>(call, { student_id: randomUUID(), ...more });
        expect([refused.status, refused.problem]).toEqual([404, unknown.problem]);
      }
    expect([
      ...(await entriesOf(student)),
      ...(await entriesOf(business)),
      ...(await recorded(client)),
    ]).toEqual([]);
  });

  test('keeps its entries when their author is deleted', async () => {
    const { client, student, teacher, asTeacher } = await aStudentWithStaff();
    await asTeacher.call(addContactLogEntry, { student_id: student.id, data });
    await server.db.delete(users).where(eq(users.id, teacher.id));
    const admin = server.as(await server.anAdmin({ client }));
    const seen = await admin.call(getContactLog, { student_id: student.id });
    expect(seen).toMatchObject([{ ...data, author_name: '' }]);
  });

  test('takes the same number of queries however long it is', async () => {
    const { student, asTeacher } = await aStudentWithStaff();
    const read = () =>
      statementsOf(server.database.app, () => asTeacher.call(getContactLog, { student_id: student.id }));
    const empty = await read();
    for (let more = 0; more < 5; more++)
      await asTeacher.call(addContactLogEntry, { student_id: student.id, data });
    expect(await read()).toEqual(empty);
  });
});
