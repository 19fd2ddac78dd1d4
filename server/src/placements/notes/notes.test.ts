import { noteCalls } from '@waypost/contract/placements/notes/calls';
import { expect, test } from 'vitest';
import { statementsOf } from '../../../testing/count-queries.ts';
import { startTestServer } from '../../../testing/server.ts';

const server = startTestServer();
const { getProjectNotes, saveProjectNote } = noteCalls;

async function aProject() {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const business = await server.aBusiness({ client });
  const project = await server.aProject({ student, business });
  return { client, student, business, project_id: project.id };
}

test('staff of the school system share their notes, the newest first', async () => {
  const { client, project_id } = await aProject();
  const teacher = server.as(await server.aTeacher({ client, firstName: 'Tess', lastName: 'Reed' }));
  const admin = server.as(await server.anAdmin({ client, firstName: 'Ada', lastName: 'Lane' }));
  await teacher.call(saveProjectNote, { project_id, text: 'Called the family.\nThey will come by.' });
  server.clock.moveBy(60_000);
  const saved = await admin.call(saveProjectNote, { project_id, text: 'They came by.' });
  expect(saved.map(({ author_name, text }) => [author_name, text])).toEqual([
    ['Ada Lane', 'They came by.'],
    ['Tess Reed', 'Called the family.\nThey will come by.'],
  ]);
  expect(await teacher.call(getProjectNotes, { project_id })).toEqual(saved);
});

test('neither the student nor the business sees them', async () => {
  const { student, business, project_id } = await aProject();
  for (const somebody of [student, business]) {
    expect((await server.as(somebody).refusal(getProjectNotes, { project_id })).status).toBe(403);
    expect((await server.as(somebody).refusal(saveProjectNote, { project_id, text: 'Mine' })).status).toBe(
      403,
    );
  }
});

test('rejects an empty note at its field, and a note on another school system’s placement', async () => {
  const { client, project_id } = await aProject();
  const teacher = server.as(await server.aTeacher({ client }));
  const empty = await teacher.refusal(saveProjectNote, { project_id, text: '  ' });
  expect([empty.status, empty.problem.errors]).toEqual([400, { text: ['You must provide a note'] }]);
  const other = await aProject();
  expect(
    (await teacher.refusal(saveProjectNote, { project_id: other.project_id, text: 'Mine' })).status,
  ).toBe(404);
});

test('notes take the same number of queries however many there are', async () => {
  const { client, project_id } = await aProject();
  const teacher = server.as(await server.aTeacher({ client }));
  const one = await statementsOf(server.database.app, () => teacher.call(getProjectNotes, { project_id }));
  for (const text of ['a', 'b', 'c']) await teacher.call(saveProjectNote, { project_id, text });
  const more = await statementsOf(server.database.app, () => teacher.call(getProjectNotes, { project_id }));
  expect(more.length).toBe(one.length);
});
