import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/count-queries.ts';
import { startTestServer, TEST_NOW } from '../../../testing/server.ts';
import { applications } from '../../platform/database/tables/opportunities.ts';

const server = startTestServer();
const {
  declineApplications,
  getApplicants,
  getApplicationById,
  getApplicationsByStudent,
  getMyApplications,
  inviteToInterview,
  offerPlacement,
  saveApplicantNote,
  updateApplicationStatus,
} = applicationCalls;

beforeEach(() => {
  server.clock.moveTo(TEST_NOW);
  server.jobs.mail.length = 0;
});

/** An opportunity with this many new applications. */
async function applied(count = 1) {
  const client = await server.aClient();
  const business = await server.aBusiness({ client, businessName: 'Bayside Marine' });
  const opportunity = await server.anOpportunity({ business, title: 'Boat builder' });
  const students = await Promise.all(Array.from({ length: count }, () => server.aStudent({ client })));
  const made = [];
  for (const student of students) made.push(await server.anApplication({ student, opportunity }));
  const ids = made.map(({ id }) => id);
  return { client, business, opportunity, students, ids, id: ids[0] ?? '', student: students[0] as never };
}
const stored = async (id: string) =>
  (await server.db.select().from(applications).where(eq(applications.id, id)))[0];

test('a business saves a note and stars, and sees them in every view of the application', async () => {
  const { business, opportunity, id } = await applied();
  const before = await stored(id);
  server.clock.moveBy(60_000);
  const input = { application_id: id, note: 'Asks good questions.', stars: 4 as const };
  const { application } = await server.as(business).call(saveApplicantNote, input);
  const kept = { business_notes: 'Asks good questions.', business_stars: 4 };
  expect(application).toMatchObject(kept);
  expect(await server.as(business).call(getApplicationById, { app_id: id })).toMatchObject(kept);
  expect(await server.as(business).call(getApplicants, { opp_id: opportunity.id })).toMatchObject([kept]);
  // The student sees when an application changed, so a note must not change it.
  expect((await stored(id))?.updatedAt).toEqual(before?.updatedAt);
  expect(server.jobs.mail).toEqual([]);
});

test('neither the student nor the school sees the note and the stars', async () => {
  const { client, business, opportunity, student, id } = await applied();
  await server.as(business).call(saveApplicantNote, { application_id: id, note: 'Shy.', stars: 2 });
  const [teacher, admin] = [await server.aTeacher({ client }), await server.anAdmin({ client })];
  const seen = [
    await server.as(student).call(getMyApplications, {}),
    [await server.as(student).call(getApplicationById, { app_id: id })],
    await server.as(teacher).call(getApplicationsByStudent, { student_id: (student as { id: string }).id }),
    await server.as(admin).call(getApplicants, { opp_id: opportunity.id }),
    [await server.as(admin).call(getApplicationById, { app_id: id })],
  ].flat();
  expect(seen).toHaveLength(5);
  for (const one of seen) expect(one).toMatchObject({ business_notes: null, business_stars: null });
  const moved = await server
    .as(student)
    .call(updateApplicationStatus, { application_id: id, status: 'Rescinded' });
  expect(JSON.stringify(moved)).not.toContain('Shy.');
});

test('only the business of the opportunity can add a note, with at most five stars', async () => {
  const { client, student, id } = await applied();
  const other = await server.aBusiness({ client });
  const input = { application_id: id, note: 'Mine', stars: 1 };
  expect((await server.as(other).refusal(saveApplicantNote, input)).status).toBe(404);
  expect((await server.as(student).refusal(saveApplicantNote, input)).status).toBe(403);
  const { business } = await applied();
  const wrong = await server.as(business).refusal(saveApplicantNote, { ...input, stars: 6 });
  expect([wrong.status, wrong.problem.errors]).toEqual([400, { stars: ['this is not one of the choices'] }]);
});

