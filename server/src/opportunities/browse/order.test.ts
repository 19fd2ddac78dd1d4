import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { browseGroupOf, browseGroups } from '@waypost/contract/opportunities/opportunities/rules';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type BrowseRequest, makeBrowsing, titles } from '../../../testing/browsing.ts';
import { startTestServer } from '../../../testing/server.ts';
import { opportunities, opportunityFocusAreas } from '../../platform/database/tables/opportunities.ts';
import { userFocusAreas, users } from '../../platform/database/tables/people.ts';

const server = startTestServer();
const { getOpportunities } = opportunityCalls;

const { browse, totalOf, aPair } = makeBrowsing(server);

test('sorts by distance: Virtual ones first, those without a location last', async () => {
  const { student, business } = await aPair();
  await server.anOpportunity({ business, title: 'not found', lat: 0, lon: 0 });
  await server.anOpportunity({ business, title: 'Perth', lat: -31.95, lon: 115.86 });
  await server.anOpportunity({ business, title: 'Baltimore', lat: 39.29, lon: -76.61 });
  await server.anOpportunity({ business, title: 'Annapolis', lat: 38.98, lon: -76.49 });
  await server.anOpportunity({ business, title: 'virtual', opportunityType: 'Virtual' });
  await server.anOpportunity({ business, title: 'Bowie', lat: 38.94, lon: -76.73 });

  expect(await browse(student, { sort: 'distance' })).toEqual([
    'virtual',
    'Annapolis',
    'Bowie',
    'Baltimore',
    'Perth',
    'not found',
  ]);
});

/** A pair whose student is interested in the client's first area, with an opportunity of each kind. */
async function anInterestedPair() {
  const { client, student, business } = await aPair();
  const { id: clientId, area, otherArea } = client;
  await server.db.insert(userFocusAreas).values({ clientId, userId: student.id, focusAreaId: area.id });
  const offer = async (title: string, areas: { id: string }[], but: object = {}) => {
    const { id } = await server.anOpportunity({ business, title, ...but });
    for (const { id: focusAreaId } of areas)
      await server.db.insert(opportunityFocusAreas).values({ clientId, opportunityId: id, focusAreaId });
  };
  const virtual = { opportunityType: 'Virtual' };
  await offer('virtual, late', [], { ...virtual, applicationClose: '2026-06-01' });
  await offer('near, of no interest', [otherArea], { lat: 38.98, lon: -76.49 });
  await offer('virtual, of interest', [area], virtual);
  await offer('far, of interest', [otherArea, area], { lat: 39.29, lon: -76.61 });
  await offer('near, of interest', [area], { lat: 38.98, lon: -76.49 });
  await offer('virtual, soon', [otherArea], { ...virtual, applicationClose: '2026-05-01' });
  await offer('far, of no interest', [], { lat: 39.29, lon: -76.61 });
  await offer('nowhere, of interest', [area], { lat: 0, lon: 0 });
  return { client, student, business };
}

test('shared interests come first, then in-person, then Virtual, each by distance', async () => {
  const { client, student } = await anInterestedPair();
  const rows = await server.as(student).call(getOpportunities, { sort: 'interests' });
  expect(titles(rows)).toEqual([
    'near, of interest',
    'far, of interest',
    'nowhere, of interest',
    'virtual, of interest',
    'near, of no interest',
    'far, of no interest',
    'virtual, soon',
    'virtual, late',
  ]);
  const groups = rows.map((row) => browseGroups.indexOf(browseGroupOf(row, [client.area.name])));
  expect(groups).toEqual([0, 0, 0, 0, 1, 1, 2, 2]);
});

test('without a location, each group is sorted by closing date', async () => {
  const { student } = await anInterestedPair();
  await server.db.update(users).set({ lat: null, lon: null }).where(eq(users.id, student.id));
  const found = await browse(student, { sort: 'interests', filter: { search: 'virtual' } });
  expect(found).toEqual(['virtual, of interest', 'virtual, soon', 'virtual, late']);
});

