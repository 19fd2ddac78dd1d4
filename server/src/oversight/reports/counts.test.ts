import { reportCalls } from '@waypost/contract/oversight/reports/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { sessions } from '../../platform/database/tables/logins.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';

const server = startTestServer();
const { getActiveUsers, getStudentApplicationCount, getTotalStudentsEmployed } = reportCalls;

test('counts applications of one’s own school system only', async () => {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const business = await server.aBusiness({ client });
  for (const status of ['New', 'Declined', 'Accepted'] as const)
    await server.anApplication({ student, opportunity: await server.anOpportunity({ business }), status });
  await server.anApplication();
  for (const staff of [await server.aTeacher({ client }), await server.anAdmin({ client })])
    expect(await server.as(staff).call(getStudentApplicationCount, {})).toEqual({ count: 3 });
  const elsewhere = server.as(await server.anAdmin());
  expect(await elsewhere.call(getStudentApplicationCount, {})).toEqual({ count: 0 });
});

test('counts a student with a running placement as employed, once', async () => {
  const client = await server.aClient();
  const [busy, done] = [await server.aStudent({ client }), await server.aStudent({ client })];
  await server.aProject({ student: busy });
  await server.aProject({ student: busy });
  await server.aProject({ student: done, businessStatus: 'completed' });
  await server.aProject();
  const staff = server.as(await server.aTeacher({ client }));
  expect(await staff.call(getTotalStudentsEmployed, {})).toEqual({ count: 1 });
});

test('the chart has thirty days and counts each person once a day by any activity', async () => {
  const client = await server.aClient();
  const { id: clientId } = client;
  const admin = await server.anAdmin({ client });
  const [often, once, acted] = [
    await server.aStudent({ client }),
    await server.aStudent({ client }),
    await server.aStudent({ client }),
  ];
  await server.db.delete(sessions).where(eq(sessions.clientId, clientId));
  const session = (userId: string, createdAt: string, lastSeenAt: string, adminId?: string) =>
    server.db.insert(sessions).values({
      clientId,
      userId,
      tokenHash: Buffer.from(`${userId} ${createdAt}`),
      createdAt: new Date(createdAt),
      lastSeenAt: new Date(lastSeenAt),
      expiresAt: new Date('2026-04-01T00:00:00Z'),
      ...(adminId ? { adminId, adminClientId: clientId } : {}),
    });
  await session(often.id, '2026-03-02T12:00:00Z', '2026-03-03T12:00:00Z');
  await session(often.id, '2026-03-03T13:00:00Z', '2026-03-03T14:00:00Z');
  // Three in the morning in London is still evening in the states.
  await session(once.id, '2026-03-03T03:00:00Z', '2026-03-03T03:30:00Z');
  await session(acted.id, '2026-03-03T12:00:00Z', '2026-03-03T12:00:00Z', admin.id);
  const addEntry = (actorId: string, at: string, more: { action?: string; adminId?: string } = {}) =>
    server.db
      .insert(auditEntries)
      .values({ clientId, at: new Date(at), action: 'sign in', actorId, actorName: 'x', ...more });
  await addEntry(once.id, '2026-02-10T12:00:00Z');
  await addEntry(often.id, '2026-02-10T13:00:00Z');
  await addEntry(often.id, '2026-02-10T14:00:00Z');
  await addEntry(acted.id, '2026-02-11T12:00:00Z', { adminId: admin.id });
  await addEntry(acted.id, '2026-02-12T12:00:00Z', { action: 'failed sign in' });
  await addEntry(once.id, '2026-01-10T12:00:00Z');
  await addEntry((await server.aSuperAdmin()).id, '2026-02-13T12:00:00Z', { action: 'create admin' });

  const days = await server.as(await server.anAdmin({ client })).call(getActiveUsers, {});
  expect([days.length, days[0]?.date, days.at(-1)?.date]).toEqual([30, '2026-02-03', '2026-03-04']);
  expect(days.filter(({ count }) => count > 0)).toEqual([
    { date: '2026-02-10', count: 2 },
    { date: '2026-03-02', count: 2 },
    { date: '2026-03-03', count: 1 },
    { date: '2026-03-04', count: 1 },
  ]);
});

test('only an Admin sees active users', async () => {
  const client = await server.aClient();
  const teacher = server.as(await server.aTeacher({ client }));
  expect((await teacher.refusal(getActiveUsers, {})).status).toBe(403);
});
