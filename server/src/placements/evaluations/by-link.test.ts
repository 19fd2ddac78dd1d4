import { evaluationCalls } from '@waypost/contract/placements/evaluations/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { aLinkedPlacement, openLink, postLink } from '../../../testing/links.ts';
import { startTestServer } from '../../../testing/server.ts';
import { whileItWaits } from '../../../testing/waiting.ts';
import { links } from '../../platform/database/tables/links.ts';
import { evaluationQuestions } from '../../platform/database/tables/lists.ts';
import { users } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import { evaluationRatings, evaluations, projects } from '../../platform/database/tables/projects.ts';

const server = startTestServer();

/** A placement to evaluate, with two questions, and the input of its page's form. */
async function anIntern() {
  const placement = await aLinkedPlacement(server);
  const clientId = placement.business.clientId;
  await server.db.delete(evaluationQuestions).where(eq(evaluationQuestions.clientId, clientId));
  const questions = await server.db
    .insert(evaluationQuestions)
    .values(
      ['Arrives on time', 'Listens'].map((questionText, index) => ({
        clientId,
        questionText,
        ordinal: index + 1,
      })),
    )
    .returning();
  const filled = {
    evaluation_count: '0',
    evaluation_date: '2026-03-02',
    supervisor: 'Grace Hopper',
    internship_facilitator: 'Mary Kenneth',
    contact_phone: '410 555 0107',
    term: 'Spring 2026',
    ...Object.fromEntries(questions.map(({ id }) => [`r-${id}`, '4'])),
    comments: 'Grows with every week.\n\nAsks <good> questions.',
    discussed: 'yes',
    name: 'Grace Hopper',
    do: 'evaluate',
  };
  const saved = () =>
    server.db
      .select()
      .from(evaluations)
      .where(eq(evaluations.projectId, placement.project.id))
      .orderBy(evaluations.ordinal);
  return { ...placement, questions, filled, saved };
}

test('saves nothing if the business is deactivated during the evaluation', async () => {
  const { business, filled, issue, saved } = await anIntern();
  const token = await issue('evaluation');
  const reply = await whileItWaits(
    server.database.owner,
    (other) => other.query('lock table evaluations in share mode'),
    () => postLink(server, token, filled),
    () => server.db.update(users).set({ approved: false }).where(eq(users.id, business.id)),
  );
  expect(reply.status).toBe(409);
  expect(await saved()).toEqual([]);
});

test('saves the supervisor’s evaluation like the account’s, and prefills the second from the first', async () => {
  const { issue, filled, saved, questions } = await anIntern();
  const token = await issue('evaluation');
  expect(await (await openLink(server, token)).text()).toContain(
    'Mid-point evaluation: Ada L., Boat builder',
  );
  const done = await (await postLink(server, token, filled)).text();
  expect(done).toContain('Ada L.: Mid-point evaluation submitted');
  expect(await saved()).toMatchObject([
    {
      ordinal: 1,
      evaluationDate: '2026-03-02',
      supervisor: 'Grace Hopper',
      discussed: true,
      contactPhone: '(410)555-0107',
      term: 'Spring 2026',
      comments: '<p>Grows with every week.</p><p>Asks &lt;good&gt; questions.</p>',
    },
  ]);
  const ratings = await server.db
    .select()
    .from(evaluationRatings)
    .where(eq(evaluationRatings.evaluationId, (await saved())[0]?.id ?? ''));
  expect(ratings.map(({ questionText, rating }) => [questionText, rating])).toEqual(
    questions.map(({ questionText }) => [questionText, 'Highly Effective']),
  );
  const second = await issue('evaluation');
  const page = await (await openLink(server, second)).text();
  expect(page).toContain('Final evaluation: Ada L.');
  for (const value of ['Grace Hopper', 'Mary Kenneth', '(410)555-0107'])
    expect(page).toContain(`value="${value}"`);
  await postLink(server, second, { ...filled, evaluation_count: '1' });
  expect(await saved()).toHaveLength(2);
  expect(await (await openLink(server, await issue('evaluation'))).text()).toContain(
    'This intern already has both evaluations',
  );
});

test('asks in the supervisor’s language, and saves the original question', async () => {
  const { issue, filled, saved, questions, business } = await anIntern();
  const [first] = questions;
  await server.db
    .update(evaluationQuestions)
    .set({ questionTextEs: 'Llega a tiempo' })
    .where(eq(evaluationQuestions.id, first?.id ?? ''));
  const token = await issue('evaluation');
  const english = await (await openLink(server, token)).text();
  expect(english).toContain('Arrives on time');
  expect(english).not.toContain('Llega a tiempo');
  await server.db.update(links).set({ locale: 'es' }).where(eq(links.accountId, business.id));
  const page = await (await openLink(server, token)).text();
  expect(page).toContain('Llega a tiempo');
  expect(page).not.toContain('Arrives on time');
  expect(page).toContain('<label class="field"><span lang="en">Listens</span>');
  expect(page).not.toContain('<span lang="en">Llega');
  await postLink(server, token, filled);
  const ratings = await server.db
    .select()
    .from(evaluationRatings)
    .where(eq(evaluationRatings.evaluationId, (await saved())[0]?.id ?? ''));
  expect(ratings.map((one) => [one.evaluationQuestionId, one.questionText])).toEqual(
    questions.map(({ id, questionText }) => [id, questionText]),
  );
});

