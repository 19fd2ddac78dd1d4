import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { reflectionCalls } from '@waypost/contract/placements/reflections/calls';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rounds } from '../../../testing/rounds.ts';
import { startTestServer } from '../../../testing/server.ts';
import { without } from '../../../testing/without-locks.ts';
import { projectApprovals, projectReflections } from '../../platform/database/tables/projects.ts';

const { approveItems, setAdminApproval } = projectCalls;
const { saveReflection } = reflectionCalls;

const server = startTestServer();

/** Two administrators approve the same summary concurrently, alone or together with everything that is waiting. */
async function approveTwice(together = false): Promise<number[]> {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const project = await server.aProject({ student, finalSummary: 'I built a boat.' });
  const admins = [await server.anAdmin({ client }), await server.anAdmin({ client })];
  const input = { project_id: project.id, approval_type: 'summary' as const };
  const replies = await Promise.all(
    admins.map((admin) =>
      together
        ? server.as(admin).send(approveItems, { project_id: project.id, approval_types: ['summary'] })
        : server.as(admin).send(setAdminApproval, input),
    ),
  );
  const approvals = await server.db
    .select()
    .from(projectApprovals)
    .where(eq(projectApprovals.projectId, project.id));
  expect(approvals).toHaveLength(1);
  return replies.map((reply) => reply.status).sort();
}

test('if two people approve an item at once, one succeeds, and the other is told that it is done', async () => {
  for (let round = 0; round < rounds(5); round++) expect(await approveTwice()).toEqual([200, 409]);
});

test('if two people approve everything at once, one succeeds, and the other sees that it is done', async () => {
  for (let round = 0; round < rounds(5); round++) expect(await approveTwice(true)).toEqual([200, 409]);
});

test('without the lock, the other gets a server error', async () => {
  without.placementLock = true;
  let failed = false;
  for (let round = 0; round < 100 && !failed; round++) failed = (await approveTwice()).includes(500);
  expect(failed).toBe(true);
});

/** A double tap: the same first answer of four, sent twice concurrently. Returns how many questions are locked. */
async function answerTwice(): Promise<number> {
  const student = await server.aStudent();
  const project = await server.aProject({ student });
  const key = { clientId: project.clientId, projectId: project.id };
  await server.db
    .insert(projectReflections)
    .values([3, 4].map((ordinal) => ({ ...key, ordinal, questionText: 'What next?' })));
  const [first] = await server.db
    .select()
    .from(projectReflections)
    .where(and(eq(projectReflections.projectId, project.id), eq(projectReflections.ordinal, 1)));
  const answer = { project_id: project.id, _id: first?.id ?? '', answer_text: 'Care.' };
  const send = () => server.as(student).send(saveReflection, answer);
  const replies = await Promise.all([send(), send()]);
  expect(replies.map((reply) => reply.status)).toEqual([200, 200]);
  const locked = and(eq(projectReflections.projectId, project.id), eq(projectReflections.status, 'locked'));
  return (await server.db.select().from(projectReflections).where(locked)).length;
}

test('an answer that is saved twice concurrently unlocks one question', async () => {
  for (let round = 0; round < rounds(5); round++) expect(await answerTwice()).toBe(2);
});

test('without the lock, it unlocks two', async () => {
  without.placementLock = true;
  let two = false;
  for (let round = 0; round < 200 && !two; round++) two = (await answerTwice()) < 2;
  expect(two).toBe(true);
});
