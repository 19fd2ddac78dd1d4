import { randomUUID } from 'node:crypto';
import { finalWorkCalls } from '@waypost/contract/placements/final-work/calls';
import { hoursCalls } from '@waypost/contract/placements/hours/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import type { ApprovalType } from '@waypost/contract/placements/projects/rules';
import { reflectionCalls } from '@waypost/contract/placements/reflections/calls';
import type { BusinessStatus } from '@waypost/contract/statuses';
import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { users } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import {
  evaluations,
  hourEntries,
  projectApprovals,
  projectFiles,
  projectReflections,
  projects,
} from '../../platform/database/tables/projects.ts';

const server = startTestServer();
const { approveItems, loadStudentProject, reopenItem, sendBackItem, setAdminApproval } = projectCalls;

/** A placement with everything submitted: 135 approved hours, both reflections, a summary, a file, two evaluations. */
async function aFinishedProject() {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const business = await server.aBusiness({ client });
  const project = await server.aProject({ student, business, finalSummary: 'I built a boat.' });
  const key = { clientId: client.id, projectId: project.id };
  const entry = await server.someHours(project, {
    endDate: '2026-03-12',
    totalHours: 135,
    businessApproved: 1,
  });
  await server.db
    .update(projectReflections)
    .set({ status: 'complete', answerText: 'Care.', answeredAt: server.clock.now() })
    .where(eq(projectReflections.projectId, project.id));
  await server.db.insert(projectFiles).values({ ...key, fileId: (await server.aFile(student)).id });
  for (const ordinal of [1, 2])
    await server.db.insert(evaluations).values({
      ...key,
      ordinal,
      evaluationDate: '2026-03-01',
      supervisor: 'Grace',
      internshipFacilitator: 'Mary',
      contactPhone: '(410)555-0100',
      term: 'Spring',
      comments: '<p>Good.</p>',
      discussed: true,
    });
  const admin = await server.anAdmin({ client });
  const asAdmin = server.as(admin);
  const of = (approval_type: ApprovalType) => ({ project_id: project.id, approval_type });
  return {
    client,
    student,
    business,
    project,
    entry,
    admin,
    asAdmin,
    asStudent: server.as(student),
    asBusiness: server.as(business),
    of,
    approve: (item: ApprovalType) => asAdmin.call(setAdminApproval, of(item)),
    reopen: (item: ApprovalType) => asAdmin.call(reopenItem, of(item)),
  };
}

const approvalsOf = async (project: { id: string }) =>
  (await server.db.select().from(projectApprovals).where(eq(projectApprovals.projectId, project.id)))
    .map((row) => row.item)
    .sort();

const auditedFor = (student: { id: string }) =>
  server.db
    .select({ action: auditEntries.action, actorId: auditEntries.actorId, details: auditEntries.details })
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, student.id))
    .orderBy(asc(auditEntries.at));

describe('approving an item', () => {
  test.each([
    ['hours', 'activity_log_status'],
    ['reflection', 'reflection_status'],
    ['project', 'final_project_status'],
    ['summary', 'final_summary_status'],
    ['msde', 'msde_status'],
    ['evals', 'evaluation_status'],
  ] as const)('moves %s from 1 to 2, and nothing else', async (item, field) => {
    const { project, student, admin, approve, asStudent } = await aFinishedProject();
    const before = await asStudent.call(loadStudentProject, { project_id: project.id });
    expect(before.reportData[field]).toBe(1);
    const seen = await approve(item);
    const changed = Object.keys(seen.reportData).filter(
      (name) =>
        name.endsWith('_status') &&
        !name.startsWith('print') &&
        seen.reportData[name as typeof field] !== before.reportData[name as typeof field],
    );
    expect([changed, seen.reportData[field]]).toEqual([[field], 2]);
    expect(await approvalsOf(project)).toEqual([item]);
    expect(await auditedFor(student)).toEqual([
      { action: 'approve project item', actorId: admin.id, details: { project: project.id, item } },
    ]);
  });

  test('is refused if it is already approved', async () => {
    const { of, approve, asAdmin } = await aFinishedProject();
    await approve('summary');
    const refused = await asAdmin.refusal(setAdminApproval, of('summary'));
    expect([refused.status, refused.problem.detail]).toEqual([409, 'This is already approved']);
  });

  test('is refused if it is incomplete, and changes nothing', async () => {
    const { client } = await aFinishedProject();
    const project = await server.aProject({ student: await server.aStudent({ client }) });
    const asAdmin = server.as(await server.anAdmin({ client }));
    for (const approval_type of ['hours', 'reflection', 'project', 'summary', 'msde', 'evals'] as const) {
      const refused = await asAdmin.refusal(setAdminApproval, { project_id: project.id, approval_type });
      expect([refused.status, refused.problem.detail]).toEqual([
        409,
        'This is not complete yet, so it cannot be approved',
      ]);
    }
    expect(await approvalsOf(project)).toEqual([]);
  });

  test('of an unknown item is rejected at its field', async () => {
    const { project, asAdmin } = await aFinishedProject();
    for (const call of [setAdminApproval, reopenItem]) {
      const refused = await asAdmin.refusal(call, { project_id: project.id, approval_type: 'everything' });
      expect([refused.status, refused.problem.errors]).toEqual([
        400,
        { approval_type: ['must be one of the items that are approved'] },
      ]);
    }
  });
});

