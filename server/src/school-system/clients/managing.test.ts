import { randomUUID } from 'node:crypto';
import { clientCalls } from '@waypost/contract/school-system/clients/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { PLATFORM } from '../../platform/access/actor.ts';
import { asSession, enterTenant } from '../../platform/access/tenant.ts';
import { files } from '../../platform/database/tables/files.ts';
import { applications } from '../../platform/database/tables/opportunities.ts';
import { users } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import { hasSeat } from './queries.ts';

const server = startTestServer();
const { createClient, deleteClient, editClient, getClientById } = clientCalls;
const form = { full_name: 'Patuxent River Schools', short_name: 'PRS', max_users: 100 };
const anOwner = async () => server.as(await server.aSuperAdmin());

/** How many rows of each tenant table belong to a client. */
async function rowsOf(clientId: string): Promise<Record<string, number>> {
  const { rows: tables } = await server.database.owner.query<{ name: string }>(`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'client_id'`);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await server.database.owner.query(
      `select count(*)::int as n from ${name} where client_id = $1`,
      [clientId],
    );
    if (rows[0].n > 0) counts[name] = rows[0].n;
  }
  return counts;
}

const recordOf = (subjectId: string) =>
  server.db.select().from(auditEntries).where(eq(auditEntries.subjectId, subjectId));

test('a SuperAdmin creates a school system, which starts empty', async () => {
  const owner = await server.aSuperAdmin();
  const { message, client } = await server.as(owner).call(createClient, form);
  expect(message).toBe('success');
  expect(client).toEqual({ ...form, _id: client._id, users: 0, revision: 1 });
  expect(await server.as(owner).call(getClientById, { id: client._id })).toEqual(client);
  expect(await rowsOf(client._id)).toEqual({});
  expect(await recordOf(client._id)).toEqual([
    expect.objectContaining({
      clientId: PLATFORM,
      action: 'create client',
      actorId: owner.id,
      subjectName: form.full_name,
      at: server.clock.now(),
    }),
  ]);
});

test('reports missing values in a school system’s form at their fields', async () => {
  const owner = await anOwner();
  const empty = await owner.refusal(createClient, { full_name: ' ', max_users: '' });
  expect([empty.status, empty.problem.errors]).toEqual([
    400,
    {
      full_name: ['this field is required'],
      short_name: ['this field is required'],
      max_users: ['this field is required'],
    },
  ]);
  for (const max_users of [0, 1.5, 1_000_001, 'many'])
    expect(
      Object.keys((await owner.refusal(createClient, { ...form, max_users })).problem.errors ?? {}),
    ).toEqual(['max_users']);
});

test('a SuperAdmin changes a school system’s names and its number of users', async () => {
  const client = await server.aClient();
  await server.aStudent({ client });
  const owner = await anOwner();
  const reply = await owner.call(editClient, { ...form, _id: client.id, max_users: 1 });
  expect(reply.client).toEqual({ ...form, _id: client.id, max_users: 1, users: 1, revision: 2 });
  expect(await owner.call(getClientById, { id: client.id })).toEqual(reply.client);
  expect(await recordOf(client.id)).toMatchObject([{ action: 'edit client' }]);
});

test('rejects the platform and unknown ids, which are not school systems', async () => {
  const owner = await anOwner();
  for (const id of [PLATFORM, randomUUID()]) {
    expect((await owner.refusal(getClientById, { id })).status).toBe(404);
    expect((await owner.refusal(editClient, { ...form, _id: id })).status).toBe(404);
    expect((await owner.refusal(deleteClient, { id })).status).toBe(404);
  }
});

test('rejects deleting a school system that still has a user', async () => {
  const client = await server.aClient();
  await server.anAdmin({ client });
  const owner = await anOwner();
  const before = await rowsOf(client.id);
  expect(await owner.call(deleteClient, { id: client.id })).toEqual({ message: 'failt' });
  expect(await rowsOf(client.id)).toEqual(before);
  expect(await recordOf(client.id)).toEqual([]);
});

test('without users it is deleted with all its rows and its files’ bytes', async () => {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const project = await server.aProject({ student });
  await server.someHours(project);
  const file = await server.aFile(student);
  const bystander = await server.anApplication();
  const before = await rowsOf(bystander.clientId);
  await server.db.delete(users).where(eq(users.clientId, client.id));
  expect(Object.keys(await rowsOf(client.id))).toContain('projects');

  const owner = await anOwner();
  expect(await owner.call(deleteClient, { id: client.id })).toEqual({ message: 'success' });
  expect(await rowsOf(client.id)).toEqual({});
  expect(server.jobs.removedFiles).toContain(file.storageKey);
  expect((await owner.refusal(getClientById, { id: client.id })).status).toBe(404);
  expect(await recordOf(client.id)).toMatchObject([{ clientId: PLATFORM, action: 'delete client' }]);
  expect(await rowsOf(bystander.clientId)).toEqual(before);
  expect(await server.db.select().from(applications).where(eq(applications.id, bystander.id))).toHaveLength(
    1,
  );
  expect(await server.db.select().from(files).where(eq(files.clientId, client.id))).toEqual([]);
});

test('no one can join a school system while it is being deleted', async () => {
  const client = await server.aClient();
  const owner = await anOwner();
  const seated = await asSession(server.database.app, null, server.clock.now(), async (tx) => {
    await enterTenant(tx, client.id);
    expect(await hasSeat(tx, client.id)).toBe(true);
    const deletion = owner.call(deleteClient, { id: client.id });
    await expect.poll(countRowLockWaits).toBe(1);
    await tx.db.insert(users).values({ clientId: client.id, email: 'last@minute.test', role: 'Student' });
    return { deletion };
  });
  expect(await seated.deletion).toEqual({ message: 'failt' });
});

async function countRowLockWaits(): Promise<number> {
  const { rows } = await server.database.owner.query<{ waiting: number }>(
    `select count(*) as waiting from pg_stat_activity
      where datname = current_database() and application_name = 'waypost' and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}

test('no one else manages school systems', async () => {
  const client = await server.aClient();
  for (const role of ['Student', 'Business', 'Teacher', 'Admin'] as const) {
    const caller = server.as(await server.aUser(role, { client }));
    expect((await caller.refusal(getClientById, { id: client.id })).status).toBe(403);
    expect((await caller.refusal(createClient, form)).status).toBe(403);
    expect((await caller.refusal(editClient, { ...form, _id: client.id })).status).toBe(403);
    expect((await caller.refusal(deleteClient, { id: client.id })).status).toBe(403);
  }
});

test('only a SuperAdmin sees when the newest backup was made', async () => {
  const owner = server.as(await server.aSuperAdmin());
  const daily = { newest: '2026-03-04T02:00:00.000Z', kept: 3 };
  expect(await owner.call(clientCalls.getBackups, {})).toEqual({ daily });
  const admin = server.as(await server.anAdmin());
  expect((await admin.refusal(clientCalls.getBackups, {})).status).toBe(403);
});
