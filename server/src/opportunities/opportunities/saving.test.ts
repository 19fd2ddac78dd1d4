import { randomUUID } from 'node:crypto';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import type { OpportunityInput } from '@waypost/contract/opportunities/opportunities/forms';
import { eachNote } from '@waypost/contract/opportunities/opportunities/notes';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { anOpportunityForm, noTerms } from '../../../../contract/testing/opportunity-form.ts';
import { statementsOf } from '../../../testing/count-queries.ts';
import { startTestServer } from '../../../testing/server.ts';
import { aFormFor } from '../../../testing/work-factories.ts';
import { focusAreas } from '../../platform/database/tables/lists.ts';
import {
  applications,
  opportunities,
  opportunityStudents,
} from '../../platform/database/tables/opportunities.ts';

const server = startTestServer();

const { createOpportunity, editOpportunity, getOpportunities, loadOpportunity } = opportunityCalls;

const restrictedTo = (...students: { id: string }[]) => aFormFor(students);

/** The students selected for an opportunity, with the status of their application, by student id. */
async function offers(opportunityId: string) {
  const rows = await server.db
    .select()
    .from(applications)
    .where(eq(applications.opportunityId, opportunityId));
  return Object.fromEntries(rows.map((row) => [row.studentId, row.status]));
}

async function listed(opportunityId: string) {
  const rows = await server.db
    .select()
    .from(opportunityStudents)
    .where(eq(opportunityStudents.opportunityId, opportunityId));
  return new Set(rows.map((row) => row.studentId));
}

test('a program may name the students as an opportunity has them', async () => {
  const client = await server.aClient();
  const [student, other] = [await server.aStudent({ client }), await server.aStudent({ client })];
  const caller = server.as(await server.aBusiness({ client }));
  const { student_ids: _, ...form } = restrictedTo(student);
  const send = (selected_students: unknown) =>
    caller.fetch(createOpportunity.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...form, selected_students }),
    });
  const { _id } = (await (await send([{ _id: student.id, email: student.email }, other.id])).json()) as {
    _id: string;
  };
  expect(await listed(_id)).toEqual(new Set([student.id, other.id]));
  const refused = await send([{ email: student.email }]);
  expect([refused.status, Object.keys(Object(await refused.json()).errors)]).toEqual([
    400,
    ['student_ids.0'],
  ]);
});

test('a business posts an opportunity and reads back its fields', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client });
  const form = anOpportunityForm({
    focus_areas: [client.otherArea.name, client.area.name],
    schools: [client.school.name],
    programs: [client.program.name],
  });
  const { _id } = await server.as(business).call(createOpportunity, form);
  const kept = await server.as(business).call(loadOpportunity, { opp_id: _id });
  const { userOverwroteLocation, ...shown } = form;
  expect(kept).toMatchObject({
    ...shown,
    focus_areas: [client.area.name, client.otherArea.name],
    location: { lat: form.lat, userOverwroteLocation },
    business_id_fk: { _id: business.id },
    reportData: { accepted_count: 0, applicant_count: 0 },
    createdAt: '2026-03-04T15:00:00.000Z',
  });
});

test('an edit replaces all fields, including the names of lists', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client });
  const caller = server.as(business);
  const { _id } = await caller.call(
    createOpportunity,
    anOpportunityForm({ focus_areas: [client.area.name] }),
  );
  const changed = anOpportunityForm({
    opportunity_title: 'Sail maker',
    focus_areas: [client.otherArea.name],
    schools: [client.school.name],
  });
  expect(await caller.call(editOpportunity, { ...changed, _id })).toEqual({ _id });
  expect(await caller.call(loadOpportunity, { opp_id: _id })).toMatchObject({
    opportunity_title: 'Sail maker',
    focus_areas: [client.otherArea.name],
    schools: [client.school.name],
  });
});

test('removes scripts from texts, and a text with nothing else is missing', async () => {
  const caller = server.as(await server.aBusiness());
  const { _id } = await caller.call(
    createOpportunity,
    anOpportunityForm({ full_description: '<p onclick="x()">Sail<script>alert(1)</script></p>' }),
  );
  const { full_description } = await caller.call(loadOpportunity, { opp_id: _id });
  expect(full_description).toBe('<p>Sail</p>');
  const refused = await caller.refusal(
    createOpportunity,
    anOpportunityForm({ skills_required: '<script>x</script>' }),
  );
  expect([refused.status, refused.problem.errors]).toEqual([
    400,
    { skills_required: ['this field is required'] },
  ]);
});

