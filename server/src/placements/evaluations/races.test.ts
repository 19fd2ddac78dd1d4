import { evaluationCalls } from '@waypost/contract/placements/evaluations/calls';
import { hoursCalls } from '@waypost/contract/placements/hours/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rounds } from '../../../testing/rounds.ts';
import { startTestServer } from '../../../testing/server.ts';
import { untilLockWait } from '../../../testing/waiting.ts';
import { without } from '../../../testing/without-locks.ts';
import { evaluations, hourEntries, projects } from '../../platform/database/tables/projects.ts';

const { saveEvaluation } = evaluationCalls;
const { changeBusinessStatus } = projectCalls;

const server = startTestServer();
const ROUNDS = rounds(5);

async function aPlacement(submitted: number) {
  const student = await server.aStudent();
  const business = await server.aBusiness({ clientId: student.clientId });
  const project = await server.aProject({ student, business });
  for (let ordinal = 1; ordinal <= submitted; ordinal++) await server.anEvaluation(project, { ordinal });
  const form = {
    project_id: project.id,
    evaluation_date: '2026-03-02',
    supervisor: 'Grace',
    internship_facilitator: 'Mary',
    contact_phone: '(410)555-0100',
    term: 'Spring 2026',
    ratings: [],
    comments: '<p>Good.</p>',
    discussed: false,
  };
  const asBusiness = server.as(business);
  const evaluate = (more: object = {}) => asBusiness.send(saveEvaluation, { ...form, ...more });
  const move = (business_status: string) =>
    asBusiness.send(changeBusinessStatus, { project_id: project.id, business_status });
  return { student, business, project, asBusiness, evaluate, move };
}

const statuses = async (replies: Promise<Response>[]) =>
  (await Promise.all(replies)).map((reply) => reply.status).sort();
const keptOf = (project: { id: string }) =>
  server.db.select().from(evaluations).where(eq(evaluations.projectId, project.id));
const statusOf = async (project: { id: string }) =>
  (await server.db.select().from(projects).where(eq(projects.id, project.id)))[0]?.businessStatus;

test('saves one of two concurrent evaluations for the last place and refuses the other', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { project, evaluate } = await aPlacement(1);
    expect(await statuses([evaluate(), evaluate()])).toEqual([200, 409]);
    expect(await keptOf(project)).toHaveLength(2);
  }
});

test('of three concurrent evaluations two are saved and the third is refused', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { project, evaluate } = await aPlacement(0);
    expect(await statuses([evaluate(), evaluate(), evaluate()])).toEqual([200, 200, 409]);
    expect((await keptOf(project)).map((row) => row.ordinal).sort()).toEqual([1, 2]);
  }
});

test('the same evaluation sent twice concurrently is saved once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { project, evaluate } = await aPlacement(0);
    const send = () => evaluate({ evaluation_count: 0 });
    expect(await statuses([send(), send()])).toEqual([200, 409]);
    expect(await keptOf(project)).toHaveLength(1);
  }
});

test('without the lock, more of three concurrent evaluations are refused than necessary', async () => {
  without.placementLock = true;
  let refused = 0;
  for (let round = 0; round < 200 && refused < 2; round++) {
    const { evaluate } = await aPlacement(0);
    refused = (await statuses([evaluate(), evaluate(), evaluate()])).filter((one) => one === 409).length;
  }
  expect(refused).toBe(2);
});

test('one of two concurrent completions succeeds, and the other is told that it is completed', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { project, move } = await aPlacement(2);
    expect(await statuses([move('completed'), move('completed')])).toEqual([200, 409]);
    expect(await statusOf(project)).toBe('completed');
  }
});

test('a concurrent completion and termination end in the status that one of them was given', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { project, move } = await aPlacement(2);
    const replies = await Promise.all([move('completed'), move('terminated')]);
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409]);
    expect(await statusOf(project)).toBe(replies[0]?.ok ? 'completed' : 'terminated');
  }
});

/** Evaluates a placement while it is being terminated, and gets the reply afterwards. */
async function evaluateDuringTermination() {
  const { project, evaluate } = await aPlacement(0);
  const terminating = await server.database.owner.connect();
  try {
    await terminating.query('begin');
    await terminating.query(`update projects set business_status = 'terminated' where id = $1`, [project.id]);
    const evaluating = evaluate();
    await untilLockWait(server.database.owner);
    await terminating.query('commit');
    return { status: (await evaluating).status, kept: (await keptOf(project)).length };
  } finally {
    terminating.release();
  }
}

test('no evaluation is saved while the placement is being terminated', async () => {
  expect(await evaluateDuringTermination()).toEqual({ status: 409, kept: 0 });
});

test('without the lock, one is', async () => {
  without.placementLock = true;
  expect(await evaluateDuringTermination()).toEqual({ status: 200, kept: 1 });
});

test('hours can be decided while the placement is being terminated', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { project, asBusiness, move } = await aPlacement(0);
    const { id } = await server.someHours(project);
    const decide = asBusiness.send(hoursCalls.approveHours, {
      project_id: project.id,
      hours_id: id,
      business_approved: 1,
    });
    expect(await statuses([decide, move('terminated')])).toEqual([200, 200]);
    expect(await statusOf(project)).toBe('terminated');
    const [entry] = await server.db.select().from(hourEntries).where(eq(hourEntries.id, id));
    expect(entry?.businessApproved).toBe(1);
  }
});
