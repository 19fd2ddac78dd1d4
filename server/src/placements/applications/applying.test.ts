import { randomUUID } from 'node:crypto';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { applications } from '../../platform/database/tables/opportunities.ts';
import { users } from '../../platform/database/tables/people.ts';

const server = startTestServer();
const { createApplication, getApplicationById, getApplicationToOpportunity } = applicationCalls;
const letter = '<p>I have built a boat.</p>';

const applicationsTo = (opportunity: { id: string }) =>
  server.db.select().from(applications).where(eq(applications.opportunityId, opportunity.id));

async function aStudentAnd(given: Parameters<typeof server.anOpportunity>[0] = {}) {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const opportunity = await server.anOpportunity({ business: await server.aBusiness({ client }), ...given });
  const apply = { cover_letter: letter, opportunity_id_fk: opportunity.id };
  return { client, student, opportunity, apply, asStudent: server.as(student) };
}

test('a student applies and can read the application', async () => {
  const { student, opportunity, apply, asStudent } = await aStudentAnd({ title: 'Boat builder' });
  expect(await asStudent.call(getApplicationToOpportunity, { opp_id: opportunity.id })).toEqual([]);
  const made = await asStudent.call(createApplication, apply);
  expect(made.message).toBe('success');
  expect(await asStudent.call(getApplicationToOpportunity, { opp_id: opportunity.id })).toMatchObject({
    _id: made._id,
    status: 'New',
    opportunity_title: 'Boat builder',
    date_application: server.clock.now().toISOString(),
  });
  expect(await asStudent.call(getApplicationById, { app_id: made._id })).toMatchObject({
    cover_letter: letter,
    student_id_fk: { _id: student.id },
    project_id: null,
  });
});

test('ignores owner, time and status in the input', async () => {
  const { client, student, opportunity, apply, asStudent } = await aStudentAnd();
  const other = await server.aStudent({ client });
  const response = await asStudent.send(createApplication, {
    ...apply,
    student_id_fk: other.id,
    status: 'Accepted',
    date_application: '2020-01-01T00:00:00.000Z',
    opportunity_title: 'Another',
  });
  expect(response.status).toBe(200);
  expect(await applicationsTo(opportunity)).toMatchObject([
    { studentId: student.id, status: 'New', appliedAt: server.clock.now() },
  ]);
});

test('a letter keeps its formatting and loses scripts', async () => {
  const { apply, asStudent } = await aStudentAnd();
  const { _id } = await asStudent.call(createApplication, {
    ...apply,
    cover_letter:
      '<p onclick="x()">I <strong>can</strong><script>steal()</script></p><ul><li>row</li></ul><img src=x onerror=y()>',
  });
  const { cover_letter } = await asStudent.call(getApplicationById, { app_id: _id });
  expect(cover_letter).toBe('<p>I <strong>can</strong></p><ul><li>row</li></ul>');
});

test.each(['', '   ', '<p></p>', '<p>&nbsp;</p><br>', '<script>alert(1)</script>', '<style>a{}</style>'])(
  'a letter of %j counts as empty, with an error at its field',
  async (cover_letter) => {
    const { opportunity, apply, asStudent } = await aStudentAnd();
    const refused = await asStudent.refusal(createApplication, { ...apply, cover_letter });
    expect([refused.status, refused.problem.errors]).toEqual([
      400,
      { cover_letter: ['You must provide a cover letter'] },
    ]);
    expect(await applicationsTo(opportunity)).toEqual([]);
  },
);

test.each([
  ['with a NUL', 'Dear \u0000 business'],
  ['longer than can be kept', 'x'.repeat(20_001)],
  ['that is no text', 7],
])('rejects a letter %s at its field', async (_, cover_letter) => {
  const { apply, asStudent } = await aStudentAnd();
  const refused = await asStudent.refusal(createApplication, { ...apply, cover_letter });
  expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, ['cover_letter']]);
});

test('rejects a second application for the same opportunity, whatever the status of the first', async () => {
  for (const status of ['New', 'Declined', 'Rescinded', 'Accepted'] as const) {
    const { student, opportunity, apply, asStudent } = await aStudentAnd();
    await server.anApplication({ student, opportunity, status });
    const refused = await asStudent.refusal(createApplication, apply);
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      'You have already applied for this opportunity',
    ]);
    expect(await applicationsTo(opportunity)).toHaveLength(1);
  }
});