test('a Virtual opportunity has no address, whatever was sent', async () => {
  const caller = server.as(await server.aBusiness());
  const sent = anOpportunityForm({ opportunity_type: 'Virtual', userOverwroteLocation: true });
  const { _id } = await caller.call(createOpportunity, sent);
  const { location } = await caller.call(loadOpportunity, { opp_id: _id });
  expect(location).toEqual({
    street: '',
    city: '',
    state: '',
    zip: '',
    lat: null,
    lon: null,
    userOverwroteLocation: false,
  });
});

test('an Open opportunity ignores the selected students', async () => {
  const student = await server.aStudent();
  const caller = server.as(await server.aBusiness({ clientId: student.clientId }));
  const { _id } = await caller.call(createOpportunity, anOpportunityForm({ student_ids: [student.id] }));
  expect([await listed(_id), await offers(_id)]).toEqual([new Set(), {}]);
});

test('a restricted opportunity is offered to each selected student immediately, and has no slots', async () => {
  const client = await server.aClient();
  const [ada, zoe] = [await server.aStudent({ client }), await server.aStudent({ client })];
  const caller = server.as(await server.aBusiness({ client }));
  const sent = { ...restrictedTo(ada, zoe, ada), available_slots: 5 };
  const { _id } = await caller.call(createOpportunity, sent);
  expect(await caller.call(loadOpportunity, { opp_id: _id })).toMatchObject({
    available_slots: 0,
    reportData: { applicant_count: 2 },
  });
  expect(await listed(_id)).toEqual(new Set([ada.id, zoe.id]));
  const made = await server.db.select().from(applications).where(eq(applications.opportunityId, _id));
  expect(made.map(({ status, coverLetter }) => [status, coverLetter])).toEqual([
    ['Offered', 'Auto Applied'],
    ['Offered', 'Auto Applied'],
  ]);
});

test('only approved students of the same school system can be selected', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client });
  const good = await server.aStudent({ client });
  for (const other of [
    await server.aStudent({ client, approved: false }),
    await server.aStudent(),
    await server.aTeacher({ client }),
    business,
    { id: randomUUID() },
  ]) {
    const refused = await server.as(business).refusal(createOpportunity, restrictedTo(good, other));
    expect([refused.status, refused.problem.errors]).toEqual([
      400,
      { student_ids: ['only approved students of your school system can be chosen'] },
    ]);
  }
  expect(
    await server.db.select().from(opportunities).where(eq(opportunities.businessId, business.id)),
  ).toEqual([]);
});

test('a student added later gets an offer, and a removed one has it withdrawn', async () => {
  const client = await server.aClient();
  const [ada, zoe] = [await server.aStudent({ client }), await server.aStudent({ client })];
  const caller = server.as(await server.aBusiness({ client }));
  const { _id } = await caller.call(createOpportunity, restrictedTo(ada));
  await caller.call(editOpportunity, { ...restrictedTo(zoe), _id });
  expect(await listed(_id)).toEqual(new Set([zoe.id]));
  expect(await offers(_id)).toEqual({ [ada.id]: 'Rescinded', [zoe.id]: 'Offered' });

  await caller.call(editOpportunity, { ...restrictedTo(ada, zoe), _id });
  expect(await offers(_id)).toEqual({ [ada.id]: 'Offered', [zoe.id]: 'Offered' });
});

test('a student who declined can be removed from the list, and gets a new offer when added again', async () => {
  const client = await server.aClient();
  const [ada, zoe] = [await server.aStudent({ client }), await server.aStudent({ client })];
  const caller = server.as(await server.aBusiness({ client }));
  const { _id } = await caller.call(createOpportunity, restrictedTo(ada, zoe));
  await server.db.update(applications).set({ status: 'Declined' }).where(eq(applications.studentId, ada.id));
  // Still on the list, so that nothing is new.
  await caller.call(editOpportunity, { ...restrictedTo(ada, zoe), _id });
  await caller.call(editOpportunity, { ...restrictedTo(zoe), _id });
  expect(await offers(_id)).toEqual({ [ada.id]: 'Declined', [zoe.id]: 'Offered' });
  server.jobs.mail.length = 0;
  await caller.call(editOpportunity, { ...restrictedTo(ada, zoe), _id });
  expect(await offers(_id)).toEqual({ [ada.id]: 'Offered', [zoe.id]: 'Offered' });
  expect(server.jobs.mail.map(({ to }) => to)).toEqual([ada.email]);
});

