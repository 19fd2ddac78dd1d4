import type { Call } from '@waypost/contract/call';
import { evaluationCalls } from '@waypost/contract/placements/evaluations/calls';
import type { Project } from '@waypost/contract/placements/projects/calls';
import { itemStatuses } from '@waypost/contract/placements/projects/report';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { factsOf, type Model, type ModelPlacement, type ModelStudent } from './walk-model.ts';
import {
  brokenInvariants,
  expectApprovedUnchanged,
  expectModel,
  type StoredState,
  storedState,
} from './walk-state.ts';

export interface Person {
  id: string;
  clientId: string;
  token: string;
}

/** The participants of a walk, and their connection to the server. */
export interface World {
  students: readonly Person[];
  business: Person;
  admin: Person;
  strangers: readonly Person[];
  opportunityId: string;
  /** The database's state after the previous step. */
  state: StoredState;
  owner: Pool;
  send: (person: Person, call: Call, input: object) => Promise<{ status: number; body: unknown }>;
  /** Uploads a new file of this person and returns its id. */
  aFile: (owner: Person) => Promise<string>;
}

export const STUDENTS = 3;

/**
 * One step of a random walk: runs through the whole server, then is checked against the rules and the
 * invariants.
 */
export class Step implements fc.AsyncCommand<Model, World> {
  readonly #name: string;
  readonly check: (model: Readonly<Model>) => boolean;
  readonly #take: (model: Model, world: World) => Promise<void>;

  constructor(
    name: string,
    check: (model: Readonly<Model>) => boolean,
    take: (model: Model, world: World) => Promise<void>,
  ) {
    this.#name = name;
    this.check = check;
    this.#take = take;
  }

  async run(model: Model, world: World): Promise<void> {
    await this.#take(model, world);
    const [state, broken] = await Promise.all([
      storedState(world.owner, world.opportunityId),
      brokenInvariants(world.owner, world.opportunityId),
    ]);
    expect(broken).toEqual([]);
    expectModel(model, state);
    expectApprovedUnchanged(world.state, state);
    world.state = state;
  }

  toString = () => this.#name;
}

/** A reply with a placement must match the model: its approved hours are the sum of the approved entries. */
function expectReply(body: unknown, placement: ModelPlacement): void {
  const { reportData, hours } = body as Project;
  const approved = hours.filter((one) => one.business_approved === 1);
  expect(reportData.accepted_hours).toBe(approved.reduce((all, one) => all + one.total_hours, 0));
  const status = itemStatuses(factsOf(placement));
  expect([reportData.activity_log_status, reportData.evaluation_status]).toEqual([
    status.hours,
    status.evals,
  ]);
  if (reportData.msde_status === null) return;
  expect([
    reportData.reflection_status,
    reportData.final_project_status,
    reportData.final_summary_status,
    reportData.msde_status,
  ]).toEqual([status.reflection, status.project, status.summary, status.msde]);
}

export const personOf = (world: World, index: number): Person => world.students[index] ?? world.admin;
export const studentOf = (model: Readonly<Model>, index: number): ModelStudent => model.students[index] ?? {};

interface PlacedStep {
  call: Call;
  as: 'student' | 'business' | 'admin';
  input: () => object | Promise<object>;
  answer: (placement: ModelPlacement) => number;
  after: (placement: ModelPlacement, body: unknown) => void;
}

/** A step on one of the existing placements, if there are any. */
export function onProject(
  name: string,
  which: number,
  step: (placement: ModelPlacement, world: World, student: Person) => PlacedStep | undefined,
): Step {
  return new Step(
    `${name} (project ${which})`,
    (model) => model.students.some(({ placement }) => placement),
    async (model, world) => {
      const { placement, student } = placed(model, world, which);
      const planned = step(placement, world, student);
      if (!planned) return;
      const input = { project_id: placement.id, ...(await planned.input()) };
      const who = { student, business: world.business, admin: world.admin }[planned.as];
      const answer = planned.answer(placement);
      const { status, body } = await world.send(who, planned.call, input);
      if (status !== answer)
        throw new Error(`${name}: answered ${status} instead of ${answer}, ${JSON.stringify(body)}`);
      if (status !== 200) return;
      planned.after(placement, body);
      if (planned.call !== (evaluationCalls.saveEvaluation as Call)) expectReply(body, placement);
    },
  );
}

export function placed(model: Model, world: World, which: number) {
  const all = model.students.flatMap(({ placement }, index) =>
    placement ? [{ placement, student: personOf(world, index) }] : [],
  );
  return pick(all, which) ?? unreachable('no project');
}

function unreachable(what: string): never {
  throw new Error(`a step was taken where there is ${what}`);
}

export const pick = <T>(things: readonly T[], nth: number): T | undefined =>
  things[nth % Math.max(1, things.length)];
export const anyStudent = fc.nat({ max: STUDENTS - 1 });
export const nth = fc.nat({ max: 5 });
