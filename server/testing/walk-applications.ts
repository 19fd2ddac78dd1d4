import type { Call } from '@waypost/contract/call';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { type ApplicationStatus, applicationStatuses } from '@waypost/contract/statuses';
import fc from 'fast-check';
import { expect } from 'vitest';
import { expected, type Model, type ModelStudent } from './walk-model.ts';
import { storedState } from './walk-state.ts';

import { anyStudent, type Person, personOf, Step, studentOf, type World } from './walk-step.ts';

async function applyAs(model: Model, world: World, index: number): Promise<void> {
  const student = studentOf(model, index);
  const input = { cover_letter: '<p>Please.</p>', opportunity_id_fk: world.opportunityId };
  const answer = expected.apply(model, student);
  const call = applicationCalls.createApplication as Call;
  const { status, body } = await world.send(personOf(world, index), call, input);
  expect(status).toBe(answer);
  if (status === 200) student.application = { id: (body as { _id: string })._id, status: 'New' };
}

export const apply = anyStudent.map(
  (index) =>
    new Step(
      `student ${index} applies`,
      () => true,
      (model, world) => applyAs(model, world, index),
    ),
);

async function moveTo(model: Model, world: World, index: number, to: ApplicationStatus, asBusiness: boolean) {
  const student = studentOf(model, index);
  if (!student.application) return;
  const answer = expected.move(model, asBusiness ? 'Business' : 'Student', student.application.status, to);
  const who = asBusiness ? world.business : personOf(world, index);
  const status = await sendMove(world, who, student.application.id, to);
  expect([to, status]).toEqual([to, answer]);
  if (status === 200) await moved(world, student, to);
}

const sendMove = async (world: World, who: Person, application_id: string, status: ApplicationStatus) =>
  (await world.send(who, applicationCalls.updateApplicationStatus as Call, { application_id, status }))
    .status;

/** Updates the model after a move. When a placement starts, also reads its ids. */
async function moved(world: World, student: ModelStudent, to: ApplicationStatus): Promise<void> {
  if (!student.application) return;
  student.application.status = to;
  if (to !== 'Accepted') return;
  const call = applicationCalls.getApplicationById as Call;
  const { body } = await world.send(world.admin, call, { app_id: student.application.id });
  const { project_id } = body as { project_id: string };
  const loaded = await world.send(world.business, projectCalls.loadStudentProject as Call, { project_id });
  expect(loaded.status).toBe(200);
  const state = await storedState(world.owner, world.opportunityId);
  const reflections = state.find(({ id }) => id === project_id)?.reflections ?? [];
  student.placement = {
    ...{ id: project_id, status: 'open', entries: [], summary: '', files: [], evaluations: 0 },
    reflections: reflections.map(([id], at) => ({
      id,
      status: at === 0 ? 'unlocked' : 'locked',
      answer: '',
    })),
    approved: new Set(),
  };
}

export const move = fc
  .tuple(anyStudent, fc.constantFrom(...applicationStatuses, 'Offered', 'Accepted'), fc.boolean())
  .map(
    ([index, to, asBusiness]) =>
      new Step(
        `${asBusiness ? 'the business moves' : 'moves'} student ${index} to ${to}`,
        (model) => studentOf(model, index).application !== undefined,
        (model, world) => moveTo(model, world, index, to, asBusiness),
      ),
  );

/** Everyone with an offer accepts it at once. Only as many succeed as there are spots. */
export const rush = fc.constant(
  new Step(
    'all who have an offer accept at once',
    (model) => model.students.filter((one) => one.application?.status === 'Offered').length > 1,
    async (model, world) => {
      const seats = model.slots - model.students.filter((one) => one.placement).length;
      const offered = model.students.flatMap((one, index) =>
        one.application?.status === 'Offered' ? [{ one, index, id: one.application.id }] : [],
      );
      const statuses = await Promise.all(
        offered.map(({ index, id }) => sendMove(world, personOf(world, index), id, 'Accepted')),
      );
      const accepted = offered.filter((_, at) => statuses[at] === 200);
      expect(accepted).toHaveLength(Math.min(seats, offered.length));
      expect(statuses.filter((status) => status === 409)).toHaveLength(offered.length - accepted.length);
      for (const { one } of accepted) await moved(world, one, 'Accepted');
    },
  ),
);
