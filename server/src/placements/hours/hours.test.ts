import { randomUUID } from 'node:crypto';
import type { Call } from '@waypost/contract/call';
import { hoursCalls } from '@waypost/contract/placements/hours/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import type { BusinessStatus } from '@waypost/contract/statuses';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/count-queries.ts';
import { aSentAgreement } from '../../../testing/links.ts';
import { startTestServer } from '../../../testing/server.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import { hourEntries, projectApprovals, projects } from '../../platform/database/tables/projects.ts';

const server = startTestServer();
const { approveHours, correctHoursEntry, createHoursEntry, deleteHoursEntry, getHoursToApprove } = hoursCalls;

const entry = {
  start_date: '2026-03-02',
  end_date: '2026-03-03',
  total_hours: 7.25,
  text_log: 'Sanded the hull.',
};

async function aPlacement(given: Parameters<typeof server.aProject>[0] = {}) {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const business = await server.aBusiness({ client });
  const project = await server.aProject({ student, business, ...given });
  return {
    client,
    student,
    business,
    project,
    asStudent: server.as(student),
    asBusiness: server.as(business),
  };
}

const entriesOf = (project: { id: string }) =>
  server.db.select().from(hourEntries).where(eq(hourEntries.projectId, project.id));

async function updatedAt(project: { id: string }) {
  const [row] = await server.db.select().from(projects).where(eq(projects.id, project.id));
  return row?.updatedAt;
}

const setStatus = (project: { id: string }, businessStatus: BusinessStatus) =>
  server.db.update(projects).set({ businessStatus }).where(eq(projects.id, project.id));

const signOff = (project: { id: string; clientId: string }, item: string) =>
  server.db.insert(projectApprovals).values({
    clientId: project.clientId,
    projectId: project.id,
    item,
    approvedBy: randomUUID(),
    approvedAt: server.clock.now(),
  });

const signedOff = async (project: { id: string }) =>
  (await server.db.select().from(projectApprovals).where(eq(projectApprovals.projectId, project.id))).map(
    (row) => row.item,
  );

