import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { budgetCalls } from '@waypost/contract/platform/budgets/calls';
import { budgets } from '@waypost/contract/platform/budgets/rules';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';

const server = startTestServer();

const HOUR = 3_600_000;
const recorded = async (actorId: string) => {
  const { rows } = await server.database.owner.query<{ action: string; details: object | null }>(
    'select action, details from audit_entries where actor_id = $1 order by at, id',
    [actorId],
  );
  return rows;
};

test('a business cannot list a school system by searching for every prefix of a name', async () => {
  const client = await server.aClient();
  await server.aStudent({ client, firstName: 'Mara', lastName: 'Quinn' });
  const business = await server.aBusiness({ client });
  const { units } = budgets['student searches'];
  for (let searches = 0; searches < units; searches += 2) {
    expect(await server.as(business).call(peopleCalls.searchStudents, { search: 'mara' })).toHaveLength(1);
    await server.as(business).call(peopleCalls.getUserByEmail, { email: 'mara@bay.test' });
  }
  const response = await server.as(business).send(peopleCalls.searchStudents, { search: 'mara' });
  expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
    429,
    String(24 * 3600),
    {
      type: '/problems/too-many',
      title: 'Too many tries. Wait a moment and try again',
      status: 429,
      detail: 'You have used all 100 student searches for now. Try again in 24 hours.',
    },
  ]);
  const byEmail = await server.as(business).refusal(peopleCalls.getUserByEmail, { email: 'mara@bay.test' });
  expect(byEmail.status).toBe(429);
  const entries = await recorded(business.id);
  expect(entries.filter(({ action }) => action === 'search students')).toHaveLength(units);
  expect(entries.filter(({ action }) => action === 'reach budget')).toEqual([
    { action: 'reach budget', details: { limit: 'student searches' } },
  ]);
  expect(entries.map(({ details }) => details)).toContainEqual({ search: 'mara' });
});

test('staff search without a budget', async () => {
  const teacher = await server.aTeacher();
  for (let searches = 0; searches <= budgets['student searches'].units; searches += 1)
    expect((await server.as(teacher).send(peopleCalls.searchStudents, { search: 'mara' })).status).toBe(200);
  expect(await recorded(teacher.id)).toEqual([]);
});

test('staff see how much of its budgets a business has used, and no one else does', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client });
  const student = await server.aStudent({ client });
  for (const search of ['mar', 'lin']) await server.as(business).call(peopleCalls.searchStudents, { search });
  for (const viewer of [await server.aTeacher({ client }), await server.anAdmin({ client })])
    expect(await server.as(viewer).call(budgetCalls.getBudgets, { id: business.id })).toEqual([
      {
        noun: 'student searches',
        used: 2,
        units: 100,
        resets_at: new Date(server.clock.now().getTime() + 24 * HOUR).toISOString(),
      },
      { noun: 'views of student records', used: 0, units: 200, resets_at: null },
      { noun: 'offers to students', used: 0, units: 50, resets_at: null },
    ]);
  const admin = server.as(await server.anAdmin({ client }));
  expect((await admin.refusal(budgetCalls.getBudgets, { id: student.id })).status).toBe(404);
  for (const other of [business, student])
    expect((await server.as(other).refusal(budgetCalls.getBudgets, { id: business.id })).status).toBe(403);
});
