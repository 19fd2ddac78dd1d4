import { mailCalls } from '@waypost/contract/messages/mail/calls';
import { followUpCalls } from '@waypost/contract/oversight/follow-ups/calls';
import { taskCalls } from '@waypost/contract/oversight/tasks/calls';
import { contactCalls } from '@waypost/contract/people/contacts/calls';
import { evaluationCalls } from '@waypost/contract/placements/evaluations/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { aLinkedPlacement, openLink } from '../../../testing/links.ts';
import { startRefusingMail } from '../../../testing/returned-mail.ts';
import { startTestServer } from '../../../testing/server.ts';
import { businessContacts } from '../../platform/database/tables/contacts.ts';
import { notices } from '../../platform/database/tables/notices.ts';
import { opportunities } from '../../platform/database/tables/opportunities.ts';
import { users } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import { projects } from '../../platform/database/tables/projects.ts';

/* Evaluations that wait for an address to which mail comes back (docs/behavior/mail.md#returned-mail). */
const server = startTestServer();
const { refusals, deliver, send } = startRefusingMail(server);
const NO_USER = { code: 550, text: '5.1.1 no such user' };
const SAM = 'sam@school.example.org';

/** A placement supervised by Sam, of a business whose account has this address. */
async function supervised(email = `office${Math.random()}@school.example.org`) {
  const placement = await aLinkedPlacement(server, { business: { email } });
  const { business, project, client } = placement;
  const [sam] = await server.db
    .insert(businessContacts)
    .values({
      clientId: business.clientId,
      businessId: business.id,
      ordinal: 9,
      name: 'Sam Reed',
      email: SAM,
      roles: ['supervisor'],
    })
    .returning();
  const supervisorId = sam?.id ?? '';
  await server.db.update(projects).set({ supervisorId }).where(eq(projects.id, project.id));
  const staff = server.as(await server.aTeacher({ client }));
  const key = { project_id: project.id };
  /** Asks Sam, and returns the email that is in the queue. */
  async function asked() {
    server.jobs.mail.length = 0;
    await staff.call(evaluationCalls.askForEvaluation, key);
    const [mail] = server.jobs.mail.splice(0);
    if (!mail) throw new Error('no email was queued');
    return { ...mail, clientId: client.id };
  }
  const evaluations = async () =>
    (await server.as(business).call(taskCalls.loadTasks, {})).tasks.filter(
      ({ kind }) => kind === 'evaluation',
    );
  const correct = (to: string) =>
    staff.call(contactCalls.saveContact, {
      business_id: business.id,
      _id: supervisorId,
      name: 'Sam Reed',
      email: to,
      phone: '',
      roles: ['supervisor'],
    });
  return { ...placement, staff, key, asked, evaluations, correct };
}

const later = () => server.clock.moveTo(new Date(server.clock.now().getTime() + 60_000).toISOString());
/** The emails queued since the last call. */
const queued = () => server.jobs.mail.splice(0);
const tokenIn = (mail: { text: string } | undefined) =>
  /waypost\.test\/link\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';

test('if a supervisor’s address returns mail, the evaluation becomes the business’s task, with an email and a notice', async () => {
  const { business, project, asked, evaluations } = await supervised();
  const mail = await asked();
  expect(await evaluations()).toEqual([]);
  refusals.set(SAM, NO_USER);
  expect(await deliver(mail)).toBe(false);
  const [first, ...others] = queued();
  expect([first?.to, first?.subject, first?.thread, others]).toEqual([
    business.email,
    'Please evaluate Ada L.: email to Sam Reed was returned',
    project.id,
    [],
  ]);
  const page = await (await openLink(server, tokenIn(first))).text();
  expect(page).toContain('Mid-point evaluation: Ada L., Boat builder');
  expect(await evaluations()).toMatchObject([{ kind: 'evaluation', _id: project.id }]);
  const bell = await server.db.select().from(notices).where(eq(notices.userId, business.id));
  expect(bell).toMatchObject([{ kind: 'reminder', path: `/evaluation/new/${project.id}` }]);
  const [entry] = await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'pass on link'));
  expect(entry).toMatchObject({ actorName: 'Waypost', subjectId: business.id });
  // Another email to the address does not ask the business again. Submitting the evaluation ends the task.
  await send(SAM, business.clientId);
  expect(queued()).toEqual([]);
  later();
  await server.anEvaluation(project, { createdAt: server.clock.now() });
  expect(await evaluations()).toEqual([]);
});

test('if mail to the business is returned too, no one is asked, and staff get tasks', async () => {
  const { business, asked, client, staff } = await supervised();
  refusals.set(SAM, NO_USER).set(business.email, NO_USER);
  const mail = await asked();
  await send(business.email, client.id);
  await deliver(mail);
  expect(queued()).toEqual([]);
  const { tasks } = await staff.call(taskCalls.loadTasks, {});
  expect(tasks.filter(({ kind }) => kind === 'returned mail')).toHaveLength(2);
});