test('deleting a student’s account deletes what a business noted about them', async () => {
  const { client, business, student, id } = await applied();
  await server.as(business).call(saveApplicantNote, { application_id: id, note: 'Shy.', stars: 2 });
  const teacher = await server.aTeacher({ client });
  const gone = await server
    .as(teacher)
    .call(peopleCalls.deleteUser, { user: { _id: (student as { id: string }).id } });
  expect(gone.message).toBe('success');
  expect(await stored(id)).toMatchObject({ businessNotes: '', businessStars: 0 });
});

test('declines several applications at once, with the same message to each student', async () => {
  const { business, opportunity, students, ids } = await applied(3);
  const [first = '', second = '', third = ''] = ids;
  const message = 'Thank you, and good luck!';
  const reply = await server
    .as(business)
    .call(declineApplications, { application_ids: [first, second], message });
  expect(reply.declined.toSorted()).toEqual([first, second].toSorted());
  const now = await server.as(business).call(getApplicants, { opp_id: opportunity.id });
  const byId = Object.fromEntries(
    now.map(({ _id, status, decline_message }) => [_id, [status, decline_message]]),
  );
  expect(byId).toEqual({
    [first]: ['Declined', message],
    [second]: ['Declined', message],
    [third]: ['New', ''],
  });
  expect(server.jobs.mail.map(({ to, subject }) => [to, subject]).toSorted()).toEqual(
    students
      .slice(0, 2)
      .map(({ email }) => [email, 'An answer to your application: Boat builder'])
      .toSorted(),
  );
  for (const mail of server.jobs.mail)
    expect(mail.text).toContain('Bayside Marine writes: Thank you, and good luck!');
  const [mine] = await server.as(students[0] as never).call(getMyApplications, {});
  expect(mine).toMatchObject({ status: 'Declined', decline_message: message });
});

test('skips an application that was withdrawn in the meantime, and leaves it out of the reply', async () => {
  const { business, students, ids } = await applied(2);
  const [gone = '', waiting = ''] = ids;
  await server
    .as(students[0] as never)
    .call(updateApplicationStatus, { application_id: gone, status: 'Rescinded' });
  server.jobs.mail.length = 0;
  const { declined } = await server
    .as(business)
    .call(declineApplications, { application_ids: ids, message: '' });
  expect(declined).toEqual([waiting]);
  expect(await stored(gone)).toMatchObject({ status: 'Rescinded', declineMessage: '' });
  expect(server.jobs.mail).toHaveLength(1);
});

test('declining cancels the interview, and skips an open offer', async () => {
  const { business, ids, id } = await applied(2);
  const [, invited = ''] = ids;
  const owner = server.as(business);
  await owner.call(offerPlacement, { application_id: id, message: '' });
  const meeting = { date: '2026-03-10', time: '15:30', place: '2 Dock Street', message: '' };
  await owner.call(inviteToInterview, { application_id: invited, minutes: 30, ...meeting });
  await owner.call(declineApplications, { application_ids: ids, message: '' });
  expect(await stored(id)).toMatchObject({ status: 'Offered' });
  const { interview } = await owner.call(getApplicationById, { app_id: invited });
  expect(interview?.state).toBe('Canceled');
});

test('declines nothing if one of the applications is not the business’s', async () => {
  const { client, business, id } = await applied();
  const elsewhere = await server.anApplication({
    student: await server.aStudent({ client }),
    opportunity: await server.anOpportunity({ business: await server.aBusiness({ client }) }),
  });
  const input = { application_ids: [id, elsewhere.id] };
  expect((await server.as(business).refusal(declineApplications, input)).status).toBe(404);
  expect(await stored(id)).toMatchObject({ status: 'New' });
  expect(server.jobs.mail).toEqual([]);
  const none = await server.as(business).refusal(declineApplications, { application_ids: [] });
  expect([none.status, Object.keys(none.problem.errors ?? {})]).toEqual([400, ['application_ids']]);
});

test('declining many takes as many queries as declining one', async () => {
  const one = await applied(1);
  const many = await applied(6);
  const statements = async ({ business, ids }: typeof one) =>
    (
      await statementsOf(server.database.app, () =>
        server.as(business).call(declineApplications, { application_ids: ids, message: 'Thank you.' }),
      )
    ).length;
  expect(await statements(many)).toBe(await statements(one));
});
