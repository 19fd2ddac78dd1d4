import { randomUUID } from 'node:crypto';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { expect, test } from 'vitest';
import { startTestServer, TEST_NOW } from '../../../testing/server.ts';

const server = startTestServer();

const { getBusinessInternshipStats } = opportunityCalls;

const NOTHING = [
  { label: 'Open positions', value: 0 },
  { label: 'Pending applicants', value: 0 },
  { label: 'Accepted', value: 0 },
  { label: 'Completed', value: 0 },
  { label: 'Terminated', value: 0 },
];

test('a business sees the counts of its placements by status', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client });
  const student = await server.aStudent({ client });
  await server.anOpportunity({ business, availableSlots: 5, acceptedCount: 2 });
  await server.anOpportunity({ business, availableSlots: 4, applicationClose: '2026-03-04' });
  await server.anOpportunity({ business, availableSlots: 7, applicationClose: '2026-03-03' });
  await server.anOpportunity({ business, availableSlots: 9, applicationOpen: '2026-03-05' });
  await server.anOpportunity({ business, availableSlots: 6, acceptedCount: 6 });
  await server.anOpportunity({ business, selected: [student] });
  const opportunity = await server.anOpportunity({ business, availableSlots: 0 });
  for (const status of ['New', 'Interview Scheduled', 'Offered', 'Declined', 'Rescinded'] as const)
    await server.anApplication({ opportunity, status });
  const placed = { business, opportunity };
  for (const businessStatus of [
    'open',
    'open',
    'completed',
    'terminated',
    'terminated',
    'terminated',
  ] as const)
    await server.aProject({ ...placed, businessStatus });
  const other = await server.anOpportunity({ business: await server.aBusiness({ client }) });
  await server.anApplication({ opportunity: other });
  await server.aProject({ opportunity: other });

  const expected = [
    { label: 'Open positions', value: 7 },
    { label: 'Pending applicants', value: 3 },
    // Each placement is counted once: those that have ended are not accepted as well.
    { label: 'Accepted', value: 2 },
    { label: 'Completed', value: 1 },
    { label: 'Terminated', value: 3 },
  ];
  const caller = server.as(business);
  expect(await caller.call(getBusinessInternshipStats, {})).toEqual(expected);
  const named = { client: client.id, businessId: business.id };
  expect(await caller.call(getBusinessInternshipStats, named)).toEqual(expected);
  const teacher = server.as(await server.aTeacher({ client }));
  expect(await teacher.call(getBusinessInternshipStats, named)).toEqual(expected);
});

test('an opportunity has no open positions before its first day', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client });
  await server.anOpportunity({ business, availableSlots: 9, applicationOpen: '2026-03-05' });
  expect(await server.as(business).call(getBusinessInternshipStats, {})).toEqual(NOTHING);
  server.clock.moveTo('2026-03-05T15:00:00Z');
  try {
    const teacher = server.as(await server.aTeacher({ client }));
    const [open] = await teacher.call(getBusinessInternshipStats, { businessId: business.id });
    expect(open).toEqual({ label: 'Open positions', value: 9 });
  } finally {
    server.clock.moveTo(TEST_NOW);
  }
});

test('an unapproved business has no open positions', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client, approved: false });
  await server.anOpportunity({ business, availableSlots: 4 });
  for (const caller of [business, await server.anAdmin({ client })])
    expect(await server.as(caller).call(getBusinessInternshipStats, {})).toEqual(NOTHING);
});

test('a business without opportunities has zero of each', async () => {
  const caller = server.as(await server.aBusiness());
  expect(await caller.call(getBusinessInternshipStats, {})).toEqual(NOTHING);
});

test('only the business itself and its school system’s staff see its statistics', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client });
  const businessId = business.id;
  const admin = server.as(await server.anAdmin({ client }));
  const student = await server.aStudent({ client });
  const refused = await Promise.all([
    server.as(await server.aBusiness({ client })).refusal(getBusinessInternshipStats, { businessId }),
    server.as(await server.anAdmin()).refusal(getBusinessInternshipStats, { businessId }),
    server.as(business).refusal(getBusinessInternshipStats, { client: randomUUID() }),
    admin.refusal(getBusinessInternshipStats, { businessId: randomUUID() }),
    admin.refusal(getBusinessInternshipStats, { businessId: student.id }),
    server.as(student).refusal(getBusinessInternshipStats, { businessId }),
    server.visitor().refusal(getBusinessInternshipStats, { businessId }),
  ]);
  expect(refused.map((one) => one.status)).toEqual([404, 404, 404, 404, 404, 403, 401]);
});

test('staff who name no business see all of theirs together', async () => {
  const client = await server.aClient();
  const [one, other] = [await server.aBusiness({ client }), await server.aBusiness({ client })];
  await server.anOpportunity({ business: one, availableSlots: 5, acceptedCount: 2 });
  const opportunity = await server.anOpportunity({ business: other, availableSlots: 1 });
  await server.anApplication({ opportunity });
  await server.aProject({ business: one });
  await server.aProject({ business: other, opportunity, businessStatus: 'completed' });
  await server.aProject();
  const values = await server
    .as(await server.aTeacher({ client }))
    .call(getBusinessInternshipStats, { client: client.id });
  expect(values.map(({ value }) => value)).toEqual([3 + 1 + 2, 1, 1, 1, 0]);
  const elsewhere = server.as(await server.anAdmin());
  expect(await elsewhere.call(getBusinessInternshipStats, {})).toEqual(NOTHING);
  expect((await elsewhere.refusal(getBusinessInternshipStats, { client: client.id })).status).toBe(404);
});