test('tells staff each returned address by name, with a link to where they correct it', async () => {
  const { business, asked, client, staff, correct } = await supervised();
  const admin = await server.anAdmin({ client });
  refusals.set(SAM, NO_USER).set(business.email, NO_USER);
  const mail = await asked();
  await send(business.email, client.id);
  await deliver(mail);
  const path = `/profile/view/${business.id}`;
  const bell = await server.db.select().from(notices).where(eq(notices.userId, admin.id));
  expect(bell.map(({ kind, text, path: to }) => [kind, text, to]).toSorted()).toEqual([
    ['returned', 'Email to Bayside Marine was returned: correct the address', path],
    ['returned', 'Email to Sam Reed was returned: correct the address', path],
  ]);
  const returned = () => staff.call(mailCalls.getReturnedMail, { user_id: business.id });
  expect((await returned()).map(({ kind, name, email }) => [kind, name, email]).toSorted()).toEqual([
    ['account', 'Bayside Marine', business.email],
    ['contact', 'Sam Reed', SAM],
  ]);
  refusals.clear();
  await correct('samuel@school.example.org');
  expect((await returned()).map(({ name }) => name)).toEqual(['Bayside Marine']);
  const sent = queued().find(({ to }) => to === 'samuel@school.example.org');
  expect(await (await openLink(server, tokenIn(sent))).text()).toContain('Mid-point evaluation: Ada L.');
  const again = { user_id: business.id, kind: 'account', _id: business.id } as const;
  expect(await staff.call(mailCalls.tryMailAgain, again)).toEqual([]);
  expect(await send(business.email, client.id)).toBe(true);
});

test('returned mail from the former address changes nothing after a correction; from the new one it does', async () => {
  const { business, asked, correct, staff, evaluations, client } = await supervised();
  const mail = await asked();
  const corrected = 'samuel@school.example.org';
  await correct(corrected);
  const again = queued().find(({ to }) => to === corrected);
  refusals.set(SAM, NO_USER).set(corrected, NO_USER);
  await deliver(mail);
  const returned = () => staff.call(mailCalls.getReturnedMail, { user_id: business.id });
  expect([queued(), await returned(), await evaluations()]).toEqual([[], [], []]);
  if (!again) throw new Error('nothing was sent to the new address');
  await deliver({ ...again, clientId: client.id });
  expect(await returned()).toMatchObject([{ email: corrected }]);
  expect(queued().map(({ to }) => to)).toEqual([business.email]);
  expect(await evaluations()).toHaveLength(1);
});

test('correcting the address afterwards sends the supervisor a link after all', async () => {
  const { asked, correct } = await supervised();
  refusals.set(SAM, NO_USER);
  await deliver(await asked());
  queued();
  await correct('samuel@school.example.org');
  const sent = queued().find(({ to }) => to === 'samuel@school.example.org');
  expect(await (await openLink(server, tokenIn(sent))).text()).toContain('Mid-point evaluation: Ada L.');
});

test('if two servers get the returned mail at once, one asks the business', async () => {
  const { business, asked } = await supervised();
  refusals.set(SAM, NO_USER);
  const mail = await asked();
  await Promise.all(Array.from({ length: 8 }, () => deliver(mail)));
  expect(queued().map(({ to }) => to)).toEqual([business.email]);
  // The same for an email queued after the address was marked, which is not sent at all.
  later();
  const again = await asked();
  await Promise.all(Array.from({ length: 8 }, () => deliver(again)));
  expect(queued().map(({ to }) => to)).toEqual([business.email]);
});

test('sends evaluation reminders to the business while mail to the supervisor is returned', async () => {
  const { business, project, opportunity, staff, client } = await supervised();
  const past = { employmentStart: '2025-10-01', employmentStop: '2025-12-01' };
  await server.db.update(opportunities).set(past).where(eq(opportunities.id, opportunity.id));
  await server.db
    .update(projects)
    .set({ createdAt: new Date('2025-09-20T12:00:00Z') })
    .where(eq(projects.id, project.id));
  refusals.set(SAM, NO_USER);
  await send(SAM, client.id);
  queued();
  const remind = { _ids: [`evaluation:${project.id}`] };
  expect(await staff.call(followUpCalls.remindFollowUps, remind)).toMatchObject({ people: 1, no_email: 0 });
  expect(queued().map(({ to }) => to)).toEqual([business.email]);
});

test('asks no one for a submitted evaluation or an ended placement', async () => {
  for (const end of ['both are in', 'ended', 'not approved'] as const) {
    const { business, project, asked } = await supervised();
    const mail = await asked();
    if (end === 'both are in') for (const ordinal of [1, 2]) await server.anEvaluation(project, { ordinal });
    if (end === 'ended')
      await server.db
        .update(projects)
        .set({ businessStatus: 'completed' })
        .where(eq(projects.id, project.id));
    if (end === 'not approved')
      await server.db.update(users).set({ approved: false }).where(eq(users.id, business.id));
    refusals.set(SAM, NO_USER);
    await deliver(mail);
    expect(queued(), end).toEqual([]);
  }
});
