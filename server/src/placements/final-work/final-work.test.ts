import { randomUUID } from 'node:crypto';
import type { Call } from '@waypost/contract/call';
import { finalWorkCalls } from '@waypost/contract/placements/final-work/calls';
import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type Caller, startTestServer } from '../../../testing/server.ts';
import { files } from '../../platform/database/tables/files.ts';
import { users } from '../../platform/database/tables/people.ts';
import {
  projectApprovals,
  projectFiles,
  projectReturns,
  projects,
} from '../../platform/database/tables/projects.ts';

const server = startTestServer();
const { removeFileLink, saveFileLink, saveSummary } = finalWorkCalls;

async function aPlacement(given: Parameters<typeof server.aProject>[0] = {}) {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const project = await server.aProject({ student, ...given });
  const asStudent = server.as(student);
  const of = (file: { id: string }) => ({ project_id: project.id, file_id: file.id });
  return { client, student, project, asStudent, of };
}

const rowOf = async (project: { id: string }) =>
  (await server.db.select().from(projects).where(eq(projects.id, project.id)))[0];
const linksOf = async (project: { id: string }) =>
  (await server.db.select().from(projectFiles).where(eq(projectFiles.projectId, project.id))).map(
    (row) => row.fileId,
  );
const isKept = async (file: { id: string }) =>
  (await server.db.select().from(files).where(eq(files.id, file.id))).length > 0;

const approve = (project: { id: string; clientId: string }, item: string) =>
  server.db.insert(projectApprovals).values({
    clientId: project.clientId,
    projectId: project.id,
    item,
    approvedBy: randomUUID(),
    approvedAt: server.clock.now(),
  });

describe('the summary', () => {
  test('is saved as written, and submitted with it', async () => {
    const { project, asStudent } = await aPlacement();
    server.clock.moveBy(60_000);
    const text = 'I built a boat.\n\n<b>It floats</b> & sails.';
    const seen = await asStudent.call(saveSummary, { project_id: project.id, text });
    const now = server.clock.now().toISOString();
    expect(seen.final_summary).toEqual({ text, approved: false, updatedAt: now });
    expect(seen.reportData).toMatchObject({ final_summary_status: 1, final_project_status: 0 });
    expect(seen.updatedAt).toBe(now);
  });

  test('can be rewritten until staff approve it', async () => {
    const { project, asStudent } = await aPlacement({ finalSummary: 'I built a boat.' });
    await approve(project, 'reflection');
    await asStudent.call(saveSummary, { project_id: project.id, text: 'I built two.' });
    await approve(project, 'summary');
    const refused = await asStudent.refusal(saveSummary, { project_id: project.id, text: 'Three.' });
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      'Your summary is approved, so you can’t change it',
    ]);
    expect((await rowOf(project))?.finalSummary).toBe('I built two.');
  });

  test.each([' \n', undefined])('of %j is rejected at its field', async (text) => {
    const { project, asStudent } = await aPlacement();
    const refused = await asStudent.refusal(saveSummary, { project_id: project.id, text });
    expect([refused.status, refused.problem.errors]).toEqual([400, { text: ['You must provide a summary'] }]);
  });
});

