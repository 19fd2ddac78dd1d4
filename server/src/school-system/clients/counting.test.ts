import { randomUUID } from 'node:crypto';
import { clientCalls } from '@waypost/contract/school-system/clients/calls';
import { expect, test } from 'vitest';
import { statementsOf } from '../../../testing/count-queries.ts';
import { startTestServer } from '../../../testing/server.ts';
import { PLATFORM } from '../../platform/access/actor.ts';

const server = startTestServer();
const { countClientUsers, getClients } = clientCalls;

async function aPeopledClient() {
  const client = await server.aClient({ maxUsers: 40 });
  await server.aStudent({ client });
  await server.aStudent({ client, approved: false });
  await server.aBusiness({ client });
  return client;
}

test.each(['Teacher', 'Admin'] as const)(
  'a %s counts the accounts of their own school system',
  async (role) => {
    const client = await aPeopledClient();
    const staff = server.as(await server.aUser(role, { client }));
    const own = { Student: 2, Business: 1, Teacher: 0, Admin: 0, SuperAdmin: 0, [role]: 1, max_users: 40 };
    expect(await staff.call(countClientUsers, {})).toEqual(own);
    expect(await staff.call(countClientUsers, { client: client.id })).toEqual(own);
  },
);

test.each(['Teacher', 'Admin'] as const)(
  'a %s who names another school system gets the same reply whether it exists or not',
  async (role) => {
    const other = await aPeopledClient();
    const staff = server.as(await server.aUser(role));
    for (const client of [other.id, randomUUID(), PLATFORM])
      expect((await staff.refusal(countClientUsers, { client })).status).toBe(404);
  },
);

test('a SuperAdmin counts the school system that they name', async () => {
  const client = await aPeopledClient();
  const owner = server.as(await server.aSuperAdmin());
  expect(await owner.call(countClientUsers, { client: client.id })).toEqual({
    Student: 2,
    Business: 1,
    Teacher: 0,
    Admin: 0,
    SuperAdmin: 0,
    max_users: 40,
  });
});

test('a school system without accounts has a count of zero', async () => {
  const client = await server.aClient({ maxUsers: 7 });
  const owner = server.as(await server.aSuperAdmin());
  expect(await owner.call(countClientUsers, { client: client.id })).toMatchObject({
    Student: 0,
    max_users: 7,
  });
});

test('a SuperAdmin must name an existing school system', async () => {
  const owner = server.as(await server.aSuperAdmin());
  const unnamed = await owner.refusal(countClientUsers, {});
  expect([unnamed.status, unnamed.problem.errors]).toEqual([400, { client: ['name a school system'] }]);
  for (const client of [randomUUID(), PLATFORM])
    expect((await owner.refusal(countClientUsers, { client })).status).toBe(404);
});

test('students, businesses and visitors cannot count accounts', async () => {
  const client = await aPeopledClient();
  for (const user of [await server.aStudent({ client }), await server.aBusiness({ client })])
    expect((await server.as(user).refusal(countClientUsers, { client: client.id })).status).toBe(403);
  expect((await server.visitor().refusal(countClientUsers, { client: client.id })).status).toBe(401);
});

test('a SuperAdmin sees each school system’s number of accounts, in one query however many there are', async () => {
  const [full, empty] = [await aPeopledClient(), await server.aClient({ maxUsers: 7 })];
  const owner = server.as(await server.aSuperAdmin());
  const clients = await owner.call(getClients, {});
  expect(clients).toContainEqual({
    _id: full.id,
    full_name: full.fullName,
    short_name: 'SS',
    max_users: 40,
    users: 3,
    revision: 1,
  });
  expect(clients).toContainEqual(expect.objectContaining({ _id: empty.id, users: 0 }));
  expect(clients.map((client) => client._id)).not.toContain(PLATFORM);
  const ask = () => owner.call(getClients, {});
  expect(await statementsOf(server.database.app, ask)).toEqual([
    'begin',
    'enter',
    'findClientsWithUsers',
    'commit',
  ]);
});

test('no one else gets the number of accounts of a school system', async () => {
  const client = await aPeopledClient();
  const admin = server.as(await server.anAdmin({ client }));
  for (const caller of [admin, server.visitor()])
    expect(await caller.call(getClients, {})).toContainEqual(
      expect.objectContaining({ _id: client.id, max_users: null, users: null }),
    );
});

test('the database counts every school system only for the platform', async () => {
  const client = await aPeopledClient();
  const connection = await server.database.app.connect();
  try {
    const counted = async (entered: string) => {
      await connection.query('begin');
      await connection.query(`select set_config('app.client_id', $1, true)`, [entered]);
      const { rows } = await connection.query('select * from users_of_clients()');
      await connection.query('rollback');
      return rows.length;
    };
    expect(await counted(client.id)).toBe(0);
    expect(await counted('')).toBe(0);
    expect(await counted(PLATFORM)).toBeGreaterThan(0);
  } finally {
    connection.release();
  }
});
