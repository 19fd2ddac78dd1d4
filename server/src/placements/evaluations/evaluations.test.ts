import { randomUUID } from 'node:crypto';
import { evaluationCalls } from '@waypost/contract/placements/evaluations/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/count-queries.ts';
import { startTestServer } from '../../../testing/server.ts';
import { evaluationQuestions } from '../../platform/database/tables/lists.ts';
import { evaluations, projects } from '../../platform/database/tables/projects.ts';

const server = startTestServer();
const { getMyEvaluationQuestions, saveEvaluation } = evaluationCalls;

/** An intern whose client has two questions, stored in the wrong order. */
async function anIntern(given: Parameters<typeof server.aProject>[0] = {}) {
  const client = await server.aClient();
  const asked = await server.db
    .insert(evaluationQuestions)
    .values([
      { clientId: client.id, questionText: 'Works well with others', ordinal: 2 },
      { clientId: client.id, questionText: 'Arrives on time', ordinal: 1 },
    ])
    .returning();
  const [others, time] = asked.map((question) => question.id);
  const student = await server.aStudent({ client });
  const business = await server.aBusiness({ client });
  const project = await server.aProject({ student, business, ...given });
  const form = {
    project_id: project.id,
    evaluation_date: '2026-03-02',
    supervisor: 'Grace Hopper',
    internship_facilitator: 'Mary Kenneth',
    contact_phone: '(410)555-0100',
    term: 'Spring 2026',
    ratings: [
      { evaluation_question_id: others ?? '', rating: 'Effective' as const },
      { evaluation_question_id: time ?? '', rating: 'Highly Effective' as const },
    ],
    comments: '<p>Grows with every week.</p>',
    discussed: true,
  };
  return { client, student, business, project, form, asBusiness: server.as(business) };
}

const evaluationsOf = (project: { id: string }) =>
  server.db.select().from(evaluations).where(eq(evaluations.projectId, project.id));

test('the questions are listed in order for businesses and administrators of their own client', async () => {
  const { client, asBusiness } = await anIntern();
  await anIntern();
  for (const caller of [asBusiness, server.as(await server.anAdmin({ client }))]) {
    const questions = await caller.call(getMyEvaluationQuestions, {});
    expect(questions.map((one) => [one.ordinal, one.question_text])).toEqual([
      [1, 'Arrives on time'],
      [2, 'Works well with others'],
    ]);
  }
});

