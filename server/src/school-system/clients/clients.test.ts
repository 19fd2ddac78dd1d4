import { clientCalls } from '@waypost/contract/school-system/clients/calls';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { insertAccount } from '../../people/accounts/queries.ts';
import { PLATFORM } from '../../platform/access/actor.ts';
import { asSession, enterTenant } from '../../platform/access/tenant.ts';
import { hasSeat } from './queries.ts';

const server = startTestServer();

test('sign-up lists every school system in alphabetical order, and never the platform', async () => {
  await server.aClient({ fullName: 'Östergård Schools' });
  await server.aClient({ fullName: 'allegany Schools' });
  await server.aClient({ fullName: 'Zurich Schools' });
  const clients = await server.visitor().call(clientCalls.getClients, {});
  expect(clients.map((client) => client.full_name)).toEqual([
    'allegany Schools',
    'Östergård Schools',
    'Zurich Schools',
  ]);
  expect(clients.map((client) => client._id)).not.toContain(PLATFORM);
});

test('only a SuperAdmin gets more than id and name', async () => {
  const client = await server.aClient({ shortName: 'CBPS', maxUsers: 7 });
  const find = (clients: { _id: string }[]) => clients.find((one) => one._id === client.id);
  const named = { _id: client.id, full_name: client.fullName };
  const unknown = { short_name: null, max_users: null, users: null, revision: null };
  for (const caller of [server.visitor(), server.as(await server.anAdmin())])
    expect(find(await caller.call(clientCalls.getClients, {}))).toEqual({ ...named, ...unknown });
  // Its own Admin also gets the short name, which prefills the first settings.
  const admin = server.as(await server.anAdmin({ client }));
  expect(find(await admin.call(clientCalls.getClients, {}))).toEqual({
    ...named,
    ...unknown,
    short_name: 'CBPS',
  });
  const owner = server.as(await server.aSuperAdmin());
  expect(find(await owner.call(clientCalls.getClients, {}))).toEqual({
    ...named,
    short_name: 'CBPS',
    max_users: 7,
    users: 1,
    revision: 1,
  });
});

test('when several people take the last place at once, one gets it', async () => {
  const client = await server.aClient({ maxUsers: 1 });
  const reach = (email: string) =>
    asSession(server.database.app, null, server.clock.now(), async (tx) => {
      await enterTenant(tx, client.id);
      if (!(await hasSeat(tx, client.id))) return 'full';
      await insertAccount(tx, { clientId: client.id, email, passwordHash: null, role: 'Student' });
      return 'seated';
    });
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, turn) => reach(`seat${turn}@waypost.test`)),
  );
  expect(outcomes.filter((outcome) => outcome === 'seated')).toHaveLength(1);
});
