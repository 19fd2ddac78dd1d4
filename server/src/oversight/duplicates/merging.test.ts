import { randomUUID } from 'node:crypto';
import { duplicateCalls } from '@waypost/contract/oversight/duplicates/calls';
import { bothApplied } from '@waypost/contract/oversight/duplicates/rules';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { and, eq, getTableColumns } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { businessContacts } from '../../platform/database/tables/contacts.ts';
import { guardians } from '../../platform/database/tables/guardians.ts';
import { applications, opportunityStudents } from '../../platform/database/tables/opportunities.ts';
import { businesses, students, userFocusAreas, users } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import { contactLogEntries, hourEntries, projects } from '../../platform/database/tables/projects.ts';

const server = startTestServer();
const { mergeUsers } = duplicateCalls;

async function aSystem() {
  const client = await server.aClient();
  const admin = await server.anAdmin({ client, firstName: 'Ada', lastName: 'Min' });
  return { client, admin, asAdmin: server.as(admin) };
}

const contactsOf = ({ id }: { id: string }) =>
  server.db
    .select()
    .from(businessContacts)
    .where(eq(businessContacts.businessId, id))
    .orderBy(businessContacts.ordinal);

/** Every place in the database that names a person, except records of what was done. */
async function whereNamed(id: string): Promise<string[]> {
  const { rows: columns } = await server.database.owner.query<{ table: string; column: string }>(`
    select c.table_name as table, c.column_name as column from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.data_type = 'uuid' and t.table_type = 'BASE TABLE'
       and c.table_name not in ('audit_entries', 'masquerades')`);
  const found: string[] = [];
  for (const { table, column } of columns) {
    const { rowCount } = await server.database.owner.query(
      `select from ${table} where ${column} = $1 limit 1`,
      [id],
    );
    if (rowCount) found.push(`${table}.${column}`);
  }
  return found.sort();
}

test('moves everything of one student to the other, and deletes the former', async () => {
  const { client, admin, asAdmin } = await aSystem();
  const keep = await server.aStudent({
    client,
    street: '',
    student: { studentId: '', cellPhone: '(410)555-0001' },
    guardians: [{ name: 'Kept Parent' }, { name: 'Confirmed', confirmed: true }],
  });
  const remove = await server.aStudent({
    client,
    firstName: 'Twice',
    lastName: 'Here',
    student: { studentId: '4471', cellPhone: '(410)555-9999', schoolId: client.school.id },
    guardians: [
      { name: 'Another Parent' },
      { name: 'kept parent', email: 'kept@x.test' },
      { name: 'Confirmed', email: 'unknown@x.test' },
    ],
  });
  const project = await server.aProject({ student: remove });
  const hours = await server.someHours(project);
  const waiting = await server.anApplication({ student: remove });
  const offered = await server.anOpportunity({
    business: await server.aBusiness({ client }),
    selected: [keep, remove],
  });
  const resume = await server.aFile(remove);
  await server.db.update(users).set({ resumeFileId: resume.id }).where(eq(users.id, remove.id));
  await server.db.insert(userFocusAreas).values([
    { clientId: client.id, userId: keep.id, focusAreaId: client.area.id },
    { clientId: client.id, userId: remove.id, focusAreaId: client.area.id },
    { clientId: client.id, userId: remove.id, focusAreaId: client.otherArea.id },
  ]);
  await server.db.insert(contactLogEntries).values({
    clientId: client.id,
    studentId: remove.id,
    authorId: admin.id,
    logDate: '2026-03-01',
    primaryContactName: 'Parent',
    associatedBusiness: 'Bayside',
  });
  const before = await whereNamed(remove.id);
  expect(before).toContain('contact_log_entries.student_id');

  expect(await asAdmin.call(mergeUsers, { keep: keep.id, remove: remove.id })).toEqual({
    message: 'success',
  });
  expect(await whereNamed(remove.id)).toEqual([]);
  expect((await whereNamed(keep.id)).filter((one) => !before.includes(one))).toEqual([]);
  expect(before.filter((one) => !one.startsWith('sessions'))).toEqual(
    (await whereNamed(keep.id)).filter((one) => !one.startsWith('sessions')),
  );
  const [row] = await server.db.select().from(students).where(eq(students.userId, keep.id));
  expect(row).toMatchObject({
    studentId: '4471',
    cellPhone: '(410)555-0001',
    schoolId: client.school.id,
  });
  const named = await server.db
    .select()
    .from(guardians)
    .where(eq(guardians.studentId, keep.id))
    .orderBy(guardians.ordinal);
  // No duplicates; and an unconfirmed address is not added to a confirmed person.
  expect(named.map(({ ordinal, name, email }) => [ordinal, name, email])).toEqual([
    [1, 'Kept Parent', 'kept@x.test'],
    [2, 'Confirmed', ''],
    [3, 'Another Parent', ''],
  ]);
  const [user] = await server.db.select().from(users).where(eq(users.id, keep.id));
  expect(user).toMatchObject({ email: keep.email, street: remove.street, resumeFileId: resume.id });
  expect(await server.db.select().from(hourEntries).where(eq(hourEntries.id, hours.id))).toHaveLength(1);
  const [moved] = await server.db.select().from(applications).where(eq(applications.id, waiting.id));
  expect(moved?.studentId).toBe(keep.id);
  const selected = eq(opportunityStudents.opportunityId, offered.id);
  expect(await server.db.select().from(opportunityStudents).where(selected)).toHaveLength(1);
  expect((await server.as(remove).refusal(accountCalls.getUserData, {})).status).toBe(401);
  expect((await server.as(keep).call(accountCalls.getUserData, {}))._id).toBe(keep.id);

  const record = and(eq(auditEntries.clientId, client.id), eq(auditEntries.action, 'merge users'));
  expect(await server.db.select().from(auditEntries).where(record)).toMatchObject([
    {
      actorId: admin.id,
      subjectId: keep.id,
      details: { merged: 'Twice Here', email: remove.email, applications_dropped: 0 },
    },
  ]);
});