describe('logging hours', () => {
  test('adds a pending entry and replies with the updated placement', async () => {
    const { project, asStudent } = await aPlacement();
    server.clock.moveBy(60_000);
    const seen = await asStudent.call(createHoursEntry, { project_id: project.id, ...entry });
    expect(seen.hours).toMatchObject([{ ...entry, business_approved: 0 }]);
    expect(seen.reportData).toMatchObject({
      accepted_hours: 0,
      pending_hours: 7.25,
      total_hours: 7.25,
      pending_count: 1,
    });
    expect(seen.updatedAt).toBe(server.clock.now().toISOString());
    expect(await updatedAt(project)).toEqual(server.clock.now());
  });

  test('is possible in a completed placement, but not in a terminated one', async () => {
    const completed = await aPlacement({ businessStatus: 'completed' });
    await completed.asStudent.call(createHoursEntry, { project_id: completed.project.id, ...entry });
    const terminated = await aPlacement({ businessStatus: 'terminated' });
    const refused = await terminated.asStudent.refusal(createHoursEntry, {
      project_id: terminated.project.id,
      ...entry,
    });
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      'This placement was terminated, so no hours can be added',
    ]);
    expect(await entriesOf(terminated.project)).toEqual([]);
  });

  test.each([
    [{ total_hours: 0 }, { total_hours: ['hours must be greater than 0'] }],
    [{ total_hours: 49 }, { total_hours: ['a day has at most 24 hours'] }],
    [{ total_hours: 1.001 }, { total_hours: ['use at most two decimals'] }],
    [{ start_date: '2026-03-04' }, { end_date: ['must not be before the start date'] }],
    [{ start_date: '2026-02-30' }, { start_date: ['must be a date, MM/DD/YYYY'] }],
    [{ text_log: ' ' }, { text_log: ['You must provide an activity log'] }],
    [{ text_log: 'a\u0000b' }, { text_log: ['this field has a character that cannot be stored'] }],
  ])('with %o is rejected at its field', async (wrong, errors) => {
    const { project, asStudent } = await aPlacement();
    const refused = await asStudent.refusal(createHoursEntry, { project_id: project.id, ...entry, ...wrong });
    expect([refused.status, refused.problem.errors]).toEqual([400, errors]);
    expect(await entriesOf(project)).toEqual([]);
  });

  test.each([
    [{ start_date: '2026-03-03', end_date: '2026-03-05' }, { end_date: ['must not be in the future'] }],
    [{ start_date: '2025-03-03', end_date: '2025-03-04' }, { start_date: ['must be within the past year'] }],
  ])('on %o is rejected at its field, new or corrected', async (days, errors) => {
    const { project, asStudent } = await aPlacement();
    const disapproved = await server.someHours(project, { businessApproved: -1 });
    const input = { project_id: project.id, ...entry, ...days };
    const refusals = [
      await asStudent.refusal(createHoursEntry, input),
      await asStudent.refusal(correctHoursEntry, { ...input, hours_log_id: disapproved.id }),
    ];
    for (const { status, problem } of refusals) expect([status, problem.errors]).toEqual([400, errors]);
    expect(await entriesOf(project)).toHaveLength(1);
  });

  test('logs an entry once, however often it is sent, even at the same time', async () => {
    const { project, asStudent } = await aPlacement();
    const input = { project_id: project.id, entry_key: randomUUID(), ...entry };
    const replies = await Promise.all([1, 2, 3, 4].map(() => asStudent.call(createHoursEntry, input)));
    for (const { hours } of replies) expect(hours).toMatchObject([entry]);
    expect(await asStudent.call(createHoursEntry, input)).toEqual(replies[0]);
    expect(await entriesOf(project)).toHaveLength(1);
    await asStudent.call(createHoursEntry, { ...input, entry_key: randomUUID() });
    expect(await entriesOf(project)).toHaveLength(2);
  });

  test('does not bring back an entry that was deleted before it was sent again', async () => {
    const { project, asStudent } = await aPlacement();
    const input = { project_id: project.id, entry_key: randomUUID(), ...entry };
    const [logged] = (await asStudent.call(createHoursEntry, input)).hours;
    await asStudent.call(deleteHoursEntry, { project_id: project.id, hours_log_id: logged?._id ?? '' });
    expect((await asStudent.call(createHoursEntry, input)).hours).toEqual([]);
  });

  test('gives an entry that is sent again after the placement was terminated the same reply', async () => {
    const { project, asStudent } = await aPlacement();
    const input = { project_id: project.id, entry_key: randomUUID(), ...entry };
    await asStudent.call(createHoursEntry, input);
    await setStatus(project, 'terminated');
    expect((await asStudent.call(createHoursEntry, input)).hours).toHaveLength(1);
  });

  test('logs a refused entry when it is sent again after the reason is gone', async () => {
    const { project, asStudent } = await aPlacement({ businessStatus: 'terminated' });
    const input = { project_id: project.id, entry_key: randomUUID(), ...entry };
    expect((await asStudent.refusal(createHoursEntry, input)).status).toBe(409);
    await setStatus(project, 'open');
    expect((await asStudent.call(createHoursEntry, input)).hours).toHaveLength(1);
  });

  test('knows a key only within its placement', async () => {
    const [one, other] = [await aPlacement(), await aPlacement()];
    const entry_key = randomUUID();
    for (const { project, asStudent } of [one, other]) {
      await asStudent.call(createHoursEntry, { project_id: project.id, entry_key, ...entry });
      expect(await entriesOf(project)).toHaveLength(1);
    }
  });

  test('with a key that is not an id is rejected at its field', async () => {
    const { project, asStudent } = await aPlacement();
    const refused = await asStudent.refusal(createHoursEntry, {
      project_id: project.id,
      entry_key: 'today',
      ...entry,
    });
    expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, ['entry_key']]);
  });

  test('does not affect hours that staff approved', async () => {
    const { project, asStudent } = await aPlacement();
    await signOff(project, 'hours');
    await asStudent.call(createHoursEntry, { project_id: project.id, ...entry });
    expect(await signedOff(project)).toEqual(['hours']);
  });
});

