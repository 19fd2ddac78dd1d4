import type { InputOf } from '@waypost/contract/call';
import { windowState } from '@waypost/contract/opportunities/opportunities/rules';
import { type ReportedOpportunity, reportCalls } from '@waypost/contract/oversight/reports/calls';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { noSchedule } from '../../../../contract/testing/opportunity-form.ts';
import { statementsOf } from '../../../testing/count-queries.ts';
import { type Caller, startTestServer, TEST_NOW } from '../../../testing/server.ts';
import { programs, schools } from '../../platform/database/tables/lists.ts';
import {
  opportunities,
  opportunityPrograms,
  opportunitySchools,
} from '../../platform/database/tables/opportunities.ts';
import { users } from '../../platform/database/tables/people.ts';

const server = startTestServer();
const { filterAvailableOpportunities } = reportCalls;

type Filter = InputOf<typeof filterAvailableOpportunities>;

const titles = (rows: ReportedOpportunity[]) => rows.map((row) => row.opportunity_title);
const list = async (caller: Caller, input: Filter) =>
  titles(await caller.call(filterAvailableOpportunities, input));

/** A school system with opportunities for everyone and for some, which are open, closed and not open yet. */
async function aSystemWithOpportunities() {
  const client = await server.aClient();
  const clientId = client.id;
  const [dock] = await server.db
    .insert(schools)
    .values({ clientId, name: 'Dock High', type: 'High', ordinal: 2 })
    .returning();
  const [baking] = await server.db
    .insert(programs)
    .values({ clientId, name: 'Baking', ordinal: 2 })
    .returning();
  if (!dock || !baking) throw new Error('nothing was inserted');
  const bakery = await server.aBusiness({ client, businessName: 'an Oven' });
  const marine = await server.aBusiness({ client, businessName: 'Bayside Marine' });
  const opportunity = async (
    title: string,
    given: Parameters<typeof server.anOpportunity>[0],
    at: { schools?: string[]; programs?: string[] } = {},
  ) => {
    const made = await server.anOpportunity({ business: marine, title, ...given });
    const key = { clientId, opportunityId: made.id };
    for (const schoolId of at.schools ?? [])
      await server.db.insert(opportunitySchools).values({ ...key, schoolId });
    for (const programId of at.programs ?? [])
      await server.db.insert(opportunityPrograms).values({ ...key, programId });
    return made;
  };
  const boats = await opportunity(
    'Boats',
    { applicationClose: '2026-07-31' },
    { schools: [dock.id, client.school.id] },
  );
  await opportunity('anchors', {}, { schools: [dock.id] });
  await opportunity(
    'Émile’s oven',
    { business: bakery, applicationClose: '2026-06-30' },
    { programs: [baking.id] },
  );
  await opportunity('Cleats', { applicationOpen: '2025-01-01', applicationClose: '2026-03-03' });
  const unapproved = await server.aBusiness({ client, approved: false });
  await opportunity('Eyelets', { business: unapproved });
  await opportunity('Fenders', { availableSlots: 2, acceptedCount: 2 });
  await opportunity('Docks', { applicationOpen: '2026-03-05' }, { programs: [client.program.id] });
  return { client, dock, baking, marine, boats, teacher: await server.aTeacher({ client }) };
}

let system: Awaited<ReturnType<typeof aSystemWithOpportunities>>;
let teacher: Caller;

beforeAll(async () => {
  system = await aSystemWithOpportunities();
  // Another school system's opportunity matches every filter.
  await server.anOpportunity({ title: 'Elsewhere' });
  teacher = server.as(system.teacher);
});

