import { allCalls } from '@waypost/contract/all-calls';
import type { Call } from '@waypost/contract/call';
import { auditCalls } from '@waypost/contract/oversight/audit/calls';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { masqueradeCalls } from '@waypost/contract/people/masquerade/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { allHandlers } from '../../all-handlers.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';

const server = startTestServer();
const { filterUsers, getAllBusinesses, searchUsers } = peopleCalls;

const recorded = (clientId: string) =>
  server.db.select().from(auditEntries).where(eq(auditEntries.clientId, clientId));

async function aSystem() {
  const client = await server.aClient();
  for (let n = 0; n < 3; n++) await server.aStudent({ client, student: { schoolId: client.school.id } });
  await server.aBusiness({ client });
  return { client, teacher: await server.aTeacher({ client, firstName: 'Tea', lastName: 'Cher' }) };
}

test('an export is one entry with the person, list, filters and number of rows, however many parts it has', async () => {
  const { client, teacher } = await aSystem();
  for (const offset of [0, 1, 2])
    await server.as(teacher).call(filterUsers, {
      role: 'Student',
      school_attending: [client.school.name],
      approved: null,
      search: '',
      programs: [],
      limit: 1,
      offset,
      exporting: true,
    });
  const admin = server.as(await server.anAdmin({ client }));
  expect(await admin.call(auditCalls.getAuditEntries, {})).toEqual([
    {
      _id: expect.any(String),
      at: server.clock.now().toISOString(),
      action: 'export list',
      actor: { _id: teacher.id, name: 'Tea Cher' },
      admin: null,
      subject: null,
      details: { call: 'filterUsers', rows: 3, role: 'Student', school_attending: client.school.name },
    },
  ]);
});

test('an export during a masquerade is also one entry, with both people', async () => {
  const { client, teacher } = await aSystem();
  const caller = server.as(await server.anAdmin({ client, firstName: 'Ada', lastName: 'Min' }));
  await caller.call(masqueradeCalls.masquerade, { id: teacher.id });
  for (const offset of [0, 1, 2])
    await caller.call(filterUsers, { role: 'Student', limit: 1, offset, exporting: true });
  await caller.call(filterUsers, { role: 'Student', search: 'may', limit: 10 });
  const within = (await recorded(client.id)).filter(({ adminName }) => adminName !== null);
  expect(within).toEqual([
    expect.objectContaining({ action: 'export list', actorName: 'Tea Cher', adminName: 'Ada Min' }),
  ]);
});

test('viewing a list is not recorded', async () => {
  const { client, teacher } = await aSystem();
  await server.as(teacher).call(filterUsers, { role: 'Student', limit: 500 });
  await server.as(teacher).call(filterUsers, { role: 'Student', limit: 1, offset: 0, exporting: false });
  expect(await recorded(client.id)).toEqual([]);
});

test('a whole list is recorded as an export, because it has more than a page', async () => {
  const { client, teacher } = await aSystem();
  await server.as(teacher).call(filterUsers, { role: 'Student' });
  await server.as(teacher).call(searchUsers, { search: 'nobody' });
  const entries = await recorded(client.id);
  expect(new Set(entries.map(({ details }) => details))).toEqual(
    new Set([
      { call: 'filterUsers', rows: 3, role: 'Student' },
      { call: 'searchUsers', rows: 0, search: 'nobody' },
    ]),
  );
});

test('each export of all businesses is recorded', async () => {
  const { client, teacher } = await aSystem();
  await server.as(teacher).call(getAllBusinesses, {});
  await server.as(teacher).call(getAllBusinesses, {});
  const entry = {
    action: 'export list',
    actorId: teacher.id,
    details: { call: 'getAllBusinesses', rows: 1 },
  };
  expect(await recorded(client.id)).toMatchObject([entry, entry]);
});

test('an export of a list that the caller may not read is not recorded', async () => {
  const { client, teacher } = await aSystem();
  const exporting = { role: 'Student', exporting: true };
  const student = server.as(await server.aStudent({ client }));
  expect((await student.refusal(filterUsers, exporting)).status).toBe(403);
  expect((await student.refusal(getAllBusinesses, {})).status).toBe(403);
  expect((await server.visitor().refusal(filterUsers, exporting)).status).toBe(401);
  // A Teacher lists students, but not teachers.
  const teachers = { ...exporting, role: 'Teacher' };
  expect((await server.as(teacher).refusal(filterUsers, teachers)).status).toBe(403);
  const unsound = { ...exporting, limit: 0 };
  expect((await server.as(teacher).refusal(filterUsers, unsound)).status).toBe(400);
  expect(await recorded(client.id)).toEqual([]);
});

test('every list that can be exported has a page, read in a transaction that can write the entry', () => {
  const exportable = Object.entries<Call>(allCalls).filter(
    ([, call]) => 'shape' in call.input && 'exporting' in Object(call.input.shape),
  );
  const handlers = exportable.map(([name]) => [name, allHandlers[name as keyof typeof allHandlers]] as const);
  expect(handlers.map(([name]) => name)).toContain('filterUsers');
  // A function runs in such a transaction too.
  const without = handlers.filter(([, handler]) => typeof handler !== 'function' && !('page' in handler));
  expect(without).toEqual([]);
});