describe('a day of a student', () => {
  const full = 'Tue 03/03/2026 would have 25.00 hours, and a day has at most 24';
  const onTuesday = { start_date: '2026-03-03', end_date: '2026-03-03', text_log: 'Sanded.' };

  test('has at most 24 hours over all entries and placements', async () => {
    const { student, project, asStudent } = await aPlacement();
    // Ten hours a day.
    const other = await server.aProject({ student });
    await server.someHours(other, { startDate: '2026-03-02', endDate: '2026-03-04', totalHours: 30 });
    await server.someHours(project, { startDate: '2026-03-03', endDate: '2026-03-03', businessApproved: -1 });
    const input = { project_id: project.id, ...onTuesday };
    const refused = await asStudent.refusal(createHoursEntry, { ...input, total_hours: 15 });
    expect([refused.status, refused.problem.errors]).toEqual([400, { total_hours: [full] }]);
    expect((await asStudent.call(createHoursEntry, { ...input, total_hours: 14 })).hours).toHaveLength(2);
    const friend = await aPlacement({});
    await friend.asStudent.call(createHoursEntry, {
      ...input,
      project_id: friend.project.id,
      total_hours: 24,
    });
  });

  test('is not made longer by a correction', async () => {
    const { project, asStudent } = await aPlacement();
    const tuesday = { startDate: '2026-03-03', endDate: '2026-03-03' };
    await server.someHours(project, { ...tuesday, totalHours: 20 });
    const { id } = await server.someHours(project, { ...tuesday, totalHours: 1, businessApproved: -1 });
    const correct = { project_id: project.id, hours_log_id: id, ...onTuesday };
    const refused = await asStudent.refusal(correctHoursEntry, { ...correct, total_hours: 5 });
    expect([refused.status, refused.problem.errors]).toEqual([400, { total_hours: [full] }]);
    await asStudent.call(correctHoursEntry, { ...correct, total_hours: 4 });
  });

  test('is not made longer by approving what was disapproved', async () => {
    const { project, asBusiness } = await aPlacement();
    const tuesday = { startDate: '2026-03-03', endDate: '2026-03-03' };
    const { id } = await server.someHours(project, { ...tuesday, totalHours: 20, businessApproved: -1 });
    const pending = await server.someHours(project, { ...tuesday, totalHours: 5 });
    const approve = { project_id: project.id, business_approved: 1 as const };
    const refused = await asBusiness.refusal(approveHours, { ...approve, hours_id: [id, pending.id] });
    expect([refused.status, refused.problem.detail]).toEqual([409, full]);
    await asBusiness.call(approveHours, { ...approve, hours_id: pending.id });
  });
});

test('hours outside of the placement or over what was agreed are saved, and the business sees a note', async () => {
  const { student, business, asStudent, asBusiness } = await aPlacement();
  const opportunity = await server.anOpportunity({
    business,
    employmentStart: '2026-03-03',
    employmentStop: '2026-08-31',
    hoursPerWeek: 10,
  });
  const project = await server.aProject({ student, business, opportunity });
  // Hours at another business are none of this one's concern.
  await server.someHours(await server.aProject({ student }), { totalHours: 6 });
  const log = (total_hours: number) =>
    asStudent.call(createHoursEntry, {
      project_id: project.id,
      start_date: '2026-03-02',
      end_date: '2026-03-02',
      total_hours,
      text_log: 'Sanded.',
    });
  const outside = { day: '2026-03-02', first_day: '2026-03-03', last_day: '2026-08-31' };
  expect((await log(8)).hours[0]?.notes).toEqual({ outside, long_day: null, long_week: null });
  await log(3);
  const notes = {
    outside,
    long_day: { day: '2026-03-02', hours: 11 },
    long_week: { monday: '2026-03-02', hours: 11, agreed: 10 },
  };
  const seen = await asBusiness.call(projectCalls.loadStudentProject, { project_id: project.id });
  expect(seen.hours.map((one) => one.notes)).toEqual([notes, notes]);
  const first = seen.hours[0]?._id ?? '';
  await asBusiness.call(approveHours, { project_id: project.id, hours_id: first, business_approved: 1 });
  const { entries } = await asBusiness.call(getHoursToApprove, {});
  expect(entries.map((one) => one.notes)).toEqual([notes]);
  // Twenty hours a week.
  await aSentAgreement(server, project, { status: 'signed' });
  expect((await asBusiness.call(getHoursToApprove, {})).entries[0]?.notes.long_week).toBeNull();
});

