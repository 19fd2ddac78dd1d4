import { evaluationCalls } from '@waypost/contract/placements/evaluations/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { aLinkedPlacement, aSentAgreement, openLink } from '../../../testing/links.ts';
import { startTestServer } from '../../../testing/server.ts';
import { agreementSignatures, agreements } from '../../platform/database/tables/agreements.ts';
import { businessContacts } from '../../platform/database/tables/contacts.ts';
import { programs, schools } from '../../platform/database/tables/lists.ts';
import { students, userPrograms, userSchools, users } from '../../platform/database/tables/people.ts';
import { projects } from '../../platform/database/tables/projects.ts';

/* What the form of an evaluation starts with, on the screen and by link. */
const server = startTestServer();
const { getEvaluationStart } = evaluationCalls;

/** A placement, its student's school and program, and what both forms start with. */
async function anIntern() {
  const placement = await aLinkedPlacement(server);
  const { business, student, project, issue } = placement;
  const { clientId } = business;
  await server.db
    .update(businessContacts)
    .set({ name: 'Ruth Calloway', phone: '(410)555-0142' })
    .where(eq(businessContacts.businessId, business.id));
  const [school] = await server.db
    .insert(schools)
    .values({ clientId, ordinal: 1, name: 'Bay High', type: 'High' })
    .returning();
  const [program] = await server.db
    .insert(programs)
    .values({ clientId, ordinal: 1, name: 'Marine trades' })
    .returning();
  const [schoolId, programId] = [school?.id ?? '', program?.id ?? ''];
  await server.db.update(students).set({ schoolId, programId }).where(eq(students.userId, student.id));
  const aTeacher = async (firstName: string) => {
    const teacher = await server.aTeacher({ client: placement.client, firstName, lastName: 'Beck' });
    await server.db.insert(userSchools).values({ clientId, userId: teacher.id, schoolId });
    await server.db.insert(userPrograms).values({ clientId, userId: teacher.id, programId });
    return teacher;
  };
  const key = { project_id: project.id };
  const onScreen = () => server.as(business).call(getEvaluationStart, key);
  const byLink = async () => {
    const page = await (await openLink(server, await issue('evaluation'))).text();
    const of = (name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(page)?.[1];
    return {
      supervisor: of('supervisor'),
      internship_facilitator: of('internship_facilitator'),
      contact_phone: of('contact_phone'),
    };
  };
  return { ...placement, key, aTeacher, onScreen, byLink };
}

test('starts with the supervisor, their phone, and the Teacher of the student’s school and program', async () => {
  const { business, project, aTeacher, onScreen, byLink } = await anIntern();
  const { clientId } = business;
  await aTeacher('Thomas');
  expect(await onScreen()).toEqual({
    supervisor: 'Ruth Calloway',
    internship_facilitator: 'Thomas Beck',
    contact_phone: '(410)555-0142',
  });
  const [grace] = await server.db
    .insert(businessContacts)
    .values({
      clientId,
      businessId: business.id,
      ordinal: 9,
      name: 'Grace Hopper',
      phone: '(410)555-0177',
      roles: ['supervisor'],
    })
    .returning();
  await server.db.update(projects).set({ supervisorId: grace?.id }).where(eq(projects.id, project.id));
  const started = {
    supervisor: 'Grace Hopper',
    internship_facilitator: 'Thomas Beck',
    contact_phone: '(410)555-0177',
  };
  expect(await onScreen()).toEqual(started);
  // By link, the supervisor is the recipient.
  expect(await byLink()).toEqual({ ...started, supervisor: 'Bayside Marine' });
  await server.anEvaluation(project, {
    supervisor: 'Alan',
    internshipFacilitator: 'Mary',
    contactPhone: '1',
  });
  const again = { supervisor: 'Alan', internship_facilitator: 'Mary', contact_phone: '1' };
  expect([await onScreen(), await byLink()]).toEqual([again, again]);
});

test('with several Teachers, the coordinator is the person who signed the agreement for the school', async () => {
  const { business, project, agreement, aTeacher, onScreen, byLink } = await anIntern();
  const coordinators = async () => [
    (await onScreen()).internship_facilitator,
    (await byLink()).internship_facilitator,
  ];
  expect(await coordinators()).toEqual(['', '']);
  await aTeacher('Thomas');
  const other = await aTeacher('Ngozi');
  expect(await coordinators()).toEqual(['', '']);
  const sign = async (agreementId: string, signerName: string) => {
    const { clientId } = business;
    await server.db.insert(agreementSignatures).values({
      clientId,
      agreementId,
      party: 'school',
      signerName,
      method: 'account',
      textHash: '',
      signedOn: '2026-03-04',
      recordedAt: server.clock.now(),
    });
  };
  await sign(agreement.id, 'Angela Whitfield');
  expect(await coordinators()).toEqual(['', '']);
  await server.db.update(agreements).set({ status: 'signed' }).where(eq(agreements.id, agreement.id));
  expect(await coordinators()).toEqual(['Angela Whitfield', 'Angela Whitfield']);
  const newer = await aSentAgreement(server, project, { version: 2, status: 'signed' });
  await sign(newer.id, 'Peter Marsh');
  expect(await coordinators()).toEqual(['Peter Marsh', 'Peter Marsh']);
  await server.db.update(users).set({ deactivatedAt: server.clock.now() }).where(eq(users.id, other.id));
  expect(await coordinators()).toEqual(['Thomas Beck', 'Thomas Beck']);
});

test('a Teacher who was deactivated is not named, on the screen or by link', async () => {
  const { aTeacher, onScreen, byLink } = await anIntern();
  const { id } = await aTeacher('Thomas');
  const coordinators = async () => [
    (await onScreen()).internship_facilitator,
    (await byLink()).internship_facilitator,
  ];
  expect(await coordinators()).toEqual(['Thomas Beck', 'Thomas Beck']);
  await server.db.update(users).set({ deactivatedAt: server.clock.now() }).where(eq(users.id, id));
  expect(await coordinators()).toEqual(['', '']);
});

test('only the placement’s own business gets it', async () => {
  const { client, key } = await anIntern();
  const other = await server.aBusiness({ client });
  expect((await server.as(other).refusal(getEvaluationStart, key)).status).toBe(404);
  const elsewhere = await server.aBusiness({ client: await server.aClient() });
  expect((await server.as(elsewhere).refusal(getEvaluationStart, key)).status).toBe(404);
});