test('a student who accepted cannot be removed from the list', async () => {
  const client = await server.aClient();
  const ada = await server.aStudent({ client, firstName: 'Ada', lastName: 'Bell' });
  const zoe = await server.aStudent({ client });
  const caller = server.as(await server.aBusiness({ client }));
  const { _id } = await caller.call(createOpportunity, restrictedTo(ada, zoe));
  await server.db.update(applications).set({ status: 'Accepted' }).where(eq(applications.studentId, ada.id));
  const refused = await caller.refusal(editOpportunity, { ...restrictedTo(zoe), _id });
  expect([refused.status, refused.problem.errors]).toEqual([
    400,
    { student_ids: ['Ada Bell has accepted the offer and stays on the list'] },
  ]);
  expect(await listed(_id)).toEqual(new Set([ada.id, zoe.id]));
});

test('a selected student who lost their approval does not block an edit', async () => {
  const client = await server.aClient();
  const student = await server.aStudent({ client, approved: false });
  const business = await server.aBusiness({ client });
  const { id } = await server.anOpportunity({ business, selected: [student] });
  expect(await server.as(business).call(editOpportunity, { ...restrictedTo(student), _id: id })).toEqual({
    _id: id,
  });
});

test('a student whose own application ended gets an offer once the opportunity is restricted to them', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client });
  const opportunity = await server.anOpportunity({ business });
  const [applied, declined, other] = [
    await server.aStudent({ client }),
    await server.aStudent({ client }),
    await server.aStudent({ client }),
  ];
  await server.anApplication({ opportunity, student: applied, coverLetter: '<p>Mine.</p>' });
  await server.anApplication({ opportunity, student: declined, status: 'Declined' });
  await server.anApplication({ opportunity, student: other });
  const form = restrictedTo(applied, declined);
  await server.as(business).call(editOpportunity, { ...form, _id: opportunity.id });
  expect(await offers(opportunity.id)).toEqual({
    [applied.id]: 'Offered',
    [declined.id]: 'Offered',
    [other.id]: 'New',
  });
  const [kept] = await server.db.select().from(applications).where(eq(applications.studentId, applied.id));
  expect(kept?.coverLetter).toBe('<p>Mine.</p>');
});

test('a restricted opportunity cannot be opened to all', async () => {
  const student = await server.aStudent();
  const business = await server.aBusiness({ clientId: student.clientId });
  const { id } = await server.anOpportunity({ business, selected: [student] });
  const refused = await server.as(business).refusal(editOpportunity, { ...anOpportunityForm(), _id: id });
  expect([refused.status, refused.problem.detail]).toEqual([409, 'This stays open only to chosen students']);
});

test('positions cannot be fewer than the spots taken', async () => {
  const business = await server.aBusiness();
  const { id } = await server.anOpportunity({ business, acceptedCount: 2 });
  const caller = server.as(business);
  const refused = await caller.refusal(editOpportunity, {
    ...anOpportunityForm({ available_slots: 1 }),
    _id: id,
  });
  expect([refused.status, refused.problem.errors]).toEqual([
    400,
    { available_slots: ['2 spots are taken already: offer at least 2'] },
  ]);
  expect(
    await caller.call(editOpportunity, { ...anOpportunityForm({ available_slots: 2 }), _id: id }),
  ).toEqual({
    _id: id,
  });
});

test('rejects a name that is not on the school system’s list at its field', async () => {
  const [client, other] = [await server.aClient(), await server.aClient()];
  const caller = server.as(await server.aBusiness({ client }));
  const refused = await caller.refusal(
    createOpportunity,
    anOpportunityForm({
      focus_areas: [client.area.name, 'Alchemy'],
      schools: [other.school.name],
      programs: [other.program.name],
    }),
  );
  expect([refused.status, refused.problem.errors]).toEqual([
    400,
    {
      focus_areas: ['“Alchemy” is not on the list'],
      schools: [`“${other.school.name}” is not on the list`],
      programs: [`“${other.program.name}” is not on the list`],
    },
  ]);
});

const paySchedule = {
  pay_from: 15.5,
  pay_to: 18.25,
  days: ['Monday' as const, 'Friday' as const],
  hours_per_week: 12,
};
const someTerms = { ...paySchedule, ...eachNote((field) => `About ${field}`) };

