import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { listCalls } from '@waypost/contract/school-system/lists/calls';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { untilLockWait } from '../../../testing/waiting.ts';
import { focusAreas, programs, reflectionQuestions, schools } from '../../platform/database/tables/lists.ts';
import {
  opportunityFocusAreas,
  opportunityPrograms,
  opportunitySchools,
} from '../../platform/database/tables/opportunities.ts';
import {
  students,
  userFocusAreas,
  userPrograms,
  userSchools,
} from '../../platform/database/tables/people.ts';

const server = startTestServer();

/** A school system in which every list's first entry is used once by each table that can. */
async function aUsedClient() {
  const client = await server.aClient();
  const { id: clientId, school, program, area } = client;
  const student = await server.aStudent({
    client,
    student: { schoolId: school.id, programId: program.id },
  });
  const business = await server.aBusiness({ client });
  const teacher = await server.aTeacher({ client });
  const opportunity = await server.anOpportunity({ business });
  const opportunityId = opportunity.id;
  await server.db.insert(opportunityFocusAreas).values({ clientId, opportunityId, focusAreaId: area.id });
  await server.db.insert(opportunitySchools).values({ clientId, opportunityId, schoolId: school.id });
  await server.db.insert(opportunityPrograms).values({ clientId, opportunityId, programId: program.id });
  for (const user of [student, business])
    await server.db.insert(userFocusAreas).values({ clientId, userId: user.id, focusAreaId: area.id });
  for (const user of [business, teacher])
    await server.db.insert(userSchools).values({ clientId, userId: user.id, schoolId: school.id });
  await server.db.insert(userPrograms).values({ clientId, userId: teacher.id, programId: program.id });
  const admin = server.as(await server.anAdmin({ client }));
  return { client, student, business, teacher, opportunity, admin };
}

test('an entry in use cannot be deleted, and says where and how often it is used', async () => {
  const { client, admin, business } = await aUsedClient();
  const second = await server.anOpportunity({ business });
  await server.db
    .insert(opportunityFocusAreas)
    .values({ clientId: client.id, opportunityId: second.id, focusAreaId: client.area.id });
  expect(await admin.call(listCalls.deleteFocusArea, { id: client.area.id })).toEqual({
    message: 'in use',
    uses: [
      { where: 'businesses', count: 1 },
      { where: 'opportunities', count: 2 },
      { where: 'students', count: 1 },
    ],
  });
  expect(await admin.call(listCalls.deleteProgram, { id: client.program.id })).toEqual({
    message: 'in use',
    uses: [
      { where: 'opportunities', count: 1 },
      { where: 'students', count: 1 },
      { where: 'teachers', count: 1 },
    ],
  });
  expect(await admin.call(listCalls.deleteSchool, { id: client.school.id })).toEqual({
    message: 'in use',
    uses: [
      { where: 'businesses', count: 1 },
      { where: 'opportunities', count: 1 },
      { where: 'students', count: 1 },
      { where: 'teachers', count: 1 },
    ],
  });
  for (const table of [focusAreas, programs, schools])
    expect(await server.db.select().from(table).where(eq(table.clientId, client.id))).not.toEqual([]);
});

test('a school and a program stay while a placement remembers them', async () => {
  const client = await server.aClient();
  const { school, program } = client;
  const student = await server.aStudent({ client, student: { schoolId: school.id, programId: program.id } });
  await server.aProject({ student });
  await server.db
    .update(students)
    .set({ schoolId: null, programId: null })
    .where(eq(students.userId, student.id));
  const admin = server.as(await server.anAdmin({ client }));
  const inUse = { message: 'in use', uses: [{ where: 'placements', count: 1 }] };
  expect(await admin.call(listCalls.deleteSchool, { id: school.id })).toEqual(inUse);
  expect(await admin.call(listCalls.deleteProgram, { id: program.id })).toEqual(inUse);
});

test('an unused entry is deleted', async () => {
  const { client, admin } = await aUsedClient();
  expect(await admin.call(listCalls.deleteFocusArea, { id: client.otherArea.id })).toEqual({
    message: 'success',
  });
  expect(await admin.call(listCalls.getFocusAreas, {})).toMatchObject([{ _id: client.area.id }]);
});

test('renaming an entry renames it everywhere', async () => {
  const { client, student, business, opportunity, admin } = await aUsedClient();
  const { area, program, school } = client;
  await admin.call(listCalls.editFocusArea, { _id: area.id, name: 'Ships', name_es: '' });
  await admin.call(listCalls.editProgram, { _id: program.id, name: 'Harbor Trades', name_es: '' });
  await admin.call(listCalls.editSchool, {
    _id: school.id,
    name: 'Harbor High',
    street: '1 Main Street',
    city: 'Annapolis',
    state: 'MD',
    zip: '21401',
    type: 'High',
    lat: 38.9,
    lon: -76.4,
    userOverwroteLocation: false,
  });
  expect(await admin.call(opportunityCalls.loadOpportunity, { opp_id: opportunity.id })).toMatchObject({
    focus_areas: ['Ships'],
    programs: ['Harbor Trades'],
    schools: ['Harbor High'],
  });
  expect(await admin.call(profileCalls.getUser, { id: student.id })).toMatchObject({
    focus_areas: ['Ships'],
    affiliated_program: 'Harbor Trades',
    school_attending: 'Harbor High',
  });
  expect(await admin.call(profileCalls.getUser, { id: business.id })).toMatchObject({
    focus_areas: ['Ships'],
    schools: ['Harbor High'],
  });
  const found = await server
    .as(student)
    .call(opportunityCalls.getOpportunities, { filter: { focusAreas: ['Ships'] } });
  expect(found.map(({ _id }) => _id)).toEqual([opportunity.id]);
});

test('a placement keeps its questions when the list changes', async () => {
  const client = await server.aClient();
  const admin = server.as(await server.anAdmin({ client }));
  const student = await server.aStudent({ client });
  const project = await server.aProject({ student });
  const asked = () => admin.call(projectCalls.loadStudentProject, { project_id: project.id });
  const before = await asked();
  const [first, second] = await admin.call(listCalls.getMyReflectionQuestions, {});
  await admin.call(listCalls.editReflectionQuestion, {
    _id: first?._id ?? '',
    question_text: 'Changed?',
    question_text_es: '',
  });
  await admin.call(listCalls.deleteReflectionQuestion, { id: second?._id ?? '' });
  expect(await asked()).toEqual(before);
  const left = await server.db
    .select()
    .from(reflectionQuestions)
    .where(and(eq(reflectionQuestions.clientId, client.id)));
  expect(left.map(({ questionText }) => questionText)).toEqual(['Changed?']);
});

test('waits for a transaction that starts to use an entry, and then keeps the entry', async () => {
  const client = await server.aClient();
  const { id: clientId, otherArea } = client;
  const business = await server.aBusiness({ client });
  const admin = server.as(await server.anAdmin({ client }));
  const saving = await server.database.owner.connect();
  try {
    await saving.query('begin');
    await saving.query(
      'insert into user_focus_areas (client_id, user_id, focus_area_id) values ($1, $2, $3)',
      [clientId, business.id, otherArea.id],
    );
    const deleting = admin.call(listCalls.deleteFocusArea, { id: otherArea.id });
    await untilLockWait(server.database.owner);
    await saving.query('commit');
    expect(await deleting).toEqual({ message: 'in use', uses: [{ where: 'businesses', count: 1 }] });
  } finally {
    saving.release();
  }
});