describe('correcting hours', () => {
  test('makes a disapproved entry pending again with the correction', async () => {
    const { project, asStudent, asBusiness } = await aPlacement();
    const { id } = await server.someHours(project);
    await server.someHours(project, {
      businessApproved: 1,
      startDate: '2026-03-03',
      endDate: '2026-03-03',
      createdAt: server.clock.now(),
    });
    const input = { project_id: project.id, hours_id: id, business_approved: -1 as const };
    const disapproved = await asBusiness.call(approveHours, { ...input, reason: ' You left at noon. ' });
    expect(disapproved.hours.map(({ business_approved, reason }) => [business_approved, reason])).toEqual([
      [-1, 'You left at noon.'],
      [1, ''],
    ]);
    await signOff(project, 'hours');
    server.clock.moveBy(1000);
    const seen = await asStudent.call(correctHoursEntry, {
      project_id: project.id,
      hours_log_id: id,
      ...entry,
    });
    expect(seen.hours.find(({ _id }) => _id === id)).toEqual({
      _id: id,
      ...entry,
      business_approved: 0,
      reason: '',
      decided_by: '',
      decided_via: null,
      notes: expect.anything(),
    });
    expect(seen.reportData).toMatchObject({ accepted_hours: 4, pending_hours: 7.25, pending_count: 1 });
    expect(seen.reportData.hours_last_updated).toBe(server.clock.now().toISOString());
    expect(await signedOff(project)).toEqual(['hours']);
  });

  test.each([
    ['pending', 0],
    ['approved', 1],
  ] as const)('is rejected for a %s entry', async (_, businessApproved) => {
    const { project, asStudent } = await aPlacement();
    const { id } = await server.someHours(project, { businessApproved });
    const refused = await asStudent.refusal(correctHoursEntry, {
      project_id: project.id,
      hours_log_id: id,
      ...entry,
    });
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      'Only an entry that was disapproved can be corrected',
    ]);
    expect(await entriesOf(project)).toMatchObject([{ totalHours: 4, businessApproved }]);
  });

  test('is rejected once the placement was terminated', async () => {
    const { project, asStudent } = await aPlacement({ businessStatus: 'terminated' });
    const { id } = await server.someHours(project, { businessApproved: -1 });
    const refused = await asStudent.refusal(correctHoursEntry, {
      project_id: project.id,
      hours_log_id: id,
      ...entry,
    });
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      'This placement was terminated, so no hours can be added',
    ]);
  });

  test('finds no entry of another placement', async () => {
    const { project, asStudent } = await aPlacement();
    const other = await server.someHours(await server.aProject(), { businessApproved: -1 });
    const input = { project_id: project.id, hours_log_id: other.id, ...entry };
    expect((await asStudent.refusal(correctHoursEntry, input)).status).toBe(404);
    expect(await server.db.select().from(hourEntries).where(eq(hourEntries.id, other.id))).toMatchObject([
      { businessApproved: -1, totalHours: 4 },
    ]);
  });
});