test('pay and schedule are saved and shown to everyone who decides: in the list, in full, and in the application', async () => {
  const client = await server.aClient();
  const [business, student] = [await server.aBusiness({ client }), await server.aStudent({ client })];
  const as = { business: server.as(business), student: server.as(student) };
  const form = anOpportunityForm({ paidUnpaid: 'Paid', ...someTerms });
  const { _id } = await as.business.call(createOpportunity, {
    ...form,
    days: ['Friday', 'Monday', 'Friday'],
  });
  expect(await as.student.call(loadOpportunity, { opp_id: _id })).toMatchObject(someTerms);
  expect(await as.student.call(getOpportunities, { limit: 10 })).toMatchObject([paySchedule]);
  expect(await (await as.student.send(getOpportunities, {})).json()).toMatchObject([someTerms]);
  await as.student.call(applicationCalls.createApplication, { cover_letter: 'Hi', opportunity_id_fk: _id });
  const [applied] = await as.student.call(applicationCalls.getMyApplications, {});
  expect(applied?.opportunity_id_fk).toMatchObject(someTerms);

  await as.business.call(editOpportunity, { ...form, _id, paidUnpaid: 'Unpaid' });
  const unpaid = await as.business.call(loadOpportunity, { opp_id: _id });
  expect(unpaid).toMatchObject({ ...someTerms, pay_from: null, pay_to: null });
});

test('time frame and compensation may be left out, and nothing is said about them', async () => {
  const client = await server.aClient();
  const business = server.as(await server.aBusiness({ client }));
  const student = server.as(await server.aStudent({ client }));
  const { time_frame: _, paidUnpaid: __, ...rest } = anOpportunityForm();
  const silent = async (but: object) => {
    const { _id } = await business.call(createOpportunity, { ...rest, ...but } as never);
    const { time_frame, paidUnpaid } = await business.call(loadOpportunity, { opp_id: _id });
    return { time_frame, paidUnpaid };
  };
  const nothing = { time_frame: '', paidUnpaid: '' };
  expect(await silent({})).toEqual(nothing);
  expect(await silent({ time_frame: null, paidUnpaid: '' })).toEqual(nothing);
  // What has an amount is paid, and so is every apprenticeship.
  expect(await silent({ pay_from: 15 })).toEqual({ ...nothing, paidUnpaid: 'Paid' });
  expect(await silent({ internship_type: 'Apprenticeship' })).toEqual({ ...nothing, paidUnpaid: 'Paid' });
  const count = async (filter: object) =>
    (await student.call(getOpportunities, { filter: JSON.stringify(filter) as never })).length;
  expect(await count({})).toBe(4);
  expect(await count({ compensation: 'Either' })).toBe(4);
  expect(await count({ compensation: 'Paid' })).toBe(2);
  expect(await count({ compensation: 'Unpaid' })).toBe(0);
  expect(await count({ time_frame: 'Summer' })).toBe(0);
});

test('pay and schedule may be left out', async () => {
  const caller = server.as(await server.aBusiness());
  const { pay_from: _, pay_to: __, days: ___, hours_per_week: ____, ...rest } = anOpportunityForm();
  const { _id } = await caller.call(createOpportunity, { ...rest, dress_notes: null } as never);
  expect(await caller.call(loadOpportunity, { opp_id: _id })).toMatchObject(noTerms);
});

