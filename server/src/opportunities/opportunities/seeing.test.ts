import { randomUUID } from 'node:crypto';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import {
  opportunityFocusAreas,
  opportunityPrograms,
  opportunitySchools,
} from '../../platform/database/tables/opportunities.ts';
import { users } from '../../platform/database/tables/people.ts';

const server = startTestServer();

const { loadOpportunity } = opportunityCalls;

test('a student sees an open opportunity in full: names, counts, contact and the miles from home', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client, businessName: 'Bayside Marine' });
  const picture = await server.aFile(business, { name: 'logo.jpg' });
  await server.db.update(users).set({ profilePicId: picture.id }).where(eq(users.id, business.id));
  const opportunity = await server.anOpportunity({ business, title: 'Boat builder', acceptedCount: 1 });
  const key = { clientId: client.id, opportunityId: opportunity.id };
  await server.db.insert(opportunityFocusAreas).values([
    { ...key, focusAreaId: client.otherArea.id },
    { ...key, focusAreaId: client.area.id },
  ]);
  await server.db.insert(opportunitySchools).values({ ...key, schoolId: client.school.id });
  await server.db.insert(opportunityPrograms).values({ ...key, programId: client.program.id });
  await server.anApplication({ opportunity });
  await server.anApplication({ opportunity, status: 'Accepted' });

  const student = await server.aStudent({ client, lat: 38.9763, lon: -76.6 });
  const seen = await server.as(student).call(loadOpportunity, { opp_id: opportunity.id });

  expect(seen).toMatchObject({
    _id: opportunity.id,
    opportunity_title: 'Boat builder',
    application_open: '2026-01-01',
    paidUnpaid: 'Paid',
    focus_areas: [client.area.name, client.otherArea.name],
    schools: [client.school.name],
    programs: [client.program.name],
    reportData: { accepted_count: 1, applicant_count: 2 },
    location: { street: '2 Dock Street', state: 'MD', userOverwroteLocation: false },
    business_id_fk: {
      _id: business.id,
      business_name: 'Bayside Marine',
      approved: true,
      contact_email: 'grace@waypost.test',
      profile_pic_id_fk: { _id: picture.id, path: `/files/${picture.id}/logo.jpg` },
    },
    distance: 6.17,
  });
});

test('a Virtual opportunity is 0 miles away', async () => {
  const student = await server.aStudent();
  const business = await server.aBusiness({ clientId: student.clientId });
  const { id } = await server.anOpportunity({ business, opportunityType: 'Virtual', lat: null, lon: null });
  expect(await server.as(student).call(loadOpportunity, { opp_id: id })).toMatchObject({ distance: 0 });
});

test.each([
  { lat: null, lon: null },
  { lat: 0, lon: 0 },
])('a student whose home has no coordinates ($lat, $lon) gets no distance', async (home) => {
  const student = await server.aStudent(home);
  const business = await server.aBusiness({ clientId: student.clientId });
  for (const opportunityType of ['Onsite', 'Virtual'] as const) {
    const { id } = await server.anOpportunity({ business, opportunityType });
    expect(await server.as(student).call(loadOpportunity, { opp_id: id })).toMatchObject({ distance: null });
  }
});

test('a business and staff get no distance, because it is from a student’s home', async () => {
  const opportunity = await server.anOpportunity();
  const teacher = await server.aTeacher({ clientId: opportunity.clientId });
  const seen = await server.as(teacher).call(loadOpportunity, { opp_id: opportunity.id });
  expect(seen.distance).toBeNull();
});

test('only the business and staff see the selected students', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client });
  const zoe = await server.aStudent({ client, firstName: 'Zoe', lastName: 'Adams' });
  const ada = await server.aStudent({ client, firstName: 'Ada', lastName: 'Zimmer' });
  const { id } = await server.anOpportunity({ business, selected: [ada, zoe] });
  for (const viewer of [business, await server.aTeacher({ client }), await server.anAdmin({ client })]) {
    const seen = await server.as(viewer).call(loadOpportunity, { opp_id: id });
    expect(seen.student_ids).toEqual([zoe.id, ada.id]);
    expect(seen.selected_students?.[0]).toEqual({
      _id: zoe.id,
      email: zoe.email,
      first_name: 'Zoe',
      last_name: 'Adams',
      status: null,
    });
  }
  const seen = await server.as(zoe).call(loadOpportunity, { opp_id: id });
  expect([seen.selected_students, seen.student_ids]).toEqual([null, null]);
});

test('for those who may not see it, an opportunity does not exist', async () => {
  const client = await server.aClient();
  const chosen = await server.aStudent({ client });
  const business = await server.aBusiness({ client });
  const specific = await server.anOpportunity({ business, selected: [chosen] });
  const open = await server.anOpportunity({ business });
  const elsewhere = await server.aStudent();

  const missing = await Promise.all([
    server.as(await server.aStudent({ client })).refusal(loadOpportunity, { opp_id: specific.id }),
    server.as(await server.aBusiness({ client })).refusal(loadOpportunity, { opp_id: open.id }),
    server.as(elsewhere).refusal(loadOpportunity, { opp_id: open.id }),
    server.as(await server.anAdmin()).refusal(loadOpportunity, { opp_id: open.id }),
    server.as(business).refusal(loadOpportunity, { opp_id: randomUUID() }),
  ]);
  expect(missing.map((refused) => refused.status)).toEqual([404, 404, 404, 404, 404]);
  expect(new Set(missing.map((refused) => JSON.stringify(refused.problem))).size).toBe(1);
});

test('an opportunity of a deleted business shows Missing', async () => {
  const business = await server.aBusiness();
  const opportunity = await server.anOpportunity({ business });
  await server.db.delete(users).where(eq(users.id, business.id));
  const teacher = await server.aTeacher({ clientId: business.clientId });
  const seen = await server.as(teacher).call(loadOpportunity, { opp_id: opportunity.id });
  expect(seen.business_id_fk).toMatchObject({ _id: '', business_name: 'Missing', contact_email: '' });
});

test('visitors, unfinished profiles and requests with an invalid id see nothing', async () => {
  const { id, clientId } = await server.anOpportunity();
  const unfinished = await server.aStudent({ clientId, saves: 0 });
  const teacher = await server.aTeacher({ clientId });
  expect((await server.visitor().refusal(loadOpportunity, { opp_id: id })).status).toBe(401);
  expect((await server.as(unfinished).refusal(loadOpportunity, { opp_id: id })).problem.type).toBe(
    '/problems/unfinished',
  );
  const refused = await server.as(teacher).refusal(loadOpportunity, { opp_id: 'x' });
  expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, ['opp_id']]);
});
