import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';

const server = startTestServer();

const { getUserByEmail, searchStudents } = peopleCalls;

test('a business finds an approved student by email, in any letter case, and gets only the name', async () => {
  const client = await server.aClient();
  const student = await server.aStudent({
    client,
    email: 'Mara.Quinn@bay.test',
    firstName: 'Mara',
    lastName: 'Quinn',
  });
  const business = server.as(await server.aBusiness({ client }));
  const response = await business.send(getUserByEmail, { email: ' MARA.quinn@BAY.test ' });
  expect(await response.json()).toEqual({
    _id: student.id,
    email: 'Mara.Quinn@bay.test',
    first_name: 'Mara',
    last_name: 'Quinn',
  });
});

test('an email only finds approved students of the same school system', async () => {
  const client = await server.aClient();
  const business = server.as(await server.aBusiness({ client }));
  for (const hidden of [
    await server.aStudent({ client, approved: false }),
    await server.aStudent(),
    await server.aTeacher({ client }),
    await server.aBusiness({ client }),
    { email: 'nobody@bay.test' },
    { email: '' },
  ])
    expect(await business.call(getUserByEmail, { email: hidden.email })).toEqual([]);
});

test.each([
  ['mar', 'the beginning of an email'],
  ['MARA Q', 'first and last name'],
  ['quinn', 'the last name'],
  ['Quinn Ma', 'last and first name'],
])('students are suggested for "%s": %s', async (search) => {
  const client = await server.aClient();
  const student = await server.aStudent({
    client,
    email: `mara-${Math.random()}@bay.test`,
    firstName: 'Mara',
    lastName: 'Quinn',
  });
  await server.aStudent({ client, firstName: 'Amara', lastName: 'Maquinn' });
  const teacher = server.as(await server.aTeacher({ client }));
  const response = await teacher.send(searchStudents, { search });
  expect(await response.json()).toEqual([
    { _id: student.id, email: student.email, first_name: 'Mara', last_name: 'Quinn' },
  ]);
});

test('finds names with letters beyond ASCII, and treats % as a character', async () => {
  const client = await server.aClient();
  await server.aStudent({ client, firstName: 'Zoë', lastName: 'Ångström' });
  await server.aStudent({ client, firstName: '100%', lastName: 'Sure' });
  const business = server.as(await server.aBusiness({ client }));
  const names = async (search: string) =>
    (await business.call(searchStudents, { search })).map((student) => student.last_name);
  expect(await names('åNG')).toEqual(['Ångström']);
  expect(await names('zoe')).toEqual(['Ångström']);
  expect(await names("'''")).toEqual([]);
  expect(await names('100%')).toEqual(['Sure']);
  expect(await names('%%%')).toEqual([]);
});

test('suggests only approved students of the same school system, at most ten, by name', async () => {
  const client = await server.aClient();
  for (let n = 11; n >= 1; n--)
    await server.aStudent({ client, firstName: 'Same', lastName: `Name ${String(n).padStart(2, '0')}` });
  await server.aStudent({ client, firstName: 'Same', lastName: 'Name 00', approved: false });
  await server.aStudent({ firstName: 'Same', lastName: 'Name 00' });
  await server.aTeacher({ client, firstName: 'Same', lastName: 'Name 00' });
  const business = server.as(await server.aBusiness({ client }));
  const found = await business.call(searchStudents, { search: 'same' });
  expect(found.map((student) => student.last_name)).toEqual([
    ...['01', '02', '03', '04', '05', '06', '07', '08', '09', '10'].map((n) => `Name ${n}`),
  ]);
});

test('a search needs three characters', async () => {
  const refused = await server.as(await server.aBusiness()).refusal(searchStudents, { search: ' ab ' });
  expect([refused.status, refused.problem.errors]).toEqual([400, { search: ['type at least 3 characters'] }]);
});

test('students and visitors cannot search', async () => {
  const student = server.as(await server.aStudent());
  expect((await student.refusal(searchStudents, { search: 'same' })).status).toBe(403);
  expect((await student.refusal(getUserByEmail, { email: 'a@b.test' })).status).toBe(403);
  expect((await server.visitor().refusal(searchStudents, { search: 'same' })).status).toBe(401);
});

test('an unapproved business cannot look up a student’s name', async () => {
  const client = await server.aClient();
  const student = await server.aStudent({ client, firstName: 'Mara', lastName: 'Quinn' });
  const stranger = server.as(await server.aBusiness({ client, approved: false }));
  for (const refused of [
    await stranger.refusal(searchStudents, { search: 'quinn' }),
    await stranger.refusal(getUserByEmail, { email: student.email }),
  ])
    expect([refused.status, refused.problem.type]).toEqual([403, expect.stringMatching(/unapproved/)]);
});