test('the order by interests applies after filters and search, and is newest first for everyone else', async () => {
  const { student, business } = await anInterestedPair();
  const near = { radius: 5, search: 'near' };
  expect(await browse(student, { sort: 'interests', filter: near })).toEqual([
    'near, of interest',
    'near, of no interest',
  ]);
  expect(await browse(business, { sort: 'interests' })).toEqual(await browse(business));
});

test('titles sort in natural order, ignoring case and accents', async () => {
  const { student, business } = await aPair();
  for (const title of ['Zoo keeper', 'apple picker', 'Éclair baker', 'Baker', 'eagle watcher'])
    await server.anOpportunity({ business, title });

  expect(await browse(student, { sort: 'opportunity_title' })).toEqual([
    'apple picker',
    'Baker',
    'eagle watcher',
    'Éclair baker',
    'Zoo keeper',
  ]);
});

test('businesses sort by name in natural order, a missing one last', async () => {
  const { client } = await aPair();
  for (const businessName of ['Zebra Print', 'acme', 'Bakery']) {
    const business = await server.aBusiness({ client, businessName });
    await server.anOpportunity({ business, title: `at ${businessName}` });
  }
  const gone = await server.anOpportunity({ business: await server.aBusiness({ client }), title: 'gone' });
  await server.db.update(opportunities).set({ businessId: null }).where(eq(opportunities.id, gone.id));

  const staff = await server.aTeacher({ client });
  const sorted = ['at acme', 'at Bakery', 'at Zebra Print', 'gone'];
  expect(await browse(staff, { sort: 'business.business_name' })).toEqual(sorted);
});

test('sorts by closing date, the earliest first', async () => {
  const { student, business } = await aPair();
  for (const applicationClose of ['2026-06-01', '2026-04-01', '2026-05-01'])
    await server.anOpportunity({ business, title: applicationClose, applicationClose });
  const sorted = ['2026-04-01', '2026-05-01', '2026-06-01'];
  expect(await browse(student, { sort: 'application_close' })).toEqual(sorted);
});

test('a business sees its newest first by default', async () => {
  const { business } = await aPair();
  for (const day of ['02', '04', '03'])
    await server.anOpportunity({ business, title: day, createdAt: new Date(`2026-02-${day}T12:00:00Z`) });
  expect(await browse(business)).toEqual(['04', '03', '02']);
});

test('pages add up to the whole list in every order, and each has the total', async () => {
  const { student, business } = await aPair();
  for (let index = 0; index < 11; index += 1)
    await server.anOpportunity({
      business,
      title: `Same ${index % 2}`,
      opportunityType: index % 3 ? 'Onsite' : 'Virtual',
    });
  const ids = async (asked: BrowseRequest) =>
    (await server.as(student).call(getOpportunities, asked)).map((row) => row._id);

  for (const sort of [
    'interests',
    'distance',
    'opportunity_title',
    'business.business_name',
    'application_close',
    undefined,
  ] as const) {
    const by = sort ? { sort } : {};
    const pages = await Promise.all([0, 4, 8, 12].map((offset) => ids({ ...by, limit: 4, offset })));
    expect(pages.map((page) => page.length)).toEqual([4, 4, 3, 0]);
    const whole = await ids(by);
    expect(pages.flat()).toEqual(whole);
    expect(new Set(whole).size).toBe(11);
  }
  for (const offset of [0, 8, 400]) expect(await totalOf(student, { limit: 4, offset })).toBe(11);
});

test('equal rows are in the order of their ids', async () => {
  const { student, business } = await aPair();
  for (let index = 0; index < 6; index += 1) await server.anOpportunity({ business, title: 'Same' });
  for (const sort of ['interests', 'distance', 'opportunity_title', 'application_close'] as const) {
    const rows = await server.as(student).call(getOpportunities, { sort });
    const ids = rows.map((row) => row._id);
    expect(ids).toEqual([...ids].sort());
  }
});
