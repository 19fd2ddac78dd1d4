import { randomUUID } from 'node:crypto';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { opportunities, opportunityFocusAreas } from '../../platform/database/tables/opportunities.ts';

const server = startTestServer();

const { deleteOpportunity } = opportunityCalls;

const remains = async (id: string) =>
  (await server.db.select().from(opportunities).where(eq(opportunities.id, id))).length === 1;

test('a business deletes its opportunity without applications', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client });
  const { id } = await server.anOpportunity({ business });
  await server.db
    .insert(opportunityFocusAreas)
    .values({ clientId: client.id, opportunityId: id, focusAreaId: client.area.id });
  expect(await server.as(business).call(deleteOpportunity, { id })).toEqual({ message: 'success' });
  expect(await remains(id)).toBe(false);
});

test('an opportunity with an application cannot be deleted, whatever the application’s status', async () => {
  const business = await server.aBusiness();
  const opportunity = await server.anOpportunity({ business });
  await server.anApplication({ opportunity, status: 'Rescinded' });
  const reply = await server.as(business).call(deleteOpportunity, { id: opportunity.id });
  expect(reply).toEqual({ message: 'fail' });
  expect(await remains(opportunity.id)).toBe(true);
});

test('only its own business can delete an opportunity', async () => {
  const client = await server.aClient();
  const { id } = await server.anOpportunity({ business: await server.aBusiness({ client }) });
  const refused = await Promise.all([
    server.as(await server.aBusiness({ client })).refusal(deleteOpportunity, { id }),
    server.as(await server.aBusiness()).refusal(deleteOpportunity, { id }),
    server.as(await server.aBusiness({ client })).refusal(deleteOpportunity, { id: randomUUID() }),
    server.as(await server.anAdmin({ client })).refusal(deleteOpportunity, { id }),
    server.as(await server.aBusiness({ client, approved: false })).refusal(deleteOpportunity, { id }),
    server.visitor().refusal(deleteOpportunity, { id }),
  ]);
  expect(refused.map((one) => one.status)).toEqual([404, 404, 404, 403, 403, 401]);
  expect(await remains(id)).toBe(true);
});