describe('approving several items', () => {
  const all: ApprovalType[] = ['hours', 'reflection', 'project', 'summary', 'msde', 'evals'];

  test('approves all six, each with its own record', async () => {
    const { project, student, admin, asAdmin } = await aFinishedProject();
    const seen = await asAdmin.call(approveItems, { project_id: project.id, approval_types: all });
    expect(seen.approvals?.map(({ approval_type }) => approval_type).sort()).toEqual(all.toSorted());
    expect(await approvalsOf(project)).toEqual(all.toSorted());
    const entries = await auditedFor(student);
    expect(entries.map(({ details }) => (details as { item: string }).item).sort()).toEqual(all.toSorted());
    expect(new Set(entries.map(({ action, actorId }) => `${action} ${actorId}`))).toEqual(
      new Set([`approve project item ${admin.id}`]),
    );
  });

  test('approves only the listed items, and a duplicate once', async () => {
    const { project, student, asAdmin } = await aFinishedProject();
    const approval_types: ApprovalType[] = ['summary', 'evals', 'summary'];
    await asAdmin.call(approveItems, { project_id: project.id, approval_types });
    expect(await approvalsOf(project)).toEqual(['evals', 'summary']);
    expect(await auditedFor(student)).toHaveLength(2);
  });

  test('approves none if one cannot be approved, and says so', async () => {
    const { project, student, approve, asAdmin } = await aFinishedProject();
    await approve('summary');
    const refused = await asAdmin.refusal(approveItems, { project_id: project.id, approval_types: all });
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      'This placement has changed since you opened it, so nothing was approved. Check it again',
    ]);
    expect(await approvalsOf(project)).toEqual(['summary']);
    expect(await auditedFor(student)).toHaveLength(1);
    const again = { project_id: project.id, approval_types: ['summary', 'summary'] };
    expect((await asAdmin.refusal(approveItems, again)).problem.detail).toBe('This is already approved');
  });

  test('needs a reason below the minimum hours, and changes nothing without one', async () => {
    const { project, entry, asAdmin } = await aFinishedProject();
    await server.db.update(hourEntries).set({ totalHours: 40.5 }).where(eq(hourEntries.id, entry.id));
    await server.db.update(projects).set({ businessStatus: 'completed' }).where(eq(projects.id, project.id));
    const input = { project_id: project.id, approval_types: ['summary', 'hours'] as ApprovalType[] };
    const refused = await asAdmin.refusal(approveItems, input);
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      'Only 40.50 of the 135 required hours are approved. Give a reason to approve this anyway',
    ]);
    expect(await approvalsOf(project)).toEqual([]);
    const reason = 'The season ended early.';
    const seen = await asAdmin.call(approveItems, { ...input, reason });
    expect(seen.approvals).toMatchObject([
      { approval_type: 'hours', reason, accepted_hours: 40.5 },
      { approval_type: 'summary', reason: '', accepted_hours: null },
    ]);
  });

  test.each([
    [[], 'choose at least one'],
    [['everything'], 'must be one of the items that are approved'],
    [[...all, 'hours'], 'name each item once'],
  ])('of %j is rejected at its field', async (approval_types, message) => {
    const { project, asAdmin } = await aFinishedProject();
    const refused = await asAdmin.refusal(approveItems, { project_id: project.id, approval_types });
    expect(refused.status).toBe(400);
    expect(Object.values(refused.problem.errors ?? {}).flat()).toEqual([message]);
    expect(await approvalsOf(project)).toEqual([]);
  });

  test('is for the school system’s own Admin; for others it does not exist', async () => {
    const { project, student, business, client } = await aFinishedProject();
    const input = { project_id: project.id, approval_types: all };
    for (const somebody of [student, business, await server.aTeacher({ client })])
      expect((await server.as(somebody).refusal(approveItems, input)).status).toBe(403);
    const stranger = server.as(await server.anAdmin({ client: await server.aClient() }));
    expect((await stranger.refusal(approveItems, input)).status).toBe(404);
    expect(await approvalsOf(project)).toEqual([]);
  });
});

