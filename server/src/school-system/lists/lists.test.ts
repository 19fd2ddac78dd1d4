import { listCalls } from '@waypost/contract/school-system/lists/calls';
import { expect, test } from 'vitest';
import { statementsOf } from '../../../testing/count-queries.ts';
import { startTestServer } from '../../../testing/server.ts';
import { schools } from '../../platform/database/tables/lists.ts';

const server = startTestServer();

test('anyone can list the states', async () => {
  const states = await server.visitor().call(listCalls.getStates, {});
  expect(states).toContainEqual(expect.objectContaining({ code: 'MD', name: 'Maryland' }));
});

test('a student sees only their own school system’s schools', async () => {
  const [client, other] = [await server.aClient(), await server.aClient()];
  const student = await server.aStudent({ client });
  const schools = await server.as(student).call(listCalls.getSchools, {});
  expect(schools.map((school) => school.name)).toEqual([client.school.name]);
  expect(schools.map((school) => school.name)).not.toContain(other.school.name);
});

test('visitors see no schools', async () => {
  const refused = await server.visitor().refusal(listCalls.getSchools, {});
  expect([refused.status, refused.problem.type]).toEqual([401, '/problems/no-session']);
});

test('the schools take one query, however many there are', async () => {
  const client = await server.aClient();
  const student = server.as(await server.aStudent({ client }));
  const ask = () => student.call(listCalls.getSchools, {});
  await server.db.insert(schools).values(
    Array.from({ length: 30 }, (_, index) => ({
      clientId: client.id,
      name: `School ${index}`,
      type: 'High',
      ordinal: index + 2,
    })),
  );
  expect(await statementsOf(server.database.app, ask)).toEqual([
    'begin',
    'enter',
    'findEntries schools',
    'commit',
  ]);
  expect(await ask()).toHaveLength(31);
});