describe('deleting hours', () => {
  test.each([
    ['pending', 0],
    ['disapproved', -1],
  ] as const)('deletes a %s entry', async (_, businessApproved) => {
    const { project, asStudent } = await aPlacement();
    const kept = await server.someHours(project);
    const { id } = await server.someHours(project, { businessApproved });
    const seen = await asStudent.call(deleteHoursEntry, { hours_log_id: id, project_id: project.id });
    expect(seen.hours.map((one) => one._id)).toEqual([kept.id]);
    expect(await updatedAt(project)).toEqual(server.clock.now());
  });

  test('keeps an approved entry', async () => {
    const { project, asStudent } = await aPlacement();
    const { id } = await server.someHours(project, { businessApproved: 1 });
    const refused = await asStudent.refusal(deleteHoursEntry, { hours_log_id: id, project_id: project.id });
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      'These hours are approved, so they cannot be deleted',
    ]);
    expect(await entriesOf(project)).toHaveLength(1);
  });

  test('finds no entry of another placement, or a deleted one', async () => {
    const { student, project, asStudent } = await aPlacement();
    const other = await server.aProject({ student });
    const { id } = await server.someHours(other);
    for (const hours_log_id of [id, randomUUID()]) {
      const refused = await asStudent.refusal(deleteHoursEntry, { hours_log_id, project_id: project.id });
      expect(refused.status).toBe(404);
    }
    expect(await entriesOf(other)).toHaveLength(1);
  });
});

describe('hours to approve', () => {
  test('are the pending entries of all interns of the business, the earliest first', async () => {
    const { client, business, student, project, asBusiness } = await aPlacement();
    const ben = await server.aStudent({ client });
    const other = await server.aProject({ business, student: ben });
    const pending = { startDate: '2026-03-04', endDate: '2026-03-05', totalHours: 7.25, textLog: 'Sanded.' };
    const second = await server.someHours(project, pending);
    const first = await server.someHours(other);
    for (const businessApproved of [1, -1]) await server.someHours(project, { businessApproved });
    await server.someHours(await server.aProject({ student, business: await server.aBusiness({ client }) }));
    const { entries, total } = await asBusiness.call(getHoursToApprove, {});
    const seen = await asBusiness.call(projectCalls.loadStudentProject, { project_id: project.id });
    expect(total).toBe(2);
    expect(entries.map(({ _id }) => _id)).toEqual([first.id, second.id]);
    expect(entries[0]?.intern).toBe(`${ben.firstName} ${ben.lastName}`);
    expect(entries[1]).toEqual({
      _id: second.id,
      project_id: project.id,
      start_date: '2026-03-04',
      end_date: '2026-03-05',
      total_hours: 7.25,
      text_log: 'Sanded.',
      opportunity_title: seen.opportunity_id_fk.opportunity_title,
      intern: `${student.firstName} ${student.lastName}`,
      notes: expect.anything(),
    });
  });

  test('take as many queries for many interns as for one', async () => {
    const { client, business, project, asBusiness } = await aPlacement();
    await server.someHours(project);
    const read = () => statementsOf(server.database.app, () => asBusiness.call(getHoursToApprove, {}));
    const ofOne = await read();
    for (let more = 0; more < 5; more++)
      await server.someHours(await server.aProject({ business, student: await server.aStudent({ client }) }));
    expect(await read()).toEqual(ofOne);
    expect((await asBusiness.call(getHoursToApprove, {})).total).toBe(6);
  });
});