describe('the report of opportunities', () => {
  test.each<[string, Filter, string[]]>([
    ['open ones, unless told otherwise', {}, ['anchors', 'Boats', 'Émile’s oven']],
    ['open ones', { availability: 'Open' }, ['anchors', 'Boats', 'Émile’s oven']],
    ['all others as closed', { availability: 'Closed' }, ['Cleats', 'Docks', 'Eyelets', 'Fenders']],
    [
      'all',
      { availability: 'All' },
      ['anchors', 'Boats', 'Cleats', 'Docks', 'Émile’s oven', 'Eyelets', 'Fenders'],
    ],
  ])('lists %s', async (_, filter, expected) => {
    expect(await list(teacher, filter)).toEqual(expected);
  });

  test('of a school includes what is for that school, and what is for all of them', async () => {
    const school = (...names: string[]) => list(teacher, { school_attending: names });
    expect(await school(system.client.school.name)).toEqual(['Boats', 'Émile’s oven']);
    expect(await school('Dock High')).toEqual(['anchors', 'Boats', 'Émile’s oven']);
    expect(await school('Dock High', system.client.school.name)).toHaveLength(3);
    expect(await list(teacher, { school_attending: system.client.school.name })).toHaveLength(2);
    expect(await list(teacher, { school_attending: null })).toHaveLength(3);
    expect(await list(teacher, { school_attending: [] })).toHaveLength(3);
  });

  test('of a program includes what is for that program, and what is for all of them', async () => {
    const program = (name: string) => list(teacher, { availability: 'All', affiliated_program: [name] });
    expect(await program('Baking')).toEqual([
      'anchors',
      'Boats',
      'Cleats',
      'Émile’s oven',
      'Eyelets',
      'Fenders',
    ]);
    expect(await program(system.client.program.name)).toEqual([
      'anchors',
      'Boats',
      'Cleats',
      'Docks',
      'Eyelets',
      'Fenders',
    ]);
    expect(await list(teacher, { school_attending: 'Dock High', affiliated_program: 'Baking' })).toEqual([
      'anchors',
      'Boats',
      'Émile’s oven',
    ]);
  });

  test('includes the fields of a row and of the export', async () => {
    const { boats, client, marine } = system;
    const [, found] = await teacher.call(filterAvailableOpportunities, {});
    expect(found).toEqual({
      _id: boats.id,
      opportunity_title: 'Boats',
      business_id_fk: { _id: marine.id, business_name: 'Bayside Marine' },
      time_frame: 'Summer',
      paidUnpaid: 'Paid',
      ...noSchedule,
      audience: 'Open',
      available_slots: 3,
      schools: [client.school.name, 'Dock High'],
      programs: [],
      application_open: '2026-01-01',
      application_close: '2026-07-31',
      employment_stop: '2026-08-31',
      accepted_count: 0,
      business_approved: true,
    });
  });

  test('shows Missing for a deleted business', async () => {
    const { id, clientId } = await server.anOpportunity();
    await server.db
      .update(opportunities)
      .set({ businessId: null })
      .where(and(eq(opportunities.clientId, clientId), eq(opportunities.id, id)));
    const staff = server.as(await server.anAdmin({ clientId }));
    for (const sort of ['opportunity_title', 'business.business_name'] as const) {
      const found = await staff.call(filterAvailableOpportunities, { availability: 'All', sort });
      expect(found).toMatchObject([{ business_id_fk: { _id: '', business_name: 'Missing' } }]);
    }
  });

  test.each<[NonNullable<Filter['sort']>, boolean, string[]]>([
    ['opportunity_title', false, ['anchors', 'Boats', 'Émile’s oven']],
    ['opportunity_title', true, ['Émile’s oven', 'Boats', 'anchors']],
    ['business.business_name', false, ['Émile’s oven', 'anchors', 'Boats']],
    ['business.business_name', true, ['anchors', 'Boats', 'Émile’s oven']],
    ['application_close', false, ['Émile’s oven', 'Boats', 'anchors']],
    ['application_close', true, ['anchors', 'Boats', 'Émile’s oven']],
  ])('sorts by %s, descending: %s', async (sort, descending, expected) => {
    expect(await list(teacher, { sort, descending })).toEqual(expected);
  });

  test('is paginated, with the total in each part', async () => {
    const part = async (offset: number) => {
      const response = await teacher.send(filterAvailableOpportunities, { limit: 2, offset });
      const total = Number(response.headers.get('x-total-count'));
      return [total, titles((await response.json()) as ReportedOpportunity[])];
    };
    expect(await part(0)).toEqual([3, ['anchors', 'Boats']]);
    expect(await part(2)).toEqual([3, ['Émile’s oven']]);
    expect(await part(4)).toEqual([3, []]);
  });

  test.each<[string, object]>([
    ['an availability that there is not', { availability: 'Full' }],
    ['a school with a NUL', { school_attending: 'a\u0000b' }],
    ['a program that is no name', { affiliated_program: [7] }],
    ['a column that does not sort', { sort: 'available_slots' }],
    ['a part of everything', { limit: 1_000_000 }],
    ['rows before the first', { limit: 5, offset: -1 }],
  ])('rejects %s', async (_, input) => {
    expect((await teacher.refusal(filterAvailableOpportunities, input)).status).toBe(400);
  });

  test('is for staff only, each for their own school system', async () => {
    const { client } = system;
    expect(await list(server.as(await server.anAdmin({ client })), {})).toHaveLength(3);
    expect(await list(server.as(await server.anAdmin()), { availability: 'All' })).toEqual([]);
    const others = [await server.aStudent({ client }), await server.aBusiness({ client })];
    for (const user of [...others, await server.aSuperAdmin()])
      expect((await server.as(user).refusal(filterAvailableOpportunities, {})).status).toBe(403);
    expect((await server.visitor().refusal(filterAvailableOpportunities, {})).status).toBe(401);
  });

  test('takes the same number of queries however many opportunities there are', async () => {
    const [few, many] = [system, await aSystemWithOpportunities()];
    for (let n = 0; n < 8; n++) await server.anOpportunity({ business: many.marine });
    const asked = (of: typeof few, input: Filter) =>
      statementsOf(server.database.app, () =>
        server.as(of.teacher).call(filterAvailableOpportunities, input),
      );
    const part: Filter = { school_attending: 'Dock High', limit: 100 };
    expect(await asked(few, part)).toHaveLength(4);
    expect(await asked(many, part)).toEqual(await asked(few, part));
    expect(await asked(many, { limit: 100 })).toEqual(await asked(few, part));
  });
});