test('moves a business’s opportunities and placements to the other', async () => {
  const { client, asAdmin } = await aSystem();
  const keep = await server.aBusiness({
    client,
    business: { businessBio: '' },
    contacts: [{ name: 'Ruth' }, { name: 'Dana', roles: ['administration'] }],
  });
  const remove = await server.aBusiness({
    client,
    business: { businessBio: '<p>Bio</p>' },
    contacts: [{ name: 'Sam' }, { name: 'dana', email: 'dana@x.test' }],
  });
  const [, dana] = await contactsOf(remove);
  await server.aProject({ business: remove, supervisorId: dana?.id ?? null });
  await server.anOpportunity({ business: remove });
  await asAdmin.call(mergeUsers, { keep: keep.id, remove: remove.id });
  expect(await whereNamed(remove.id)).toEqual([]);
  expect(await whereNamed(keep.id)).toEqual(
    expect.arrayContaining(['opportunities.business_id', 'projects.business_id']),
  );
  const [row] = await server.db.select().from(businesses).where(eq(businesses.userId, keep.id));
  expect(row).toMatchObject({ businessBio: '<p>Bio</p>' });
  const contacts = await contactsOf(keep);
  expect(contacts.map(({ name, email }) => [name, email])).toEqual([
    ['Ruth', ''],
    ['Dana', 'dana@x.test'],
    ['Sam', ''],
  ]);
  const [project] = await server.db.select().from(projects).where(eq(projects.businessId, keep.id));
  expect(project?.supervisorId).toBe(contacts[1]?.id);
});

test.each([
  ['Student', students],
  ['Business', businesses],
] as const)('fills every empty text of a %s from the removed account', async (role, table) => {
  const { client, asAdmin } = await aSystem();
  const aPerson = () => (role === 'Student' ? server.aStudent({ client }) : server.aBusiness({ client }));
  const [keep, remove] = [await aPerson(), await aPerson()];
  const texts = Object.entries(getTableColumns(table)).filter(([, column]) => column.columnType === 'PgText');
  const names = texts.map(([name]) => name).filter((name) => name !== 'birthDateBy');
  const rowWith = (text: (name: string) => string) =>
    Object.fromEntries(names.map((name) => [name, text(name)]));
  const removed = rowWith((name) => `Some ${name}`);
  await server.db
    .update(table)
    .set(rowWith(() => ''))
    .where(eq(table.userId, keep.id));
  await server.db.update(table).set(removed).where(eq(table.userId, remove.id));
  await asAdmin.call(mergeUsers, { keep: keep.id, remove: remove.id });
  const [row] = await server.db.select().from(table).where(eq(table.userId, keep.id));
  expect(row).toMatchObject(removed);
});