test('questions of a school system that translates none may be Spanish, so they are not marked as English', async () => {
  const { issue, business } = await anIntern();
  const token = await issue('evaluation');
  await server.db.update(links).set({ locale: 'es' }).where(eq(links.accountId, business.id));
  expect(await (await openLink(server, token)).text()).toContain('<label class="field">Listens<');
});

test('a form with errors comes back with its input and each message at its field', async () => {
  const { issue, filled, saved } = await anIntern();
  const token = await issue('evaluation');
  const wrong = {
    ...filled,
    supervisor: ' ',
    contact_phone: '555',
    comments: 'Only “this”.',
    evaluation_date: '2027-01-01',
  };
  const reply = await postLink(server, token, wrong);
  expect(reply.status).toBe(400);
  const page = await reply.text();
  expect(page).toContain('id="contact_phone-wrong">must look like (000)000-0000<');
  expect(page).toContain('id="supervisor-wrong">this field is required<');
  expect(page).toContain('value="555"');
  expect(page).toContain('>Only “this”.</textarea>');
  expect(page.match(/autofocus/g)).toHaveLength(1);
  const future = await (await postLink(server, token, { ...filled, evaluation_date: '2027-01-01' })).text();
  expect(future).toContain('id="evaluation_date-wrong">must not be in the future<');
  expect(await saved()).toEqual([]);
  expect((await postLink(server, token, filled)).status).toBe(200);
});

test('saves an evaluation once if two people send it at once', async () => {
  const { issue, filled, saved } = await anIntern();
  const tokens = [await issue('evaluation'), await issue('evaluation', 'alan@bay.test')];
  const replies = await Promise.all([...tokens, ...tokens].map((token) => postLink(server, token, filled)));
  expect(await saved()).toHaveLength(1);
  for (const { status } of replies) expect([200, 409]).toContain(status);
});

test('a placement that has ended cannot be evaluated by link either', async () => {
  const { issue, filled, saved, project } = await anIntern();
  const token = await issue('evaluation');
  await server.db.update(projects).set({ businessStatus: 'terminated' }).where(eq(projects.id, project.id));
  expect(await (await openLink(server, token)).text()).toContain(
    'This placement is terminated, so you can’t evaluate it now',
  );
  expect((await postLink(server, token, filled)).status).toBe(409);
  expect(await saved()).toEqual([]);
});

test('the page with a school system’s usual questions stays below 15 kB', async () => {
  const { issue, business } = await anIntern();
  const clientId = business.clientId;
  await server.db.insert(evaluationQuestions).values(
    Array.from({ length: 18 }, (_, index) => ({
      clientId,
      ordinal: index + 3,
      questionText: 'Follows the rules of the workplace and asks for help when it is needed',
    })),
  );
  const page = await (await openLink(server, await issue('evaluation'))).text();
  expect(Buffer.byteLength(page)).toBeLessThan(15_000);
});

test('leaves the same audit entry by account and by link, with who submitted it and how', async () => {
  const { issue, filled, business, project, client, questions, student } = await anIntern();
  await postLink(server, await issue('evaluation'), filled);
  await server.as(business).call(evaluationCalls.saveEvaluation, {
    project_id: project.id,
    evaluation_date: '2026-03-02',
    supervisor: 'Alan',
    term: 'Spring 2026',
    internship_facilitator: 'Mary',
    contact_phone: '(410)555-0107',
    comments: '<p>Good.</p>',
    ratings: questions.map(({ id }) => ({ evaluation_question_id: id, rating: 'Effective' as const })),
    discussed: true,
    evaluation_count: 1,
  });
  const entries = await server.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.clientId, client.id), eq(auditEntries.action, 'submit evaluation')))
    .orderBy(sql`${auditEntries.details} ->> 'evaluation' desc`);
  const of = { project: project.id };
  expect(
    entries.map(({ actorId, actorName, subjectId, details }) => [actorId, actorName, subjectId, details]),
  ).toEqual([
    [
      null,
      'Grace Hopper',
      student.id,
      {
        ...of,
        purpose: 'evaluation',
        evaluation: 'mid-point',
        supervisor: 'Grace Hopper',
        identified: expect.stringMatching(/^link to .•••@.*, name typed$/),
      },
    ],
    [
      business.id,
      'Bayside Marine',
      student.id,
      { ...of, evaluation: 'conclusion', supervisor: 'Alan', identified: 'account' },
    ],
  ]);
  const { business_evaluations: read } = await server
    .as(await server.aTeacher({ client }))
    .call(projectCalls.loadStudentProject, { project_id: project.id });
  expect(read?.map(({ submitted_by, submitted_via }) => [submitted_by, submitted_via])).toEqual([
    ['Grace Hopper', 'link'],
    ['Bayside Marine', 'account'],
  ]);
});