describe('an evaluation', () => {
  test('is saved with the current questions in order, and shown in the placement', async () => {
    const { client, project, form, asBusiness } = await anIntern();
    server.clock.moveBy(60_000);
    expect(await asBusiness.call(saveEvaluation, form)).toEqual({ message: 'success' });
    await server.db
      .update(evaluationQuestions)
      .set({ questionText: 'Reworded' })
      .where(eq(evaluationQuestions.clientId, client.id));

    const seen = await asBusiness.call(projectCalls.loadStudentProject, { project_id: project.id });
    expect(seen.evaluation_count).toBe(1);
    expect(seen.updatedAt).toBe(server.clock.now().toISOString());
    const { project_id, ratings, ...rest } = form;
    expect(seen.business_evaluations).toMatchObject([
      {
        ...rest,
        ratings: [
          { question_text: 'Arrives on time', rating: 'Highly Effective' },
          { question_text: 'Works well with others', rating: 'Effective' },
        ],
      },
    ]);
  });

  test('has the current Spanish of its questions, as long as they are the same', async () => {
    const { project, form, asBusiness } = await anIntern();
    await asBusiness.call(saveEvaluation, form);
    const [others, time] = form.ratings.map((one) => one.evaluation_question_id);
    const change = (id = '', to: { questionText?: string; questionTextEs: string }) =>
      server.db.update(evaluationQuestions).set(to).where(eq(evaluationQuestions.id, id));
    await change(others, { questionText: 'Works alone', questionTextEs: 'Trabaja sin ayuda' });
    await change(time, { questionTextEs: 'Llega a tiempo' });
    const seen = await asBusiness.call(projectCalls.loadStudentProject, { project_id: project.id });
    expect(
      seen.business_evaluations?.[0]?.ratings.map((one) => [one.question_text, one.question_text_es]),
    ).toEqual([
      ['Arrives on time', 'Llega a tiempo'],
      ['Works well with others', ''],
    ]);
  });

  test('counts a question without a rating as Effective', async () => {
    const { project, form, asBusiness } = await anIntern();
    const ratings = form.ratings.map(({ evaluation_question_id }) => ({ evaluation_question_id }));
    expect((await asBusiness.send(saveEvaluation, { ...form, ratings })).status).toBe(200);
    const seen = await asBusiness.call(projectCalls.loadStudentProject, { project_id: project.id });
    expect(seen.business_evaluations?.[0]?.ratings.map((one) => one.rating)).toEqual([
      'Effective',
      'Effective',
    ]);
  });

  test('is saved twice but not a third time', async () => {
    const { project, form, asBusiness } = await anIntern();
    await asBusiness.call(saveEvaluation, form);
    await asBusiness.call(saveEvaluation, { ...form, supervisor: 'Alan Turing' });
    const refused = await asBusiness.refusal(saveEvaluation, form);
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      'This intern already has both evaluations',
    ]);
    const rows = await evaluationsOf(project);
    expect(rows.map((row) => [row.ordinal, row.supervisor]).sort()).toEqual([
      [1, 'Grace Hopper'],
      [2, 'Alan Turing'],
    ]);
  });

  test('is rejected if another was submitted since it was started; when sent again it is saved once', async () => {
    const { project, form, asBusiness } = await anIntern();
    const send = () => asBusiness.send(saveEvaluation, { ...form, evaluation_count: 0 });
    expect([(await send()).status, (await send()).status]).toEqual([200, 409]);
    expect(await evaluationsOf(project)).toHaveLength(1);
  });

  test.each(['completed', 'terminated'] as const)(
    'is rejected once the placement is %s',
    async (businessStatus) => {
      const { project, form, asBusiness } = await anIntern({ businessStatus });
      const refused = await asBusiness.refusal(saveEvaluation, form);
      expect([refused.status, refused.problem.detail]).toEqual([
        409,
        `This placement is ${businessStatus}, so you can’t evaluate it now`,
      ]);
      expect(await evaluationsOf(project)).toEqual([]);
    },
  );

  test('loses scripts in comments, and requires comments if nothing else is left', async () => {
    const { project, form, asBusiness } = await anIntern();
    const refused = await asBusiness.refusal(saveEvaluation, {
      ...form,
      comments: '<script>alert(1)</script>',
    });
    expect(refused.problem.errors).toEqual({ comments: ['this field is required'] });
    await asBusiness.call(saveEvaluation, { ...form, comments: '<p onclick="x()">Good.</p><img src=x>' });
    expect((await evaluationsOf(project)).map((row) => row.comments)).toEqual(['<p>Good.</p>']);
  });

  const required = 'this field is required';
  test.each([
    [{ evaluation_date: '' }, { evaluation_date: [required] }],
    [{ evaluation_date: '2026-02-30' }, { evaluation_date: ['must be a date, MM/DD/YYYY'] }],
    [{ evaluation_date: '2031-01-01' }, { evaluation_date: ['must not be in the future'] }],
    [{ evaluation_date: '2025-03-03' }, { evaluation_date: ['must be within the past year'] }],
    [{ supervisor: ' ' }, { supervisor: [required] }],
    [{ internship_facilitator: '' }, { internship_facilitator: [required] }],
    [{ contact_phone: '410-555-0100' }, { contact_phone: ['must look like (000)000-0000'] }],
    [{ term: 'Summer 2024' }, { term: ['choose one of the terms that are offered'] }],
    [{ comments: '<p> </p>' }, { comments: [required] }],
  ])('with %o is rejected at its field', async (wrong, errors) => {
    const { project, form, asBusiness } = await anIntern();
    const refused = await asBusiness.refusal(saveEvaluation, { ...form, ...wrong });
    expect([refused.status, refused.problem.errors]).toEqual([400, errors]);
    expect(await evaluationsOf(project)).toEqual([]);
  });

  test('must answer all of the client’s questions, and no other', async () => {
    const { project, form, asBusiness } = await anIntern();
    const [one, other] = form.ratings;
    const strange = { evaluation_question_id: randomUUID(), rating: 'Effective' };
    for (const ratings of [[one], [one, one], [one, strange], [one, other, strange]]) {
      const refused = await asBusiness.refusal(saveEvaluation, { ...form, ratings });
      expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, ['ratings']]);
    }
    const refused = await asBusiness.refusal(saveEvaluation, {
      ...form,
      ratings: [one, { ...other, rating: 'Superb' }],
    });
    expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, ['ratings.1.rating']]);
    expect(await evaluationsOf(project)).toEqual([]);
  });

  test('is submitted by the intern’s own business; for others the placement does not exist', async () => {
    const { client, project, form } = await anIntern();
    for (const stranger of [await server.aBusiness({ client }), await server.aBusiness()]) {
      const caller = server.as(stranger);
      const refused = await caller.refusal(saveEvaluation, form);
      const unknown = await caller.refusal(saveEvaluation, { ...form, project_id: randomUUID() });
      expect([refused.status, refused.problem]).toEqual([404, unknown.problem]);
    }
    expect(await evaluationsOf(project)).toEqual([]);
  });

  test('is visible to its business and staff; the student sees only the number', async () => {
    const { client, student, business, project } = await anIntern();
    await server.anEvaluation(project);
    for (const person of [business, await server.aTeacher({ client }), await server.anAdmin({ client })]) {
      const seen = await server.as(person).call(projectCalls.loadStudentProject, { project_id: project.id });
      expect(seen.business_evaluations).toMatchObject([{ supervisor: 'Grace', ratings: [] }]);
    }
    const own = await server.as(student).call(projectCalls.loadStudentProject, { project_id: project.id });
    expect([own.evaluation_count, own.business_evaluations]).toEqual([1, null]);
    expect(JSON.stringify(own)).not.toContain('Grace');
  });

  test('takes the same number of queries however many questions there are', async () => {
    const { client, business, form, asBusiness } = await anIntern();
    const first = await statementsOf(server.database.app, () => asBusiness.call(saveEvaluation, form));
    await server.db.insert(evaluationQuestions).values(
      Array.from({ length: 20 }, (_, index) => ({
        clientId: client.id,
        questionText: `Question ${index}`,
        ordinal: index + 3,
      })),
    );
    const questions = await asBusiness.call(getMyEvaluationQuestions, {});
    const ratings = questions.map(({ _id }) => ({
      evaluation_question_id: _id,
      rating: 'Effective' as const,
    }));
    const other = await server.aProject({ business });
    const long = await statementsOf(server.database.app, () =>
      asBusiness.call(saveEvaluation, { ...form, ratings, project_id: other.id }),
    );
    expect(long).toHaveLength(first.length);
    const [row] = await server.db.select().from(projects).where(eq(projects.id, other.id));
    expect(row?.updatedAt).toEqual(server.clock.now());
  });
});
