import { randomUUID } from 'node:crypto';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { reflectionCalls } from '@waypost/contract/placements/reflections/calls';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { projectApprovals, projectReflections } from '../../platform/database/tables/projects.ts';

const server = startTestServer();
const { saveReflection } = reflectionCalls;

/** A placement with this many questions, the first unlocked and the rest locked. */
async function aPlacement(questions = 3, given: Parameters<typeof server.aProject>[0] = {}) {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const project = await server.aProject({ student, ...given });
  for (let ordinal = 3; ordinal <= questions; ordinal++)
    await server.db
      .insert(projectReflections)
      .values({ clientId: client.id, projectId: project.id, ordinal, questionText: `Question ${ordinal}` });
  const asStudent = server.as(student);
  const { reflections } = await asStudent.call(projectCalls.loadStudentProject, { project_id: project.id });
  const answer = (ordinal: number, answer_text = 'I learned care.') => ({
    project_id: project.id,
    _id: reflections?.[ordinal - 1]?._id ?? '',
    answer_text,
    status: 'complete' as const,
  });
  return {
    client,
    student,
    project,
    asStudent,
    answer,
    save: (ordinal: number, text?: string) => asStudent.call(saveReflection, answer(ordinal, text)),
    refused: (ordinal: number, but: object = {}) =>
      asStudent.refusal(saveReflection, { ...answer(ordinal), ...but }),
  };
}

const statusesOf = async (project: { id: string }) =>
  (
    await server.db
      .select()
      .from(projectReflections)
      .where(eq(projectReflections.projectId, project.id))
      .orderBy(projectReflections.ordinal)
  ).map((row) => row.status);

const approve = (project: { id: string; clientId: string }, item: string) =>
  server.db.insert(projectApprovals).values({
    clientId: project.clientId,
    projectId: project.id,
    item,
    approvedBy: randomUUID(),
    approvedAt: server.clock.now(),
  });

describe('saving an answer', () => {
  test('completes its question and unlocks the next one', async () => {
    const { project, save } = await aPlacement();
    server.clock.moveBy(60_000);
    const seen = await save(1, ' I learned care.\nAnd patience. ');
    expect(seen.reflections?.map((one) => [one.status, one.answer_text])).toEqual([
      ['complete', 'I learned care.\nAnd patience.'],
      ['unlocked', ''],
      ['locked', ''],
    ]);
    expect(seen.reportData).toMatchObject({
      reflection_count: 1,
      reflection_total: 3,
      reflection_status: 0,
      reflection_last_updated: server.clock.now().toISOString(),
    });
    expect(seen.updatedAt).toBe(server.clock.now().toISOString());
    await save(2);
    expect(await statusesOf(project)).toEqual(['complete', 'complete', 'unlocked']);
    expect((await save(3)).reportData).toMatchObject({ reflection_count: 3, reflection_status: 1 });
  });

  test('again updates it and unlocks nothing more', async () => {
    const { project, save } = await aPlacement();
    await save(1);
    const seen = await save(1, 'I learned patience.');
    expect(seen.reflections?.[0]?.answer_text).toBe('I learned patience.');
    expect(await statusesOf(project)).toEqual(['complete', 'unlocked', 'locked']);
  });

  test('of a locked question is rejected', async () => {
    const { project, refused } = await aPlacement();
    const { status, problem } = await refused(2);
    expect([status, problem.detail]).toEqual([
      409,
      'This question is still locked. Answer the one before it first',
    ]);
    expect(await statusesOf(project)).toEqual(['unlocked', 'locked', 'locked']);
  });

  test('is rejected once staff have approved the reflections, but not for another item’s approval', async () => {
    const { project, save, refused } = await aPlacement();
    await approve(project, 'summary');
    await save(1);
    await approve(project, 'reflection');
    const { status, problem } = await refused(1);
    expect([status, problem.detail]).toEqual([
      409,
      'Your reflections are approved, so you can’t change your answers',
    ]);
  });

  test.each(['completed', 'terminated'] as const)(
    'is still possible once the placement is %s',
    async (businessStatus) => {
      const { project, save } = await aPlacement(2, { businessStatus });
      await save(1);
      expect(await statusesOf(project)).toEqual(['complete', 'unlocked']);
    },
  );

  test.each([
    [{ answer_text: ' \n ' }, { answer_text: ['You must provide a response'] }],
    [{ answer_text: undefined }, { answer_text: ['You must provide a response'] }],
    [{ answer_text: 'a\u0000b' }, { answer_text: ['this field has a character that cannot be stored'] }],
    [{ _id: 'first' }, { _id: ['this is not an id'] }],
  ])('with %o is rejected at its field', async (wrong, errors) => {
    const { refused } = await aPlacement();
    const { status, problem } = await refused(1, wrong);
    expect([status, problem.errors]).toEqual([400, errors]);
  });

  test('is possible only for the placement’s student, and for that placement’s questions', async () => {
    const { client, student, answer, refused } = await aPlacement();
    const other = await server.aProject({ student });
    const [elsewhere] = await server.db
      .select()
      .from(projectReflections)
      .where(and(eq(projectReflections.projectId, other.id), eq(projectReflections.ordinal, 1)));
    expect((await refused(1, { _id: elsewhere?.id })).status).toBe(404);
    expect((await refused(1, { _id: randomUUID() })).status).toBe(404);
    for (const stranger of [await server.aStudent({ client }), await server.aStudent()]) {
      const caller = server.as(stranger);
      const not = await caller.refusal(saveReflection, answer(1));
      const unknown = await caller.refusal(saveReflection, { ...answer(1), project_id: randomUUID() });
      expect([not.status, not.problem]).toEqual([404, unknown.problem]);
    }
    expect(await statusesOf(other)).toEqual(['unlocked', 'locked']);
  });
});