test('open and closed follow the rule in every time zone', async () => {
  const business = await server.aBusiness();
  for (const [applicationOpen, applicationClose, employmentStop] of [
    ['2026-03-03', '2026-03-03'],
    ['2026-03-03', '2026-03-04'],
    ['2026-03-04', '2026-03-04'],
    ['2026-03-05', '2026-03-09'],
    ['2026-03-03', '2026-03-09', '2026-03-04'],
  ])
    await server.anOpportunity({
      business,
      applicationOpen: applicationOpen ?? '',
      applicationClose: applicationClose ?? '',
      employmentStart: '2026-02-01',
      employmentStop: employmentStop ?? '2026-08-31',
    });
  const { clientId } = business;
  const staff = server.as(await server.aTeacher({ clientId }));
  const moments = ['04T03:59', '04T04:00', '04T09:59', '04T10:00', '05T03:59', '05T04:00', '05T10:00'];
  for (const moment of moments) {
    const now = new Date(`2026-03-${moment}:00Z`);
    server.clock.moveTo(now);
    const all = await staff.call(filterAvailableOpportunities, { availability: 'All' });
    const [open, closed] = [true, false].map((isOpen) =>
      titles(all.filter((row) => (windowState(row, now) === 'open') === isOpen)),
    );
    expect([moment, await list(staff, { availability: 'Open' })]).toEqual([moment, open]);
    expect([moment, await list(staff, { availability: 'Closed' })]).toEqual([moment, closed]);
  }
  server.clock.moveTo(TEST_NOW);
});

test('every opportunity is either available or closed: a full, restricted or future one is closed', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client, businessName: 'Bayside Marine' });
  const unapproved = await server.aBusiness({ client, approved: false });
  const gone = await server.aBusiness({ client });
  const selected = [await server.aStudent({ client })];
  await server.anOpportunity({ business, title: 'open' });
  await server.anOpportunity({
    business,
    title: 'ended',
    employmentStart: '2026-02-01',
    employmentStop: '2026-03-03',
  });
  await server.anOpportunity({ business, title: 'full', availableSlots: 2, acceptedCount: 2 });
  await server.anOpportunity({ business, title: 'future', applicationOpen: '2026-03-06' });
  await server.anOpportunity({ business, title: 'past', applicationClose: '2026-03-03' });
  await server.anOpportunity({ business, title: 'restricted', selected });
  await server.anOpportunity({ business: unapproved, title: 'unapproved' });
  await server.anOpportunity({ business: gone, title: 'without business' });
  await server.db.delete(users).where(eq(users.id, gone.id));
  const staff = server.as(await server.aTeacher({ client }));
  expect(await list(staff, { availability: 'Open' })).toEqual(['open']);
  const closed = await list(staff, { availability: 'Closed' });
  expect(closed.sort()).toEqual([
    'ended',
    'full',
    'future',
    'past',
    'restricted',
    'unapproved',
    'without business',
  ]);
  expect(await list(staff, { availability: 'All' })).toHaveLength(8);
});