describe('deciding hours', () => {
  test('switches between approved and disapproved, and updates the total', async () => {
    const { project, asBusiness } = await aPlacement();
    const { id } = await server.someHours(project, { totalHours: 4 });
    const decide = (business_approved: 1 | -1) =>
      asBusiness.call(approveHours, { project_id: project.id, hours_id: id, business_approved });
    for (const [decision, accepted_hours] of [
      [1, 4],
      [-1, 0],
      [1, 4],
    ] as const) {
      server.clock.moveBy(1000);
      const seen = await decide(decision);
      expect(seen.hours).toMatchObject([{ business_approved: decision }]);
      expect(seen.reportData).toMatchObject({
        accepted_hours,
        pending_count: 0,
        total_hours: accepted_hours,
      });
      expect(seen.updatedAt).toBe(server.clock.now().toISOString());
    }
    expect((await decide(1)).reportData.accepted_hours).toBe(4);
  });

  test.each(['completed', 'terminated'] as const)(
    'is possible after the placement is %s',
    async (businessStatus) => {
      const { project, asBusiness } = await aPlacement({ businessStatus });
      const { id } = await server.someHours(project);
      const seen = await asBusiness.call(approveHours, {
        project_id: project.id,
        hours_id: id,
        business_approved: 1,
      });
      expect(seen.reportData.accepted_hours).toBe(4);
    },
  );

  test('toggles hours that staff approved, which reopens the log', async () => {
    const { project, asBusiness } = await aPlacement();
    const { id } = await server.someHours(project, { businessApproved: 1, totalHours: 4 });
    await server.someHours(project, {
      businessApproved: 1,
      startDate: '2026-01-01',
      endDate: '2026-01-20',
      totalHours: 200,
    });
    for (const [decision, accepted_hours] of [
      [-1, 200],
      [1, 204],
    ] as const) {
      await signOff(project, 'hours');
      const input = { project_id: project.id, hours_id: id, business_approved: decision };
      const { reportData } = await asBusiness.call(approveHours, input);
      expect(reportData).toMatchObject({ accepted_hours, activity_log_status: 1 });
      expect(await signedOff(project)).toEqual([]);
    }
  });

  test('decides many at once, skipping those deleted since', async () => {
    const { project, asBusiness } = await aPlacement();
    const ids: string[] = [];
    for (let day = 1; day <= 5; day++) ids.push((await server.someHours(project)).id);
    const other = await server.someHours(await server.aProject());
    const seen = await asBusiness.call(approveHours, {
      project_id: project.id,
      hours_id: [...ids, randomUUID(), other.id],
      business_approved: 1,
    });
    expect(seen.hours.map((one) => one.business_approved)).toEqual([1, 1, 1, 1, 1]);
    expect(seen.reportData).toMatchObject({ accepted_hours: 20, pending_count: 0 });
    const [untouched] = await server.db.select().from(hourEntries).where(eq(hourEntries.id, other.id));
    expect(untouched?.businessApproved).toBe(0);
    const refused = await asBusiness.refusal(approveHours, {
      project_id: project.id,
      hours_id: [randomUUID(), other.id],
      business_approved: 1,
    });
    expect(refused.status).toBe(404);
  });

  test('takes as many queries for many entries as for one', async () => {
    const { project, asBusiness } = await aPlacement();
    const ids: string[] = [];
    for (let day = 1; day <= 13; day++) ids.push((await server.someHours(project)).id);
    const decide = (hours_id: string[]) =>
      statementsOf(server.database.app, () =>
        asBusiness.call(approveHours, { project_id: project.id, hours_id, business_approved: 1 }),
      );
    const ofOne = await decide(ids.slice(0, 1));
    expect(await decide(ids.slice(1))).toEqual(ofOne);
  });

  test.each([[[]], ['x'], [['x']], [null]])('of %j is rejected at its field', async (hours_id) => {
    const { project, asBusiness } = await aPlacement();
    const refused = await asBusiness.refusal(approveHours, {
      project_id: project.id,
      hours_id,
      business_approved: 1,
    });
    const [field] = Object.keys(refused.problem.errors ?? {});
    expect([refused.status, field?.split('.')[0]]).toEqual([400, 'hours_id']);
  });

  test('revokes staff’s approval only when the approved total changes', async () => {
    const { student, project, asBusiness } = await aPlacement();
    const approved = await server.someHours(project, { businessApproved: 1 });
    const [pending, other] = [await server.someHours(project), await server.someHours(project)];
    await signOff(project, 'hours');
    await signOff(project, 'reflection');
    const decide = (hours_id: string, business_approved: 1 | -1) =>
      asBusiness.call(approveHours, { project_id: project.id, hours_id, business_approved });
    const fallen = () =>
      server.db
        .select()
        .from(auditEntries)
        .where(and(eq(auditEntries.subjectId, student.id), eq(auditEntries.action, 're-open project item')));
    await decide(approved.id, 1);
    await decide(other.id, -1);
    expect(await signedOff(project)).toEqual(['hours', 'reflection']);
    expect(await fallen()).toEqual([]);
    await decide(pending.id, 1);
    expect(await signedOff(project)).toEqual(['reflection']);
    expect(await fallen()).toMatchObject([
      { details: { project: project.id, item: 'hours', because: 'the approved total changed' } },
    ]);
    await signOff(project, 'hours');
    await decide(approved.id, -1);
    expect(await signedOff(project)).toEqual(['reflection']);
  });

  test('stores a reason only for disapproval, and does not require one in the call', async () => {
    const { project, asBusiness } = await aPlacement();
    const { id } = await server.someHours(project);
    const decide = (business_approved: 1 | -1, reason?: string) =>
      asBusiness.call(approveHours, {
        project_id: project.id,
        hours_id: id,
        business_approved,
        ...(reason && { reason }),
      });
    const reasonOf = async (...given: Parameters<typeof decide>) => (await decide(...given)).hours[0]?.reason;
    expect(await reasonOf(-1)).toBe('');
    await decide(1);
    expect(await reasonOf(-1, 'Logged twice.')).toBe('Logged twice.');
    expect(await reasonOf(-1)).toBe('Logged twice.');
    expect(await reasonOf(-1, 'You were not here.')).toBe('You were not here.');
    expect(await reasonOf(1, 'Not kept.')).toBe('');
  });

  test.each([0, 2, '1', null])('to %j is rejected at its field', async (business_approved) => {
    const { project, asBusiness } = await aPlacement();
    const { id } = await server.someHours(project);
    const refused = await asBusiness.refusal(approveHours, {
      project_id: project.id,
      hours_id: id,
      business_approved,
    });
    expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, ['business_approved']]);
  });
});