describe('sending work back', () => {
  const reason = 'Say what was hard.';

  test.each([
    ['reflection', 'reflection_status'],
    ['project', 'final_project_status'],
    ['summary', 'final_summary_status'],
  ] as const)('moves %s from 1 to 0 with the reason, and MSDE with it', async (item, field) => {
    const { project, student, admin, asAdmin, asStudent, asBusiness, of } = await aFinishedProject();
    const seen = await asAdmin.call(sendBackItem, { ...of(item), approval_type: item, reason });
    expect([seen.reportData[field], seen.reportData.msde_status]).toEqual([0, 0]);
    const sentBackAt = server.clock.now().toISOString();
    const expected = [{ approval_type: item, reason, sentBackAt }];
    expect(seen.sent_back).toEqual(expected);
    const load = { project_id: project.id };
    expect((await asStudent.call(loadStudentProject, load)).sent_back).toEqual(expected);
    expect((await asBusiness.call(loadStudentProject, load)).sent_back).toBeNull();
    expect(await auditedFor(student)).toContainEqual({
      action: 'send back project item',
      actorId: admin.id,
      details: { project: project.id, item, reason },
    });
    expect((await asAdmin.refusal(setAdminApproval, of(item))).status).toBe(409);
  });

  test.each([
    ['reflection', 'Your reflections were sent back', 'reflections'],
    ['project', 'Your final project was sent back', 'file'],
    ['summary', 'Your final summary was sent back', 'summary'],
  ] as const)(
    'mails the student what was sent back, why, and where to change it: %s',
    async (item, subject, screen) => {
      const { project, student, asAdmin, of } = await aFinishedProject();
      server.jobs.mail.length = 0;
      await asAdmin.call(sendBackItem, { ...of(item), approval_type: item, reason });
      const [mail, ...rest] = server.jobs.mail;
      expect([mail?.to, rest]).toEqual([student.email, []]);
      expect(mail?.subject).toContain(`${subject}: `);
      expect(mail?.text).toContain(reason);
      expect(mail?.text).toContain(`https://waypost.test/project/${project.id}/${screen}`);
    },
  );

  test('mails no student who turned that off', async () => {
    const { student, asAdmin, of } = await aFinishedProject();
    await server.db
      .update(users)
      .set({ mutedMail: ['sent back'] })
      .where(eq(users.id, student.id));
    server.jobs.mail.length = 0;
    await asAdmin.call(sendBackItem, { ...of('summary'), approval_type: 'summary', reason });
    expect(server.jobs.mail).toEqual([]);
  });

  test('ends when the student changes the work', async () => {
    const { client, student, project, asAdmin, asStudent, of } = await aFinishedProject();
    for (const approval_type of ['reflection', 'project', 'summary'] as const)
      await asAdmin.call(sendBackItem, { project_id: project.id, approval_type, reason });
    const [reflection] = await server.db
      .select()
      .from(projectReflections)
      .where(eq(projectReflections.projectId, project.id));
    const project_id = project.id;
    const answer = { project_id, _id: reflection?.id ?? '', answer_text: 'More care.' };
    const answered = await asStudent.call(reflectionCalls.saveReflection, answer);
    expect(answered.sent_back?.map((one) => one.approval_type).sort()).toEqual(['project', 'summary']);
    await asStudent.call(finalWorkCalls.saveSummary, { project_id, text: 'Bending the planks was hard.' });
    const file_id = (await server.aFile(student)).id;
    const { sent_back, reportData } = await asStudent.call(finalWorkCalls.saveFileLink, {
      project_id,
      file_id,
    });
    expect(sent_back).toEqual([]);
    expect([reportData.reflection_status, reportData.final_project_status, reportData.msde_status]).toEqual([
      1, 1, 1,
    ]);
    const asTeacher = server.as(await server.aTeacher({ client }));
    expect((await asTeacher.refusal(sendBackItem, { ...of('summary'), reason })).status).toBe(403);
  });

  test('is refused if nothing is waiting, and if it is not the student’s own work', async () => {
    const { approve, asAdmin, of } = await aFinishedProject();
    await approve('summary');
    const approved = await asAdmin.refusal(sendBackItem, { ...of('summary'), reason });
    expect([approved.status, approved.problem.detail]).toEqual([409, 'This is already approved']);
    await asAdmin.call(sendBackItem, { ...of('project'), approval_type: 'project', reason });
    const again = await asAdmin.refusal(sendBackItem, { ...of('project'), reason });
    expect([again.status, again.problem.detail]).toEqual([
      409,
      'This is not complete yet, so there is nothing to send back',
    ]);
    const hours = await asAdmin.refusal(sendBackItem, { ...of('hours'), reason });
    expect(Object.keys(hours.problem.errors ?? {})).toEqual(['approval_type']);
    const silent = await asAdmin.refusal(sendBackItem, { ...of('reflection'), reason: ' ' });
    expect(silent.problem.errors).toEqual({ reason: ['this field is required'] });
    const stranger = server.as(await server.anAdmin({ client: await server.aClient() }));
    expect((await stranger.refusal(sendBackItem, { ...of('reflection'), reason })).status).toBe(404);
  });
});