test('of two applications to one opportunity, drops a closed one without a placement', async () => {
  const { client, asAdmin } = await aSystem();
  const [keep, remove] = [await server.aStudent({ client }), await server.aStudent({ client })];
  const opportunity = await server.anOpportunity({ business: await server.aBusiness({ client }) });
  const closed = await server.anApplication({ student: keep, opportunity, status: 'Rescinded' });
  const open = await server.anApplication({ student: remove, opportunity, status: 'Offered' });
  await asAdmin.call(mergeUsers, { keep: keep.id, remove: remove.id });
  const left = await server.db
    .select()
    .from(applications)
    .where(eq(applications.opportunityId, opportunity.id));
  expect(left).toMatchObject([{ id: open.id, studentId: keep.id, status: 'Offered' }]);
  expect(left.map(({ id }) => id)).not.toContain(closed.id);
});

test('if neither of two applications can be dropped, merges nothing and names the opportunity', async () => {
  const { client, asAdmin } = await aSystem();
  const [keep, remove] = [await server.aStudent({ client }), await server.aStudent({ client })];
  const opportunity = await server.anOpportunity({ business: await server.aBusiness({ client }) });
  await server.anApplication({ student: keep, opportunity });
  await server.anApplication({ student: remove, opportunity, status: 'Interview Scheduled' });
  await server.anApplication({ student: remove });
  const before = await whereNamed(remove.id);
  const refused = await asAdmin.refusal(mergeUsers, { keep: keep.id, remove: remove.id });
  expect([refused.status, refused.problem.detail]).toEqual([409, bothApplied(opportunity.title)]);
  expect(await whereNamed(remove.id)).toEqual(before);
});

test('merges only two accounts of one role and one school system, and none above the caller', async () => {
  const { client, admin, asAdmin } = await aSystem();
  const student = await server.aStudent({ client });
  const status = async (keep: string, remove: string) =>
    (await asAdmin.refusal(mergeUsers, { keep, remove })).status;
  expect(await status(student.id, student.id)).toBe(409);
  expect(await status(student.id, (await server.aBusiness({ client })).id)).toBe(409);
  expect(await status(student.id, (await server.aStudent()).id)).toBe(404);
  expect(await status((await server.aStudent()).id, student.id)).toBe(404);
  expect(await status(student.id, randomUUID())).toBe(404);
  expect(await status((await server.anAdmin({ client })).id, admin.id)).toBe(404);
});

test('only an Admin merges accounts', async () => {
  const { client } = await aSystem();
  const [keep, remove] = [await server.aStudent({ client }), await server.aStudent({ client })];
  const input = { keep: keep.id, remove: remove.id };
  for (const caller of [
    await server.aTeacher({ client }),
    await server.aBusiness({ client }),
    await server.aSuperAdmin(),
  ])
    expect((await server.as(caller).refusal(mergeUsers, input)).status).toBe(403);
});

test('concurrent merges of two accounts in opposite directions leave one of them', async () => {
  const { client, admin } = await aSystem();
  const [one, other] = [await server.aStudent({ client }), await server.aStudent({ client })];
  const second = await server.anAdmin({ client });
  const outcomes = await Promise.all([
    server.as(admin).send(mergeUsers, { keep: one.id, remove: other.id }),
    server.as(second).send(mergeUsers, { keep: other.id, remove: one.id }),
  ]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 404]);
  const left = and(eq(users.clientId, client.id), eq(users.role, 'Student'));
  expect(await server.db.select().from(users).where(left)).toHaveLength(1);
});