test('only the placement’s student and business access hours; for others it does not exist', async () => {
  const { client, student, business, project } = await aPlacement();
  const { id } = await server.someHours(project);
  const before = await updatedAt(project);
  for (const [call, rest, strangers] of [
    [createHoursEntry as Call, entry, [await server.aStudent({ client }), await server.aStudent()]],
    [
      deleteHoursEntry as Call,
      { hours_log_id: id },
      [await server.aStudent({ client }), await server.aStudent()],
    ],
    [
      correctHoursEntry as Call,
      { ...entry, hours_log_id: id },
      [await server.aStudent({ client }), await server.aStudent()],
    ],
    [
      approveHours as Call,
      { hours_id: id, business_approved: 1 },
      [await server.aBusiness({ client }), await server.aBusiness()],
    ],
  ] as const)
    for (const stranger of strangers) {
      const caller = server.as(stranger);
      const refused = await caller.refusal(call, { ...rest, project_id: project.id });
      const unknown = await caller.refusal(call, { ...rest, project_id: randomUUID() });
      expect(refused.problem).toEqual(unknown.problem);
      expect(refused.status).toBe(404);
    }
  const asBusiness = await server
    .as(business)
    .refusal(createHoursEntry, { project_id: project.id, ...entry });
  const asStudent = await server
    .as(student)
    .refusal(approveHours, { project_id: project.id, hours_id: id, business_approved: 1 });
  expect([asBusiness.problem.type, asStudent.problem.type]).toEqual([
    '/problems/not-allowed',
    '/problems/not-allowed',
  ]);
  expect(await entriesOf(project)).toMatchObject([{ businessApproved: 0 }]);
  expect(await updatedAt(project)).toEqual(before);
});

test('logging an hour takes the same number of queries however many there are', async () => {
  const { project, asStudent } = await aPlacement();
  const log = () =>
    statementsOf(server.database.app, () =>
      asStudent.call(createHoursEntry, { project_id: project.id, ...entry }),
    );
  const first = await log();
  for (let more = 0; more < 12; more++) await server.someHours(project, { totalHours: 0.25 });
  expect(await log()).toEqual(first);
  expect(first).toHaveLength(16);
});
