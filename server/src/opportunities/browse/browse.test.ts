import { PART_MAX } from '@waypost/contract/list-part';
import { type BrowseFilter, opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { budgets } from '@waypost/contract/platform/budgets/rules';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { noSchedule } from '../../../../contract/testing/opportunity-form.ts';
import { type BrowseRequest, makeBrowsing } from '../../../testing/browsing.ts';
import { statementsOf } from '../../../testing/count-queries.ts';
import { startTestServer, TEST_NOW } from '../../../testing/server.ts';
import { budgetOf } from '../../platform/access/budgets.ts';
import { countTry } from '../../platform/access/limits.ts';
import { asSession } from '../../platform/access/tenant.ts';
import { focusAreas } from '../../platform/database/tables/lists.ts';
import { opportunities, opportunityFocusAreas } from '../../platform/database/tables/opportunities.ts';
import { users } from '../../platform/database/tables/people.ts';

const server = startTestServer();
const { getOpportunities } = opportunityCalls;

const { browse, totalOf, aPair } = makeBrowsing(server);

test('a row has only the fields that a list shows', async () => {
  const { client, student, business } = await aPair();
  const opportunity = await server.anOpportunity({ business, title: 'Boat builder', acceptedCount: 1 });
  const key = { clientId: client.id, opportunityId: opportunity.id };
  await server.db.insert(opportunityFocusAreas).values([
    { ...key, focusAreaId: client.otherArea.id },
    { ...key, focusAreaId: client.area.id },
  ]);
  await server.anApplication({ opportunity });
  await server.anApplication({ opportunity, status: 'Accepted' });

  const response = await server.as(student).send(getOpportunities, { limit: 40 });
  expect(await response.json()).toEqual([
    {
      _id: opportunity.id,
      opportunity_title: 'Boat builder',
      audience: 'Open',
      available_slots: 3,
      opportunity_type: 'Onsite',
      internship_type: 'Internship',
      time_frame: 'Summer',
      paidUnpaid: 'Paid',
      ...noSchedule,
      application_open: '2026-01-01',
      application_close: '2026-12-31',
      employment_start: '2026-06-01',
      employment_stop: '2026-08-31',
      city: 'Annapolis',
      state: 'MD',
      lat: 38.9763,
      lon: -76.4853,
      focus_areas: [client.area.name, client.otherArea.name],
      business_id_fk: { _id: business.id, business_name: business.businessName, profile_pic_id_fk: null },
      reportData: { accepted_count: 1, applicant_count: 2 },
      distance: 0.4,
      application: null,
      saved: false,
    },
  ]);
});

test('a student’s own application is included with its opportunity, and no one else’s', async () => {
  const { client, student, business } = await aPair();
  const opportunity = await server.anOpportunity({ business });
  const { id } = await server.anApplication({ opportunity, student, status: 'Offered' });
  await server.anApplication({ opportunity });
  const seenBy = async (person: { token: string }) => {
    const caller = server.as(person);
    const [row] = await caller.call(getOpportunities, {});
    const whole = await caller.call(opportunityCalls.loadOpportunity, { opp_id: opportunity.id });
    return [row?.application, whole.application];
  };
  const own = expect.objectContaining({ _id: id, status: 'Offered' });
  expect(await seenBy(student)).toEqual([own, own]);
  for (const person of [await server.aStudent({ client }), business, await server.aTeacher({ client })])
    expect(await seenBy(person)).toEqual([null, null]);
});

test('a student sees open opportunities and those that select them, of their own school system', async () => {
  const { client, student, business } = await aPair();
  const other = await server.aStudent({ client });
  await server.anOpportunity({ business, title: 'Open to all' });
  await server.anOpportunity({ business, title: 'For me', selected: [student] });
  await server.anOpportunity({ business, title: 'For another', selected: [other] });
  await server.anOpportunity({ title: 'Elsewhere' });

  expect((await browse(student)).sort()).toEqual(['For me', 'Open to all']);
  expect(await totalOf(student)).toBe(2);
});

test('a student sees only what they could apply to today', async () => {
  const { client, student, business } = await aPair();
  const today = TEST_NOW.slice(0, 10);
  await server.anOpportunity({ business, title: 'Closes today', applicationClose: today });
  await server.anOpportunity({ business, title: 'Closed', applicationClose: '2026-03-03' });
  await server.anOpportunity({ business, title: 'Opens today', applicationOpen: today });
  await server.anOpportunity({ business, title: 'Opens later', applicationOpen: '2026-03-05' });
  await server.anOpportunity({ business, title: 'Full', availableSlots: 2, acceptedCount: 2 });
  const unapproved = await server.aBusiness({ client, approved: false });
  await server.anOpportunity({ business: unapproved, title: 'Not approved' });
  await server.anOpportunity({ business: unapproved, title: 'Not approved', selected: [student] });

  expect((await browse(student)).sort()).toEqual(['Closes today', 'Opens today']);
  expect(await totalOf(student)).toBe(2);
});

test('a business sees all its own opportunities, including closed and restricted ones, and no others', async () => {
  const { client, student, business } = await aPair();
  await server.anOpportunity({ business, title: 'Closed', applicationClose: '2026-01-02' });
  await server.anOpportunity({ business, title: 'Restricted', selected: [student] });
  await server.anOpportunity({ business: await server.aBusiness({ client }), title: "Another's" });

  expect((await browse(business)).sort()).toEqual(['Closed', 'Restricted']);
});

test('staff see all opportunities of their client and no others', async () => {
  const { client, student, business } = await aPair();
  await server.anOpportunity({ business, title: 'Closed', applicationClose: '2026-01-02' });
  await server.anOpportunity({ business, title: 'Restricted', selected: [student] });
  await server.anOpportunity({ title: 'Elsewhere' });

  for (const staff of [await server.aTeacher({ client }), await server.anAdmin({ client })])
    expect((await browse(staff)).sort()).toEqual(['Closed', 'Restricted']);
});

test('visitors, unfinished profiles and SuperAdmins cannot browse', async () => {
  const refusals = [
    await server.visitor().refusal(getOpportunities, {}),
    await server.as(await server.aStudent({ saves: 0 })).refusal(getOpportunities, {}),
    await server.as(await server.aSuperAdmin()).refusal(getOpportunities, {}),
  ];
  expect(refusals.map((refused) => [refused.status, refused.problem.type])).toEqual([
    [401, '/problems/no-session'],
    [403, '/problems/unfinished'],
    [403, '/problems/not-allowed'],
  ]);
});

test('browsing needs no approval', async () => {
  const { client, business } = await aPair();
  await server.anOpportunity({ business, title: 'Open to all' });
  expect(await browse(await server.aStudent({ client, approved: false }))).toEqual(['Open to all']);
});

test('an opportunity whose business was deleted is shown as Missing', async () => {
  const { client, business } = await aPair();
  const { id } = await server.anOpportunity({ business });
  await server.db.update(opportunities).set({ businessId: null }).where(eq(opportunities.id, id));
  const rows = await server.as(await server.anAdmin({ client })).call(getOpportunities, {});
  expect(rows).toMatchObject([{ business_id_fk: { _id: '', business_name: 'Missing' } }]);
});

test('focus areas match opportunities with any of them', async () => {
  const { client, student, business } = await aPair();
  const [third] = await server.db
    .insert(focusAreas)
    .values({ clientId: client.id, name: 'Law', ordinal: 3 })
    .returning();
  const areas = { boats: client.area, bread: client.otherArea, law: third };
  for (const [title, area] of Object.entries(areas)) {
    const { id } = await server.anOpportunity({ business, title });
    await server.db
      .insert(opportunityFocusAreas)
      .values({ clientId: client.id, opportunityId: id, focusAreaId: area?.id ?? '' });
  }
  await server.anOpportunity({ business, title: 'none' });
  const filtered = async (names: string[]) =>
    (await browse(student, { filter: { focusAreas: names } })).sort();

  expect(await filtered([client.area.name])).toEqual(['boats']);
  expect(await filtered([client.area.name, 'Law'])).toEqual(['boats', 'law']);
  expect(await filtered(['Astrology'])).toEqual([]);
  expect(await filtered([])).toEqual(['boats', 'bread', 'law', 'none']);
});

test('compensation matches paid or unpaid; Either matches both', async () => {
  const { student, business } = await aPair();
  await server.anOpportunity({ business, title: 'paid', compensation: 'Paid' });
  await server.anOpportunity({ business, title: 'unpaid', compensation: 'Unpaid' });

  expect(await browse(student, { filter: { compensation: 'Paid' } })).toEqual(['paid']);
  expect(await browse(student, { filter: { compensation: 'Unpaid' } })).toEqual(['unpaid']);
  expect(await browse(student, { filter: { compensation: 'Either' } })).toHaveLength(2);
});

test('a radius matches what is within it, and Virtual opportunities anywhere', async () => {
  const { student, business } = await aPair();
  await server.anOpportunity({ business, title: 'near', lat: 38.99, lon: -76.5 });
  await server.anOpportunity({ business, title: 'far', lat: 39.29, lon: -76.61 });
  await server.anOpportunity({ business, title: 'nowhere', lat: null, lon: null });
  await server.anOpportunity({ business, title: 'not found', lat: 0, lon: 0 });
  await server.anOpportunity({
    business,
    title: 'virtual',
    opportunityType: 'Virtual',
    lat: null,
    lon: null,
  });

  const within = async (radius: number | null) => (await browse(student, { filter: { radius } })).sort();
  expect(await within(5)).toEqual(['near', 'virtual']);
  expect(await within(30)).toEqual(['far', 'near', 'virtual']);
  expect(await within(null)).toHaveLength(5);

  const sent = async (radius: unknown) => {
    const filter = encodeURIComponent(JSON.stringify({ radius }));
    return server.as(student).fetch(`${getOpportunities.path}?filter=${filter}`, {});
  };
  const countOf = async (radius: unknown) => ((await (await sent(radius)).json()) as unknown[]).length;
  expect([await countOf('5'), await countOf('No limit'), await countOf('')]).toEqual([2, 5, 5]);
  expect((await sent('five')).status).toBe(400);
});

test('a student without a location gets no distances, and their radius is ignored', async () => {
  const { client, business } = await aPair();
  await server.anOpportunity({ business, title: 'onsite' });
  await server.anOpportunity({ business, title: 'virtual', opportunityType: 'Virtual' });
  for (const home of [
    { lat: null, lon: null },
    { lat: 0, lon: 0 },
  ]) {
    const student = await server.aStudent({ client, ...home });
    const rows = await server.as(student).call(getOpportunities, { filter: { radius: 1 }, sort: 'distance' });
    expect(rows.map((row) => row.distance)).toEqual([null, null]);
  }
});

test('only students get distances', async () => {
  const { client, business } = await aPair();
  await server.anOpportunity({ business });
  for (const user of [business, await server.aTeacher({ client })]) {
    const rows = await server.as(user).call(getOpportunities, { filter: { radius: 0.1 }, sort: 'distance' });
    expect(rows.map((row) => row.distance)).toEqual([null]);
  }
});

test('all filters apply together', async () => {
  const { client, student, business } = await aPair();
  const wanted = await server.anOpportunity({ business, title: 'wanted' });
  const unpaid = await server.anOpportunity({ business, title: 'unpaid', compensation: 'Unpaid' });
  const far = await server.anOpportunity({ business, title: 'far', lat: 39.29, lon: -76.61 });
  await server.anOpportunity({ business, title: 'of no area' });
  await server.db.insert(opportunityFocusAreas).values(
    [wanted, unpaid, far].map(({ id }) => ({
      clientId: client.id,
      opportunityId: id,
      focusAreaId: client.area.id,
    })),
  );
  const filter: BrowseFilter = { focusAreas: [client.area.name], compensation: 'Paid', radius: 10 };
  expect(await browse(student, { filter })).toEqual(['wanted']);
  expect(await totalOf(student, { filter })).toBe(1);
});

test('a list is one query plus its count, however long it is and whatever it filters by', async () => {
  const { client, student, business } = await aPair();
  const asked: BrowseRequest = {
    filter: { focusAreas: [client.area.name], compensation: 'Paid', radius: 20 },
    sort: 'distance',
    limit: 40,
  };
  const ask = () => server.as(student).call(getOpportunities, asked);
  const withNone = await statementsOf(server.database.app, ask);
  for (let index = 0; index < 30; index += 1) {
    const { id } = await server.anOpportunity({ business });
    await server.db
      .insert(opportunityFocusAreas)
      .values({ clientId: client.id, opportunityId: id, focusAreaId: client.area.id });
  }
  expect(await ask()).toHaveLength(30);
  expect(await statementsOf(server.database.app, ask)).toEqual(withNone);
  expect(withNone).toEqual(['begin', 'enter', 'count_tries', 'findOpportunities student distance', 'commit']);
});

test.each([
  ['a filter that is not JSON', { filter: '{' }, 'filter'],
  ['a radius below nothing', { filter: { radius: -1 } }, 'filter.radius'],
  ['a compensation that is none', { filter: { compensation: 'Gold' } }, 'filter.compensation'],
  ['focus areas that are no list', { filter: { focusAreas: 'Boats' } }, 'filter.focusAreas'],
  ['a focus area with a NUL', { filter: { focusAreas: ['a\u0000'] } }, 'filter.focusAreas.0'],
  ['an unknown sort', { sort: 'salary' }, 'sort'],
  ['a limit that is no number', { limit: 'all' }, 'limit'],
  ['a limit that is too large', { limit: PART_MAX + 1 }, 'limit'],
  ['an offset below nothing', { offset: -1 }, 'offset'],
])('rejects %s at its field', async (_, asked, field) => {
  const { student } = await aPair();
  const refused = await server.as(student).refusal(getOpportunities, asked);
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.problem.errors ?? {})).toEqual([field]);
});

test('a new home address changes the distances', async () => {
  const { student, business } = await aPair();
  await server.anOpportunity({ business, lat: 39.29, lon: -76.61 });
  const distance = async () => (await server.as(student).call(getOpportunities, {}))[0]?.distance;
  const before = await distance();
  await server.db.update(users).set({ lat: 39.29, lon: -76.61 }).where(eq(users.id, student.id));
  expect([before, await distance()]).toEqual([22.46, 0]);
});

test('a student can search a thousand times an hour; staff and businesses are not limited', async () => {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const spend = (who: string) =>
    asSession(server.database.app, null, server.clock.now(), (tx) =>
      countTry(tx, { ...budgetOf('browses', who), units: budgets.browses.units - 1 }, server.clock.now()),
    );
  const status = async (person: { id: string; token: string }) => {
    await spend(person.id);
    const search = () => server.as(person).send(opportunityCalls.getOpportunities, {});
    return [(await search()).status, (await search()).status];
  };
  expect(await status(student)).toEqual([200, 429]);
  expect(await status(await server.aTeacher({ client }))).toEqual([200, 200]);
  expect(await status(await server.aBusiness({ client }))).toEqual([200, 200]);
});