test('a second application is rejected while the first is being moved, instead of waiting for it', async () => {
  const { student, opportunity, apply, asStudent } = await aStudentAnd();
  const { id } = await server.anApplication({ student, opportunity, status: 'Offered' });
  const accepting = await server.database.owner.connect();
  await accepting.query('begin');
  try {
    await accepting.query(`update applications set status = 'Accepted' where id = $1`, [id]);
    const refused = await asStudent.refusal(createApplication, apply);
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      'You have already applied for this opportunity',
    ]);
  } finally {
    accepting.release(true);
  }
});

test('before the window opens, the refusal names the opening date', async () => {
  const { opportunity, apply, asStudent } = await aStudentAnd({
    applicationOpen: '2026-03-05',
    applicationClose: '2026-03-31',
  });
  const refused = await asStudent.refusal(createApplication, apply);
  expect([refused.status, refused.problem.detail]).toEqual([409, 'Applications open on 03/05/2026']);
  expect(await applicationsTo(opportunity)).toEqual([]);
});

test('no one can apply to a business that is not approved', async () => {
  const { client } = await aStudentAnd({});
  const business = await server.aBusiness({ client, approved: false });
  const opportunity = await server.anOpportunity({ business });
  const refused = await server
    .as(await server.aStudent({ client }))
    .refusal(createApplication, { opportunity_id_fk: opportunity.id, cover_letter: '<p>Please.</p>' });
  expect([refused.status, refused.problem.detail]).toEqual([
    409,
    'This business can’t take applications right now',
  ]);
  expect(await applicationsTo(opportunity)).toEqual([]);
});

test('after the window closed, the refusal names the closing date', async () => {
  const { apply, asStudent } = await aStudentAnd({
    applicationOpen: '2026-02-01',
    applicationClose: '2026-03-03',
  });
  const refused = await asStudent.refusal(createApplication, apply);
  expect([refused.status, refused.problem.detail]).toEqual([409, 'Applications closed on 03/03/2026']);
});

test('accepts applications on the first and the last day of the window', async () => {
  const { client, apply, asStudent } = await aStudentAnd({
    applicationOpen: '2026-03-04',
    applicationClose: '2026-03-04',
  });
  await asStudent.call(createApplication, apply);
  // Ten in the evening in Maryland: the day is not over there, though it is in UTC.
  server.clock.moveTo('2026-03-05T03:00:00.000Z');
  await server.as(await server.aStudent({ client })).call(createApplication, apply);
  server.clock.moveTo('2026-03-04T15:00:00.000Z');
});

test('rejects an application when the opportunity is full', async () => {
  const { opportunity, apply, asStudent } = await aStudentAnd({ availableSlots: 2, acceptedCount: 2 });
  const refused = await asStudent.refusal(createApplication, apply);
  expect([refused.status, refused.problem.detail]).toEqual([409, 'This opportunity is full']);
  expect(await applicationsTo(opportunity)).toEqual([]);
});

test('an opportunity restricted to others is refused like an unknown one', async () => {
  const { client, opportunity, apply } = await aStudentAnd();
  const restricted = await server.anOpportunity({
    business: { id: opportunity.businessId ?? '', clientId: client.id },
    selected: [await server.aStudent({ client })],
  });
  const asOther = server.as(await server.aStudent({ client }));
  const [hidden, unknown] = [
    await asOther.refusal(createApplication, { ...apply, opportunity_id_fk: restricted.id }),
    await asOther.refusal(createApplication, { ...apply, opportunity_id_fk: randomUUID() }),
  ];
  expect(hidden.problem).toEqual(unknown.problem);
  expect(hidden.status).toBe(404);
  expect(await applicationsTo(restricted)).toEqual([]);
});

test('selected students can apply to an opportunity that has no spots to count', async () => {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const business = await server.aBusiness({ client });
  const opportunity = await server.anOpportunity({ business, selected: [student] });
  const made = await server
    .as(student)
    .call(createApplication, { cover_letter: letter, opportunity_id_fk: opportunity.id });
  expect(made.message).toBe('success');
});

test('rejects an application to a business that was deleted', async () => {
  const { opportunity, apply, asStudent } = await aStudentAnd();
  await server.db.delete(users).where(eq(users.id, opportunity.businessId ?? ''));
  const refused = await asStudent.refusal(createApplication, apply);
  expect([refused.status, refused.problem.detail]).toEqual([409, 'The business that offered this has left']);
});