describe('below the minimum hours', () => {
  /** The finished placement with 40.5 approved hours, ended. */
  async function anEndedProject(businessStatus: BusinessStatus = 'terminated') {
    const finished = await aFinishedProject();
    await server.db
      .update(hourEntries)
      .set({ totalHours: 40.5 })
      .where(eq(hourEntries.id, finished.entry.id));
    await server.db.update(projects).set({ businessStatus }).where(eq(projects.id, finished.project.id));
    return finished;
  }

  test.each(['hours', 'msde'] as const)('%s needs a reason, which staff see', async (item) => {
    const { project, student, admin, asAdmin, asStudent, asBusiness, of } = await anEndedProject();
    for (const reason of [undefined, null, ' ']) {
      const refused = await asAdmin.refusal(setAdminApproval, { ...of(item), reason });
      expect([refused.status, refused.problem.detail]).toEqual([
        409,
        'Only 40.50 of the 135 required hours are approved. Give a reason to approve this anyway',
      ]);
    }
    expect(await approvalsOf(project)).toEqual([]);
    const reason = 'The season ended early.';
    const seen = await asAdmin.call(setAdminApproval, { ...of(item), reason });
    expect(seen.reportData[item === 'hours' ? 'activity_log_status' : 'msde_status']).toBe(2);
    const approvedAt = server.clock.now().toISOString();
    expect(seen.approvals).toEqual([{ approval_type: item, approvedAt, reason, accepted_hours: 40.5 }]);
    for (const other of [asStudent, asBusiness])
      expect((await other.call(loadStudentProject, { project_id: project.id })).approvals).toBeNull();
    expect((await auditedFor(student))[0]).toEqual({
      action: 'approve project item',
      actorId: admin.id,
      details: { project: project.id, item, reason, hours: '40.50' },
    });
  });

  test('other items need no reason, and do not store one', async () => {
    const { approve, asAdmin, of } = await anEndedProject();
    expect((await approve('summary')).approvals).toMatchObject([{ reason: '', accepted_hours: null }]);
    const enough = await aFinishedProject();
    const seen = await enough.asAdmin.call(setAdminApproval, { ...enough.of('hours'), reason: 'None.' });
    expect(seen.approvals).toMatchObject([{ approval_type: 'hours', reason: '', accepted_hours: 135 }]);
    const long = { ...of('hours'), reason: 'x'.repeat(501) };
    expect((await asAdmin.refusal(setAdminApproval, long)).status).toBe(400);
  });

  test.each(['completed', 'terminated'] as const)(
    'a %s placement cannot be approved while an entry is pending',
    async (status) => {
      const { project, asAdmin, of } = await anEndedProject(status);
      await server.someHours(project);
      for (const item of ['hours', 'msde'] as const) {
        const refused = await asAdmin.refusal(setAdminApproval, { ...of(item), reason: 'The season ended.' });
        expect([refused.status, refused.problem.detail]).toEqual([
          409,
          'This is not complete yet, so it cannot be approved',
        ]);
      }
    },
  );

  test('a running placement cannot be approved, with any reason', async () => {
    const { asAdmin, of } = await anEndedProject('open');
    for (const item of ['hours', 'msde'] as const)
      expect((await asAdmin.refusal(setAdminApproval, { ...of(item), reason: 'Because.' })).status).toBe(409);
  });
});

