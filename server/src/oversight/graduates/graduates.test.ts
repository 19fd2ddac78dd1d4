import { graduateCalls } from '@waypost/contract/oversight/graduates/calls';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { and, eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { startTestServer, TEST_NOW } from '../../../testing/server.ts';
import { users } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';

const server = startTestServer();
const { countGraduatedStudents, deactivateGraduatedStudents } = graduateCalls;
afterEach(() => server.clock.moveTo(TEST_NOW));

/** A school system with a student of each of these years. */
async function aSchoolOf(...years: (number | null)[]) {
  const client = await server.aClient();
  const students: Awaited<ReturnType<typeof server.aStudent>>[] = [];
  for (const graduationYear of years)
    students.push(await server.aStudent({ client, student: { graduationYear } }));
  const staff = await server.aTeacher({ client });
  const approved = async () => {
    const rows = await server.db
      .select()
      .from(users)
      .where(and(eq(users.clientId, client.id), eq(users.role, 'Student'), eq(users.approved, true)));
    return rows.map(({ id }) => id).sort();
  };
  return { client, students, staff, caller: server.as(staff), approved };
}

test('students of earlier classes are counted and lose their approval and sessions, and no one else does', async () => {
  const { students, caller, approved } = await aSchoolOf(2024, 2025, 2026, 2027, null);
  const [first, second, ...others] = students;
  const elsewhere = await aSchoolOf(2024);
  expect(await caller.call(countGraduatedStudents, {})).toEqual({ count: 2, before: 2026 });
  expect(await caller.call(deactivateGraduatedStudents, {})).toEqual({ message: 'success', count: 2 });
  expect(await approved()).toEqual(others.map(({ id }) => id).sort());
  expect(await elsewhere.approved()).toHaveLength(1);
  for (const gone of [first, second]) {
    const asked = await server.as(gone ?? { token: '' }).refusal(profileCalls.getUser, { id: gone?.id });
    expect(asked.status).toBe(401);
  }
  for (const other of others)
    expect(await server.as(other).call(profileCalls.getUser, { id: other.id })).toMatchObject({
      _id: other.id,
    });
  expect(await caller.call(deactivateGraduatedStudents, {})).toEqual({ message: 'success', count: 0 });
});

test('this year’s class is included once August is over', async () => {
  const { client } = await aSchoolOf(2026, 2027);
  server.clock.moveTo('2026-08-31T12:00:00Z');
  const before = server.as(await server.anAdmin({ client }));
  expect(await before.call(countGraduatedStudents, {})).toEqual({ count: 0, before: 2026 });
  server.clock.moveTo('2026-09-01T12:00:00Z');
  const after = server.as(await server.anAdmin({ client }));
  expect(await after.call(countGraduatedStudents, {})).toEqual({ count: 1, before: 2027 });
});

test('records the action with its number, and each student affected', async () => {
  const { client, students, staff, caller } = await aSchoolOf(2024, 2025, 2027);
  await caller.call(deactivateGraduatedStudents, {});
  const entries = await server.db.select().from(auditEntries).where(eq(auditEntries.clientId, client.id));
  expect(entries.filter(({ action }) => action === 'deactivate graduated')).toMatchObject([
    { actorId: staff.id, details: { count: 2, before: 2026 } },
  ]);
  const reached = entries.filter(({ action }) => action === 'deactivate').map(({ subjectId }) => subjectId);
  expect(reached.sort()).toEqual(
    students
      .slice(0, 2)
      .map(({ id }) => id)
      .sort(),
  );
});

test('records nothing if no one has graduated', async () => {
  const { client, caller } = await aSchoolOf(2027);
  expect(await caller.call(deactivateGraduatedStudents, {})).toEqual({ message: 'success', count: 0 });
  expect(await server.db.select().from(auditEntries).where(eq(auditEntries.clientId, client.id))).toEqual([]);
});

test('students and businesses cannot deactivate graduates', async () => {
  const { client, approved } = await aSchoolOf(2024);
  for (const user of [await server.aStudent({ client }), await server.aBusiness({ client })])
    expect((await server.as(user).refusal(deactivateGraduatedStudents, {})).status).toBe(403);
  expect(await approved()).toHaveLength(2);
});
