import type { Call } from '@waypost/contract/call';
import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { test } from 'vitest';
import { rounds } from '../../../testing/rounds.ts';
import { startTestServer } from '../../../testing/server.ts';
import type { Model, ModelPlacement, ModelStudent } from '../../../testing/walk-model.ts';
import { steps } from '../../../testing/walk-projects.ts';
import { expectModel, storedState } from '../../../testing/walk-state.ts';
import { type Person, STUDENTS } from '../../../testing/walk-step.ts';
import { SESSION_COOKIE } from '../../platform/access/cookies.ts';
import { projectFiles, projectReflections } from '../../platform/database/tables/projects.ts';

/*
 * Random walks over a placement: students apply, accept, log hours, answer and submit; the business offers, decides,
 * evaluates and ends; administrators approve and re-open; people without access try everything. Each step goes through
 * the whole server, and after each one the database must match the rules and violate no invariant.
 */
const WALKS = rounds(100);
const LANES = 4;
const STEPS = 16;

const server = startTestServer();

async function aCast() {
  const client = await server.aClient();
  const students: Person[] = [];
  while (students.length < STUDENTS) students.push(await server.aStudent({ client }));
  const elsewhere = await server.aClient();
  return {
    students,
    business: await server.aBusiness({ client }),
    admin: await server.anAdmin({ client }),
    strangers: [
      await server.aStudent({ client }),
      await server.aBusiness({ client }),
      await server.aTeacher({ client }),
      await server.aStudent({ client: elsewhere }),
      await server.aBusiness({ client: elsewhere }),
      await server.anAdmin({ client: elsewhere }),
    ],
  };
}

type Cast = Awaited<ReturnType<typeof aCast>>;

/** Through the whole pipeline, without the network. */
async function send(person: Person, call: Call, input: object) {
  const get = call.method === 'GET';
  const response = await server.app.inject({
    method: call.method,
    url: call.path,
    ...(get ? { query: input as Record<string, string> } : { payload: input }),
    cookies: { [SESSION_COOKIE]: person.token },
  });
  return { status: response.statusCode, body: response.json() as unknown };
}

const starts = [
  'nobody has applied',
  'everybody has an offer',
  'a student is at work',
  'all is handed in',
] as const;

/** An opportunity with one or two spots, and its state before the walk starts. */
async function begin(cast: Cast, slots: number, start: (typeof starts)[number]) {
  const { business, students } = cast;
  const isAtWork = start === 'a student is at work' || start === 'all is handed in';
  const seats = { availableSlots: slots, acceptedCount: isAtWork ? 1 : 0 };
  const opportunity = await server.anOpportunity({ business, ...seats });
  const model: Model = { slots, students: students.map(() => ({})) };
  const [first] = students;
  if (isAtWork && first)
    model.students[0] = await aPlacedStudent(first, opportunity, start === 'all is handed in');
  if (start === 'everybody has an offer') model.students = await offered(students, opportunity);
  const { owner } = server.database;
  const aFile = async (person: Person) => (await server.aFile(person)).id;
  const state = await storedState(owner, opportunity.id);
  expectModel(model, state);
  return { model, real: { ...cast, opportunityId: opportunity.id, state, owner, send, aFile } };
}

type Opportunity = Awaited<ReturnType<typeof server.anOpportunity>>;

async function offered(students: readonly Person[], opportunity: Opportunity): Promise<ModelStudent[]> {
  const all: ModelStudent[] = [];
  for (const student of students) {
    const { id } = await server.anApplication({ student, opportunity, status: 'Offered' });
    all.push({ application: { id, status: 'Offered' } });
  }
  return all;
}

/** A student whose placement has just started, or has everything that staff can approve. */
async function aPlacedStudent(
  student: Person,
  opportunity: Opportunity,
  isDone: boolean,
): Promise<ModelStudent> {
  const finalSummary = isDone ? 'I built a boat.' : '';
  const project = await server.aProject({ student, opportunity, finalSummary });
  const key = { clientId: project.clientId, projectId: project.id };
  const placement: ModelPlacement = {
    ...{ id: project.id, status: 'open', summary: finalSummary, approved: new Set(), reflections: [] },
    ...{ entries: [], files: [], evaluations: 0 },
  };
  if (isDone) {
    const { id } = await server.someHours(project, {
      endDate: '2026-03-12',
      totalHours: 135,
      businessApproved: 1,
    });
    placement.entries.push({ id, hours: 135, decision: 1, signedOff: false });
    for (const ordinal of [1, 2]) await server.anEvaluation(project, { ordinal });
    placement.evaluations = 2;
    const file = await server.aFile(student);
    await server.db.insert(projectFiles).values({ ...key, fileId: file.id });
    placement.files.push(file.id);
    await server.db
      .update(projectReflections)
      .set({ status: 'complete', answerText: 'Care.' })
      .where(ofProject(key));
  }
  const questions = await server.db
    .select()
    .from(projectReflections)
    .where(ofProject(key))
    .orderBy(projectReflections.ordinal);
  placement.reflections = questions.map(({ id, status, answerText }) => ({ id, status, answer: answerText }));
  return { application: { id: project.applicationId, status: 'Accepted' }, placement };
}

const ofProject = ({ clientId, projectId }: { clientId: string; projectId: string }) =>
  and(eq(projectReflections.clientId, clientId), eq(projectReflections.projectId, projectId));

test('no walk leads to an invalid state', { timeout: 900_000 }, async () => {
  const lane = async () => {
    const cast = await aCast();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 2 }),
        fc.constantFrom(...starts),
        fc.commands(steps, { maxCommands: STEPS, size: 'max' }),
        async (slots, start, walk) => {
          const begun = await begin(cast, slots, start);
          await fc.asyncModelRun(() => begun, walk);
        },
      ),
      { numRuns: WALKS / LANES, unbiased: true },
    );
  };
  await Promise.all(Array.from({ length: LANES }, lane));
});