describe('re-opening an item', () => {
  test('moves it from 2 to 1 together with MSDE, each recorded', async () => {
    const { project, student, approve, reopen } = await aFinishedProject();
    for (const item of ['reflection', 'summary', 'msde'] as const) await approve(item);
    server.clock.moveBy(1000);
    const { reportData } = await reopen('summary');
    expect([reportData.final_summary_status, reportData.msde_status, reportData.reflection_status]).toEqual([
      1, 1, 2,
    ]);
    expect(await approvalsOf(project)).toEqual(['reflection']);
    const reopened = (await auditedFor(student)).filter(({ action }) => action === 're-open project item');
    expect(reopened.map(({ details }) => details)).toEqual([
      { project: project.id, item: 'summary' },
      { project: project.id, item: 'msde' },
    ]);
  });

  test('is refused if nothing is approved', async () => {
    const { of, asAdmin } = await aFinishedProject();
    const refused = await asAdmin.refusal(reopenItem, of('summary'));
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      'This is not approved, so there is nothing to reopen',
    ]);
  });

  test('of hours lets the business decide again', async () => {
    const { project, entry, approve, reopen, asBusiness } = await aFinishedProject();
    await approve('hours');
    await reopen('hours');
    const seen = await asBusiness.call(hoursCalls.approveHours, {
      project_id: project.id,
      hours_id: entry.id,
      business_approved: -1,
    });
    expect(seen.reportData).toMatchObject({ accepted_hours: 0, activity_log_status: 0 });
  });
});

test('an approved log needs approval again once more hours are approved, not when they are logged', async () => {
  const { project, approve, asStudent, asBusiness } = await aFinishedProject();
  await approve('hours');
  await approve('msde');
  const seen = await asStudent.call(hoursCalls.createHoursEntry, {
    project_id: project.id,
    start_date: '2026-03-04',
    end_date: '2026-03-04',
    total_hours: 4,
    text_log: 'Painted.',
  });
  expect(seen.reportData).toMatchObject({ activity_log_status: 2, msde_status: 2, accepted_hours: 135 });
  const decided = await asBusiness.call(hoursCalls.approveHours, {
    project_id: project.id,
    hours_id: seen.hours.find((one) => one.business_approved === 0)?._id ?? '',
    business_approved: 1,
  });
  expect(decided.reportData).toMatchObject({ activity_log_status: 1, accepted_hours: 139 });
  expect((await approve('hours')).reportData.activity_log_status).toBe(2);
});

test('an Admin enables the remaining reflections, keeping existing answers', async () => {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const project = await server.aProject({ student });
  const asAdmin = server.as(await server.anAdmin({ client }));
  await server.db
    .update(projectReflections)
    .set({ status: 'complete', answerText: 'Care.' })
    .where(eq(projectReflections.projectId, project.id));
  await server.db
    .insert(projectReflections)
    .values(
      [3, 4].map((ordinal) => ({ clientId: client.id, projectId: project.id, ordinal, questionText: 'Q' })),
    );
  const call = reflectionCalls.enableRemainingReflections;
  const seen = await asAdmin.call(call, { project_id: project.id });
  expect(seen.reflections?.map((one) => [one.status, one.answer_text])).toEqual([
    ['complete', 'Care.'],
    ['complete', 'Care.'],
    ['unlocked', ''],
    ['unlocked', ''],
  ]);
  expect((await auditedFor(student)).map(({ action }) => action)).toEqual(['enable reflections']);
});

test('only the school system’s own Admin approves, re-opens and enables; for others it does not exist', async () => {
  const { project, of, approve } = await aFinishedProject();
  await approve('msde');
  const before = await server.db.select().from(projects).where(eq(projects.id, project.id));
  const stranger = server.as(await server.anAdmin());
  for (const [call, input, unknown] of [
    [setAdminApproval, of('summary'), { ...of('summary'), project_id: randomUUID() }],
    [reopenItem, of('msde'), { ...of('msde'), project_id: randomUUID() }],
    [reflectionCalls.enableRemainingReflections, { project_id: project.id }, { project_id: randomUUID() }],
  ] as const) {
    const refused = await stranger.refusal(call, input);
    expect(refused.status).toBe(404);
    expect(refused.problem).toEqual((await stranger.refusal(call, unknown)).problem);
  }
  expect(await approvalsOf(project)).toEqual(['msde']);
  expect(await server.db.select().from(projects).where(eq(projects.id, project.id))).toEqual(before);
});