describe('the final project', () => {
  test('accepts the student’s own files, each once', async () => {
    const { project, student, asStudent, of } = await aPlacement();
    const [poster, talk] = [
      await server.aFile(student, { name: 'poster.pdf' }),
      await server.aFile(student, { name: 'talk.pdf' }),
    ];
    await asStudent.call(saveFileLink, of(poster));
    const added = server.clock.now().toISOString();
    server.clock.moveBy(60_000);
    const again = await asStudent.call(saveFileLink, of(poster));
    expect(again.final_project).toMatchObject({ files: [{ name: 'poster.pdf' }], updatedAt: added });
    const seen = await asStudent.call(saveFileLink, of(talk));
    expect(seen.final_project?.files.map((file) => [file._id, file.name])).toEqual([
      [poster.id, 'poster.pdf'],
      [talk.id, 'talk.pdf'],
    ]);
    expect(seen.final_project?.updatedAt).toBe(server.clock.now().toISOString());
    expect(seen.reportData.final_project_status).toBe(1);
    expect(await linksOf(project)).toHaveLength(2);
  });

  test('rejects other people’s files, and deleted ones', async () => {
    const { client, project, asStudent, of } = await aPlacement();
    const others = await server.aFile(await server.aStudent({ client }));
    for (const file of [others, { id: randomUUID() }])
      expect((await asStudent.refusal(saveFileLink, of(file))).status).toBe(404);
    expect(await linksOf(project)).toEqual([]);
  });

  test('removes a file with its bytes', async () => {
    const { project, student, asStudent, of } = await aPlacement();
    const file = await server.aFile(student);
    await asStudent.call(saveFileLink, of(file));
    const seen = await asStudent.call(removeFileLink, of(file));
    expect([seen.final_project?.files, seen.reportData.final_project_status]).toEqual([[], 0]);
    expect(await isKept(file)).toBe(false);
    expect(server.jobs.removedFiles).toContain(file.storageKey);
    expect(await linksOf(project)).toEqual([]);
  });

  const remove = {
    removeFileLink: (asStudent: Caller, of: { project_id: string; file_id: string }) =>
      asStudent.call(removeFileLink, of).then((seen) => seen.final_project?.files),
    deleteFile: (asStudent: Caller, { file_id }: { file_id: string }) =>
      asStudent.call(fileCalls.deleteFile, { file_id }).then(({ message }) => message),
  };
  const done = { removeFileLink: [], deleteFile: 'success' };
  test.each([
    ['removeFileLink', 'removeFileLink'],
    ['removeFileLink', 'deleteFile'],
    ['deleteFile', 'removeFileLink'],
    ['deleteFile', 'deleteFile'],
  ] as const)('loses a file by %s and then %s, both of which succeed', async (first, second) => {
    const { project, student, asStudent, of } = await aPlacement();
    const file = await server.aFile(student);
    await asStudent.call(saveFileLink, of(file));
    await server.db.insert(projectReturns).values({
      clientId: project.clientId,
      projectId: project.id,
      item: 'project',
      reason: 'Too short.',
      sentBackBy: randomUUID(),
      sentBackAt: server.clock.now(),
    });
    server.clock.moveBy(60_000);
    expect(await remove[first](asStudent, of(file))).toEqual(done[first]);
    const removedAt = server.clock.now();
    expect([await linksOf(project), await isKept(file)]).toEqual([[], false]);
    expect(server.jobs.removedFiles).toContain(file.storageKey);
    expect(await rowOf(project)).toMatchObject({ finalProjectUpdatedAt: removedAt, updatedAt: removedAt });
    // It is waiting for staff again.
    expect(
      await server.db.select().from(projectReturns).where(eq(projectReturns.projectId, project.id)),
    ).toEqual([]);
    server.clock.moveBy(60_000);
    expect(await remove[second](asStudent, of(file))).toEqual(done[second]);
    expect((await rowOf(project))?.updatedAt).toEqual(removedAt);
    const { clientId } = project;
    for (const other of [await server.aStudent({ clientId }), await server.anAdmin({ clientId })]) {
      const caller = server.as(other);
      const refused = await caller.refusal(fileCalls.deleteFile, { file_id: file.id });
      const unknown = await caller.refusal(fileCalls.deleteFile, { file_id: randomUUID() });
      expect([refused.status, refused.problem]).toEqual([404, unknown.problem]);
    }
  });

  test('removing a file that is not part of it changes nothing, and other people’s files do not exist', async () => {
    const { client, project, student, asStudent, of } = await aPlacement();
    const file = await server.aFile(student);
    const seen = await asStudent.call(removeFileLink, of(file));
    expect([seen.final_project?.files ?? [], await isKept(file)]).toEqual([[], true]);
    const classmate = await server.aStudent({ client });
    const removed = await server.aFile(classmate);
    await server.as(classmate).call(fileCalls.deleteFile, { file_id: removed.id });
    for (const other of [await server.aFile(classmate), removed, { id: randomUUID() }])
      expect((await asStudent.refusal(removeFileLink, of(other))).status).toBe(404);
    expect((await rowOf(project))?.finalProjectUpdatedAt).toBeNull();
  });

  test.each(['resumeFileId', 'profilePicId', 'agreementFileId'] as const)(
    'keeps a file that is also their %s',
    async (column) => {
      const { student, asStudent, of } = await aPlacement();
      const file = await server.aFile(student);
      await server.db
        .update(users)
        .set({ [column]: file.id })
        .where(eq(users.id, student.id));
      await asStudent.call(saveFileLink, of(file));
      await asStudent.call(removeFileLink, of(file));
      expect(await isKept(file)).toBe(true);
      expect(server.jobs.removedFiles).not.toContain(file.storageKey);
    },
  );

  test('keeps a file that another placement uses', async () => {
    const { student, asStudent, of } = await aPlacement();
    const other = await server.aProject({ student });
    const file = await server.aFile(student);
    await asStudent.call(saveFileLink, of(file));
    await asStudent.call(saveFileLink, { ...of(file), project_id: other.id });
    await asStudent.call(removeFileLink, of(file));
    expect([await isKept(file), await linksOf(other)]).toEqual([true, [file.id]]);
  });

  test('loses a deleted file in each placement that uses it, unless one is approved', async () => {
    const { project, student, asStudent, of } = await aPlacement();
    const other = await server.aProject({ student });
    const [file, shared] = [await server.aFile(student), await server.aFile(student)];
    for (const one of [of(file), of(shared), { ...of(file), project_id: other.id }])
      await asStudent.call(saveFileLink, one);
    await approve(other, 'project');
    const refused = await asStudent.refusal(fileCalls.deleteFile, { file_id: file.id });
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      'Your final project is approved, so you can’t change its files',
    ]);
    expect([await isKept(file), await linksOf(other)]).toEqual([true, [file.id]]);
    expect((await linksOf(project)).sort()).toEqual([file.id, shared.id].sort());
    await server.db.delete(projectApprovals).where(eq(projectApprovals.projectId, other.id));
    await asStudent.call(fileCalls.deleteFile, { file_id: file.id });
    expect([await isKept(file), await linksOf(project), await linksOf(other)]).toEqual([
      false,
      [shared.id],
      [],
    ]);
  });

  test('keeps its files when a student who is no longer approved deletes them', async () => {
    const { project, student, asStudent, of } = await aPlacement();
    const file = await server.aFile(student);
    await asStudent.call(saveFileLink, of(file));
    await server.db.update(users).set({ approved: false }).where(eq(users.id, student.id));
    const { status, problem } = await asStudent.refusal(fileCalls.deleteFile, { file_id: file.id });
    expect([status, problem.type]).toEqual([403, '/problems/unapproved']);
    expect(await linksOf(project)).toEqual([file.id]);
  });

  test('has been approved, so removing again what was removed before still succeeds', async () => {
    const { project, student, asStudent, of } = await aPlacement();
    const file = await server.aFile(student);
    await asStudent.call(saveFileLink, of(file));
    await asStudent.call(removeFileLink, of(file));
    await approve(project, 'project');
    expect((await asStudent.call(removeFileLink, of(file))).final_project?.files).toEqual([]);
  });

  test('cannot change once staff have approved it', async () => {
    const { project, student, asStudent, of } = await aPlacement();
    const [file, late] = [await server.aFile(student), await server.aFile(student)];
    await asStudent.call(saveFileLink, of(file));
    await approve(project, 'project');
    for (const [call, input] of [
      [saveFileLink, of(late)],
      [removeFileLink, of(file)],
    ] as const) {
      const refused = await asStudent.refusal(call, input);
      expect([refused.status, refused.problem.detail]).toEqual([
        409,
        'Your final project is approved, so you can’t change its files',
      ]);
    }
    expect(await linksOf(project)).toEqual([file.id]);
  });

  test('concurrent adding and deleting of a file agree on the result', async () => {
    const { student, project, asStudent, of } = await aPlacement();
    for (let round = 0; round < 20; round++) {
      const file = await server.aFile(student);
      const [linked, deleted] = await Promise.all([
        asStudent.send(saveFileLink, of(file)),
        asStudent.call(fileCalls.deleteFile, { file_id: file.id }),
      ]);
      expect([200, 404]).toContain(linked.status);
      expect([deleted.message, await isKept(file)]).toEqual(['success', false]);
      expect(await linksOf(project)).not.toContain(file.id);
    }
  });
});

