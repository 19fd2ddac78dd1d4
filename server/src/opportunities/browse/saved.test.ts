import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { statementsOf } from '../../../testing/count-queries.ts';
import { startTestServer } from '../../../testing/server.ts';
import { opportunities, savedOpportunities } from '../../platform/database/tables/opportunities.ts';
import { users } from '../../platform/database/tables/people.ts';

/* What a student saves for later (docs/behavior/browse.md#saved). */
const server = startTestServer();
const { getOpportunities, loadOpportunity, saveOpportunity } = opportunityCalls;

async function aPair() {
  const client = await server.aClient();
  const [student, business] = [await server.aStudent({ client }), await server.aBusiness({ client })];
  const opportunity = await server.anOpportunity({ business, title: 'Boat builder' });
  return { client, student, business, opportunity };
}

const savedBy = async (student: { token: string }) =>
  (
    await server.as(student).call(getOpportunities, { filter: { saved: true }, sort: 'opportunity_title' })
  ).map((row) => row.opportunity_title);
const rowsOf = ({ id }: { id: string }) =>
  server.db.select().from(savedOpportunities).where(eq(savedOpportunities.opportunityId, id));

test('a student saves and removes an opportunity; repeating either changes nothing', async () => {
  const { student, business, opportunity } = await aPair();
  await server.anOpportunity({ business, title: 'Other' });
  const caller = server.as(student);
  for (const saved of [true, true]) {
    expect(await caller.call(saveOpportunity, { opp_id: opportunity.id, saved })).toEqual({ saved });
    expect(await rowsOf(opportunity)).toHaveLength(1);
  }
  expect(await savedBy(student)).toEqual(['Boat builder']);
  expect(await caller.call(loadOpportunity, { opp_id: opportunity.id })).toMatchObject({ saved: true });
  const rows = await caller.call(getOpportunities, { sort: 'opportunity_title', limit: 40 });
  expect(rows.map(({ saved }) => saved)).toEqual([true, false]);
  for (const saved of [false, false])
    expect(await caller.call(saveOpportunity, { opp_id: opportunity.id, saved })).toEqual({ saved });
  expect(await savedBy(student)).toEqual([]);
});

test('saved opportunities are visible to no one else, neither other students nor the business nor staff', async () => {
  const { client, student, business, opportunity } = await aPair();
  await server.as(student).call(saveOpportunity, { opp_id: opportunity.id, saved: true });
  const other = await server.aStudent({ client });
  expect(await savedBy(other)).toEqual([]);
  for (const somebody of [other, business, await server.aTeacher({ client })]) {
    const [row] = await server.as(somebody).call(getOpportunities, {});
    expect(row?.saved).toBe(false);
  }
  for (const somebody of [business, await server.anAdmin({ client })]) {
    const refused = await server
      .as(somebody)
      .refusal(saveOpportunity, { opp_id: opportunity.id, saved: true });
    expect(refused.status).toBe(403);
  }
});

test('a student cannot save what they may not see', async () => {
  const { client, student, business } = await aPair();
  const hidden = await server.anOpportunity({ business, selected: [await server.aStudent({ client })] });
  const elsewhere = await server.anOpportunity({ business: await server.aBusiness() });
  for (const { id } of [hidden, elsewhere]) {
    const refused = await server.as(student).refusal(saveOpportunity, { opp_id: id, saved: true });
    expect(refused.status).toBe(404);
  }
});

test('a saved opportunity stays on the list when full or closed, until its business loses its approval', async () => {
  const { student, business, opportunity } = await aPair();
  await server.as(student).call(saveOpportunity, { opp_id: opportunity.id, saved: true });
  await server.db
    .update(opportunities)
    .set({ applicationClose: '2026-01-31', acceptedCount: 3 })
    .where(eq(opportunities.id, opportunity.id));
  expect(await savedBy(student)).toEqual(['Boat builder']);
  expect(await server.as(student).call(getOpportunities, {})).toEqual([]);
  await server.db.update(users).set({ approved: false }).where(eq(users.id, business.id));
  expect(await savedBy(student)).toEqual([]);
});

test('filters and search apply to saved opportunities, and their pages add up', async () => {
  const { student, business } = await aPair();
  const caller = server.as(student);
  for (const title of ['Baker', 'Sailmaker', 'Sailor']) {
    const { id } = await server.anOpportunity({ business, title, opportunityType: 'Virtual' });
    await caller.call(saveOpportunity, { opp_id: id, saved: true });
  }
  const filter = { saved: true, search: 'sail', opportunity_type: 'Virtual' } as const;
  const page = async (offset: number) =>
    (await caller.call(getOpportunities, { filter, sort: 'opportunity_title', limit: 1, offset })).map(
      (row) => row.opportunity_title,
    );
  expect([await page(0), await page(1), await page(2)]).toEqual([['Sailmaker'], ['Sailor'], []]);
});

test('a list takes as many queries with saved opportunities as without', async () => {
  const { student, opportunity } = await aPair();
  const list = () => server.as(student).call(getOpportunities, { limit: 40, sort: 'interests' });
  const before = await statementsOf(server.database.app, list);
  await server.as(student).call(saveOpportunity, { opp_id: opportunity.id, saved: true });
  expect(await statementsOf(server.database.app, list)).toHaveLength(before.length);
});
