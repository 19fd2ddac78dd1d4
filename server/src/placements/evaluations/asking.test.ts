import { evaluationCalls } from '@waypost/contract/placements/evaluations/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { aLinkedPlacement, openLink } from '../../../testing/links.ts';
import { startTestServer } from '../../../testing/server.ts';
import { useUp } from '../../../testing/use-up.ts';
import { budgetOf } from '../../platform/access/budgets.ts';
import { businessContacts } from '../../platform/database/tables/contacts.ts';
import { links } from '../../platform/database/tables/links.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import { projects } from '../../platform/database/tables/projects.ts';

const server = startTestServer();
const { askForEvaluation } = evaluationCalls;

/** A placement supervised by Sam. */
async function supervised(given: { email?: string } = {}) {
  const placement = await aLinkedPlacement(server);
  const { business, project } = placement;
  const [sam] = await server.db
    .insert(businessContacts)
    .values({
      clientId: business.clientId,
      businessId: business.id,
      ordinal: 9,
      name: 'Sam Reed',
      email: 'sam@bay.test',
      roles: ['supervisor' as const],
      ...given,
    })
    .returning();
  await server.db
    .update(projects)
    .set({ supervisorId: sam?.id ?? null })
    .where(eq(projects.id, project.id));
  server.jobs.mail.length = 0;
  return placement;
}

test('the supervisor gets a link by email, and their evaluation belongs to the placement', async () => {
  const { business, project, student } = await supervised();
  const reply = await server.as(business).call(askForEvaluation, { project_id: project.id });
  expect(reply).toEqual({ message: 'success', email: 's•••@bay.test' });
  const [mail, ...others] = server.jobs.mail;
  expect([mail?.to, mail?.subject, others]).toEqual(['sam@bay.test', 'Please evaluate Ada L.', []]);
  expect(mail?.text).toContain('Please evaluate Ada L. (Boat builder)');
  expect(mail?.text).toContain('You get this email for Bayside Marine.\n');
  const [, token = ''] = /waypost\.test\/link\/([\w-]{43})/.exec(mail?.text ?? '') ?? [];
  const page = await (await openLink(server, token)).text();
  expect(page).toContain('Mid-point evaluation: Ada L., Boat builder');
  expect(page).toContain('value="Sam Reed"');
  const entries = await server.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.clientId, business.clientId));
  expect(entries).toMatchObject([
    { action: 'ask for evaluation', actorId: business.id, subjectId: student.id },
  ]);
});

test('staff of the school system may also send it, and no one else', async () => {
  const { client, project, student } = await supervised();
  const staff = server.as(await server.aTeacher({ client }));
  await staff.call(askForEvaluation, { project_id: project.id });
  for (const [stranger, status] of [
    [student, 403],
    [await server.aBusiness({ client }), 404],
    [await server.aTeacher(), 404],
  ] as const)
    expect((await server.as(stranger).refusal(askForEvaluation, { project_id: project.id })).status).toBe(
      status,
    );
  expect(server.jobs.mail).toHaveLength(1);
});

test.each([
  ['the supervisor has no email', { email: '' }, {}, 0],
  ['nobody supervises', {}, { supervisorId: null }, 0],
  ['the internship has ended', {}, { businessStatus: 'completed' }, 0],
  ['both evaluations are in', {}, {}, 2],
] as const)('sends nothing if %s', async (_, given, columns, submitted) => {
  const { business, project } = await supervised(given);
  if (Object.keys(columns).length > 0)
    await server.db.update(projects).set(columns).where(eq(projects.id, project.id));
  for (let ordinal = 1; ordinal <= submitted; ordinal++) await server.anEvaluation(project, { ordinal });
  const refused = await server.as(business).refusal(askForEvaluation, { project_id: project.id });
  expect(refused.status).toBe(409);
  expect(server.jobs.mail).toEqual([]);
  expect(await server.db.select().from(links).where(eq(links.accountId, business.id))).toEqual([]);
});

test('limits how many links a person emails in a day', async () => {
  const { business, project } = await supervised();
  const caller = server.as(business);
  await useUp(server, budgetOf('evaluation emails', business.id), 1);
  await caller.call(askForEvaluation, { project_id: project.id });
  expect((await caller.refusal(askForEvaluation, { project_id: project.id })).status).toBe(429);
  expect(server.jobs.mail).toHaveLength(1);
});

test('limits how many emails a person sends to one address in a day, and how many everyone does', async () => {
  const { business, project } = await supervised({ email: 'asked.often@bay.test' });
  const caller = server.as(business);
  const refusal = async () =>
    (await caller.refusal(askForEvaluation, { project_id: project.id })).problem.detail;
  await useUp(server, budgetOf('emails to an address', `${business.id} asked.often@bay.test`), 1);
  await caller.call(askForEvaluation, { project_id: project.id });
  expect(await refusal()).toBe('You have sent this person 40 emails today. Try again in 24 hours.');
  const other = await supervised({ email: 'Asked.Often@bay.test' });
  const ask = { project_id: other.project.id };
  await useUp(server, budgetOf('emails to an address from everywhere', 'asked.often@bay.test'), 2);
  await server.as(other.business).call(askForEvaluation, ask);
  const refused = await server.as(other.business).refusal(askForEvaluation, ask);
  expect(refused.problem.detail).toBe(
    'This person has received 200 emails from Waypost today. Try again in 24 hours.',
  );
});