test('a terminated placement still accepts a summary and files, and removes files', async () => {
  const { project, student, asStudent, of } = await aPlacement({ businessStatus: 'terminated' });
  const file = await server.aFile(student);
  await asStudent.call(saveFileLink, of(file));
  await asStudent.call(saveSummary, { project_id: project.id, text: 'I built a boat.' });
  expect([(await rowOf(project))?.finalSummary, await linksOf(project)]).toEqual([
    'I built a boat.',
    [file.id],
  ]);
  await asStudent.call(removeFileLink, of(file));
  expect(await linksOf(project)).toEqual([]);
});

test('only the placement’s student can change final work; for others the placement does not exist', async () => {
  const { client, project, student, asStudent, of } = await aPlacement();
  const file = await server.aFile(student);
  await asStudent.call(saveFileLink, of(file));
  for (const stranger of [await server.aStudent({ client }), await server.aStudent()]) {
    const own = await server.aFile(stranger);
    const caller = server.as(stranger);
    for (const [call, input] of [
      [saveSummary as Call, { project_id: project.id, text: 'Mine.' }],
      [saveFileLink as Call, of(own)],
      [removeFileLink as Call, of(file)],
    ] as const) {
      const refused = await caller.refusal(call, input);
      const unknown = await caller.refusal(call, { ...input, project_id: randomUUID() });
      expect([refused.status, refused.problem]).toEqual([404, unknown.problem]);
    }
  }
  expect([(await rowOf(project))?.finalSummary, await linksOf(project)]).toEqual(['', [file.id]]);
});
