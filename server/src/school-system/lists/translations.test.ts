import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { listCalls, listsByName } from '@waypost/contract/school-system/lists/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { PLATFORM } from '../../platform/access/actor.ts';
import {
  evaluationQuestions,
  focusAreas,
  programs,
  reflectionQuestions,
} from '../../platform/database/tables/lists.ts';
import { projectReflections } from '../../platform/database/tables/projects.ts';

const server = startTestServer();

const tables = { focusAreas, programs, reflectionQuestions, evaluationQuestions };
const names = ['focusAreas', 'programs'] as const;
const questions = ['reflectionQuestions', 'evaluationQuestions'] as const;

async function anAdmin() {
  const client = await server.aClient();
  for (const table of Object.values(tables))
    await server.db.delete(table).where(eq(table.clientId, client.id));
  return { client, admin: server.as(await server.anAdmin({ client })) };
}

test.each(questions)('an entry of %s can have Spanish text, or none', async (list) => {
  const { admin } = await anAdmin();
  const { create, all } = listsByName[list];
  await admin.call(create, { question_text: 'Why?', question_text_es: ' ¿Por qué? ' });
  await admin.send(create, { question_text: 'How?' });
  await admin.send(create, { question_text: 'When?', question_text_es: null });
  const readList: { question_text_es: string }[] = await admin.call(all, {});
  expect(readList.map((one) => one.question_text_es)).toEqual(['¿Por qué?', '', '']);
  const tooLong = await admin.refusal(create, { question_text: 'Q', question_text_es: 'x'.repeat(1001) });
  expect([tooLong.status, Object.keys(tooLong.problem.errors ?? {})]).toEqual([400, ['question_text_es']]);
});

test('editing a reflection question changes its Spanish, and removes it if it is left out', async () => {
  const { admin } = await anAdmin();
  const { create, edit, all } = listsByName.reflectionQuestions;
  await admin.call(create, { question_text: 'Why?', question_text_es: '¿Por qué?' });
  const asked = async () => (await admin.call(all, {}))[0];
  const _id = (await asked())?._id ?? '';
  await admin.call(edit, { _id, question_text: 'Why not?', question_text_es: '¿Por qué no?' });
  expect(await asked()).toMatchObject({ question_text: 'Why not?', question_text_es: '¿Por qué no?' });
  await admin.send(edit, { _id, question_text: 'Why so?' });
  expect(await asked()).toMatchObject({ question_text: 'Why so?', question_text_es: '' });
});

test('translating an evaluation question changes only its Spanish, and is recorded', async () => {
  const { admin } = await anAdmin();
  const { create, translate, all } = listsByName.evaluationQuestions;
  await admin.send(create, { question_text: 'Listens' });
  const [asked] = await admin.call(all, {});
  const { _id = '' } = asked ?? {};
  const input = { _id, question_text: 'Taken over', question_text_es: 'Escucha' };
  expect(await (await admin.send(translate, input)).json()).toEqual({ message: 'success' });
  expect(await admin.call(all, {})).toEqual([{ ...asked, revision: 2, question_text_es: 'Escucha' }]);
  const { rows } = await server.database.owner.query(
    `select action, subject_name from audit_entries where subject_id = $1`,
    [_id],
  );
  expect(rows).toEqual([{ action: 'edit list entry', subject_name: 'Listens' }]);
});

test.each(names)(
  'a name of %s can have a Spanish translation, and an edit changes or removes it',
  async (list) => {
    const { admin } = await anAdmin();
    const { create, edit, all } = listsByName[list];
    await admin.call(create, { name: 'Welding', name_es: 'Soldadura' });
    await admin.send(create, { name: 'Cooking' });
    const readList = () => admin.call(all, {});
    const [first] = await readList();
    expect((await readList()).map((one) => one.name_es)).toEqual(['Soldadura', '']);
    const _id = first?._id ?? '';
    await admin.call(edit, { _id, name: 'Welding', name_es: 'Soldadura y metales' });
    expect((await readList())[0]).toMatchObject({ name: 'Welding', name_es: 'Soldadura y metales' });
    await admin.send(edit, { _id, name: 'Metal work' });
    expect((await readList())[0]).toMatchObject({ name: 'Metal work', name_es: '' });
    expect(await admin.call(create, { name: 'Boats', name_es: 'Soldadura' })).toEqual({ message: 'success' });
  },
);

test.each(names)('the default names of %s are copied with their Spanish', async (list) => {
  await server.db.delete(tables[list]).where(eq(tables[list].clientId, PLATFORM));
  const owner = server.as(await server.aSuperAdmin());
  const { create, loadDefaults } = listsByName[list];
  await owner.call(create, { name: 'Welding', name_es: 'Soldadura' });
  const { admin } = await anAdmin();
  expect(await admin.call(loadDefaults, {})).toMatchObject([{ name: 'Welding', name_es: 'Soldadura' }]);
});

test.each(questions)('the defaults of %s are copied with their Spanish', async (list) => {
  await server.db.delete(tables[list]).where(eq(tables[list].clientId, PLATFORM));
  const owner = server.as(await server.aSuperAdmin());
  const { create, loadDefaults } = listsByName[list];
  await owner.call(create, { question_text: 'Why?', question_text_es: '¿Por qué?' });
  const { admin } = await anAdmin();
  expect(await admin.call(loadDefaults, {})).toMatchObject([{ question_text_es: '¿Por qué?' }]);
});

test('a placement that started before its questions were translated shows their Spanish, but keeps its own', async () => {
  const { client, admin } = await anAdmin();
  const student = await server.aStudent({ client });
  const project = await server.aProject({ student });
  await server.db
    .update(projectReflections)
    .set({ questionTextEs: '¿Qué fue difícil?' })
    .where(eq(projectReflections.questionText, 'What was hard?'));
  const spanish = async () => {
    const { reflections } = await server
      .as(student)
      .call(projectCalls.loadStudentProject, { project_id: project.id });
    return reflections?.map((one) => one.question_text_es);
  };
  expect(await spanish()).toEqual(['', '¿Qué fue difícil?']);
  const { createReflectionQuestion: create } = listCalls;
  await admin.call(create, { question_text: 'What did you learn?', question_text_es: '' });
  await admin.call(create, { question_text: 'What did you learn?', question_text_es: '¿Qué aprendiste?' });
  await admin.call(create, { question_text: 'What was hard?', question_text_es: 'Otra' });
  expect(await spanish()).toEqual(['¿Qué aprendiste?', '¿Qué fue difícil?']);
});