// Each case is named, because a title with a value of a hundred thousand characters breaks reporters.
test.each<[string, string, Partial<Record<keyof OpportunityInput, unknown>>]>([
  ['opportunity_title', 'blank', { opportunity_title: ' ' }],
  ['opportunity_title', 'a NUL', { opportunity_title: 'a\u0000b' }],
  ['opportunity_title', 'a hundred thousand characters', { opportunity_title: 'x'.repeat(100_000) }],
  ['short_description', 'a blank paragraph', { short_description: '<p> </p>' }],
  ['available_slots', 'a word', { available_slots: 'three' }],
  ['available_slots', 'none', { available_slots: 0 }],
  ['available_slots', 'a trillion', { available_slots: 1e12 }],
  ['student_ids', 'missing', { audience: 'Specific', available_slots: 0 }],
  ['student_ids.0', 'no ID', { student_ids: ['x'] }],
  ['opportunity_type', 'not an option', { opportunity_type: 'Moon' }],
  ['paidUnpaid', 'an unpaid apprenticeship', { internship_type: 'Apprenticeship', paidUnpaid: 'Unpaid' }],
  ['application_open', 'the year 0', { application_open: '0000-01-01' }],
  ['application_close', 'before it opens', { application_close: '2026-02-28' }],
  ['employment_stop', 'before it starts', { employment_stop: '2026-05-31' }],
  ['employment_stop', 'a day that does not exist', { employment_stop: '2026-02-30' }],
  ['application_close', 'on the day it opens', { application_close: '2026-03-01' }],
  ['employment_stop', 'on the day it starts', { employment_stop: '2026-06-01' }],
  ['employment_stop', 'six years away', { employment_stop: '2032-03-01' }],
  ['application_open', 'six years ago', { application_open: '2020-03-01' }],
  ['pay_from', 'a word', { paidUnpaid: 'Paid', pay_from: 'much' }],
  ['pay_to', 'less than from', { paidUnpaid: 'Paid', pay_from: 16, pay_to: 15 }],
  ['days.0', 'no day', { days: ['Moonday'] }],
  ['hours_per_week', 'a whole week', { hours_per_week: 168 }],
  ['zip', 'three digits', { zip: '214' }],
  ['lat', 'off the earth', { lat: 91 }],
])('rejects a wrong %s at its field: %s', async (field, _wrong, given) => {
  const caller = server.as(await server.aBusiness());
  const refused = await caller.refusal(createOpportunity, { ...anOpportunityForm(), ...given });
  expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, [field]]);
});

test('only its own business can change an opportunity', async () => {
  const client = await server.aClient();
  const before = await server.anOpportunity({ business: await server.aBusiness({ client }) });
  const edit = { ...anOpportunityForm(), _id: before.id };
  const refused = await Promise.all([
    server.as(await server.aBusiness({ client })).refusal(editOpportunity, edit),
    server.as(await server.aBusiness()).refusal(editOpportunity, edit),
    server.as(await server.aBusiness({ client })).refusal(editOpportunity, { ...edit, _id: randomUUID() }),
    server.as(await server.anAdmin({ client })).refusal(editOpportunity, edit),
    server.as(await server.aStudent({ client })).refusal(editOpportunity, edit),
    server.as(await server.aBusiness({ client, approved: false })).refusal(editOpportunity, edit),
  ]);
  expect(refused.map((one) => one.status)).toEqual([404, 404, 404, 403, 403, 403]);
  expect(await server.db.select().from(opportunities).where(eq(opportunities.id, before.id))).toEqual([
    before,
  ]);
});

test('an unapproved business cannot post', async () => {
  const business = await server.aBusiness({ approved: false });
  const refused = await server.as(business).refusal(createOpportunity, anOpportunityForm());
  expect([refused.status, refused.problem.type]).toEqual([403, '/problems/unapproved']);
});

test('saving takes the same number of queries for many students and names as for a few', async () => {
  const client = await server.aClient();
  const caller = server.as(await server.aBusiness({ client }));
  const students = await Promise.all(Array.from({ length: 12 }, () => server.aStudent({ client })));
  await server.db
    .insert(focusAreas)
    .values(
      Array.from({ length: 10 }, (_, i) => ({ clientId: client.id, name: `Area ${i}`, ordinal: 3 + i })),
    );
  const areas = await server.db
    .select({ name: focusAreas.name })
    .from(focusAreas)
    .where(eq(focusAreas.clientId, client.id))
    .orderBy(asc(focusAreas.ordinal));
  const formOf = (count: number) => ({
    ...restrictedTo(...students.slice(0, count)),
    focus_areas: areas.slice(0, count).map((area) => area.name),
  });
  const counts = [];
  for (const count of [2, 12]) {
    let _id = '';
    const posting = await statementsOf(server.database.app, async () => {
      ({ _id } = await caller.call(createOpportunity, formOf(count)));
    });
    const loading = await statementsOf(server.database.app, () =>
      caller.call(loadOpportunity, { opp_id: _id }),
    );
    const editing = await statementsOf(server.database.app, () =>
      caller.call(editOpportunity, { ...formOf(count), student_ids: [students[count - 1]?.id ?? ''], _id }),
    );
    counts.push([posting.length, loading.length, editing.length]);
  }
  expect(counts[1]).toEqual(counts[0]);
});
