import { allCalls } from '@waypost/contract/all-calls';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { userFocusAreas, userPrograms, userSchools, users } from '../../platform/database/tables/people.ts';

const server = startTestServer();

test('a student gets all fields of their own account', async () => {
  const client = await server.aClient();
  const student = await server.aStudent({
    client,
    student: { schoolId: client.school.id, programId: client.program.id },
    guardians: [{ name: 'Byron' }],
  });
  await server.db.insert(userFocusAreas).values(
    [client.otherArea, client.area].map((area) => ({
      clientId: client.id,
      userId: student.id,
      focusAreaId: area.id,
    })),
  );
  const resume = await server.aFile(student, { name: 'my résumé.pdf' });
  await server.db
    .update(users)
    .set({ resumeFileId: resume.id })
    .where(and(eq(users.clientId, client.id), eq(users.id, student.id)));

  const user = await server.as(student).call(accountCalls.getUserData, {});
  expect(user).toMatchObject({
    _id: student.id,
    email: student.email,
    role: 'Student',
    client: client.id,
    approved: true,
    __v: 1,
    school_attending: client.school.name,
    affiliated_program: client.program.name,
    focus_areas: [client.area.name, client.otherArea.name],
    parent_name: 'Byron',
    business_bio: '',
    profile_pic_id_fk: null,
    resume_file_id_fk: { _id: resume.id, path: `/files/${resume.id}/my%20r%C3%A9sum%C3%A9.pdf` },
    location: { street: '1 Main Street', state: 'MD', lat: 38.9784 },
  });
});

test("a teacher's schools and programs come with their account", async () => {
  const client = await server.aClient();
  const teacher = await server.aTeacher({ client });
  const key = { clientId: client.id, userId: teacher.id };
  await server.db.insert(userSchools).values({ ...key, schoolId: client.school.id });
  await server.db.insert(userPrograms).values({ ...key, programId: client.program.id });
  const user = await server.as(teacher).call(accountCalls.getUserData, {});
  expect([user.schools, user.programs]).toEqual([[client.school.name], [client.program.name]]);
});

test('a visitor gets an empty reply, not a refusal', async () => {
  expect(await server.visitor().call(accountCalls.getCurrentUser, {})).toEqual([]);
});

test('accepts `safe` in the calls that the product makes at its start', async () => {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const { getCurrentUser, getProjectsByStudent, getUsersFiles, getSettings } = allCalls;
  const ask = async ({ path }: { path: string }) => {
    const response = await server.as(student).fetch(`${path}?safe=true`, {});
    return [response.status, await response.json()];
  };
  expect(await ask(getCurrentUser)).toMatchObject([200, { user: { _id: student.id } }]);
  expect(await ask(getProjectsByStudent)).toEqual([200, []]);
  expect(await ask(getUsersFiles)).toEqual([200, []]);
  expect(await ask(getSettings)).toMatchObject([200, { full_name: client.fullName }]);
  for (const call of [getCurrentUser, getSettings])
    expect((await server.visitor().fetch(`${call.path}?safe=true`, {})).status).toBe(200);
});
