import { contactCalls } from '@waypost/contract/people/contacts/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { supervisorCalls } from '@waypost/contract/placements/supervisors/calls';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { aLinkedPlacement, OWEN, openLink, postLink } from '../../../testing/links.ts';
import { startTestServer } from '../../../testing/server.ts';
import { useUp } from '../../../testing/use-up.ts';
import { budgetOf } from '../../platform/access/budgets.ts';
import { businessContacts } from '../../platform/database/tables/contacts.ts';
import { links } from '../../platform/database/tables/links.ts';
import { notices } from '../../platform/database/tables/notices.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import { projects } from '../../platform/database/tables/projects.ts';
import { supervisorConfirmations } from '../../platform/database/tables/supervisor-confirmations.ts';

const server = startTestServer();
const { getContacts } = contactCalls;
const { askSupervisor, chooseSupervisor } = supervisorCalls;

/** A placement that Owen supervises. */
async function aPlacement() {
  const placement = await aLinkedPlacement(server);
  const { client, business, project } = placement;
  const own = server.as(business);
  const staff = server.as(await server.aTeacher({ client }));
  const contacts = await own.call(getContacts, { business_id: business.id });
  const owen = contacts.find(({ email }) => email === OWEN)?._id ?? '';
  await own.call(chooseSupervisor, { project_id: project.id, contact_id: owen });
  const supervisor = async () =>
    (await staff.call(projectCalls.loadStudentProject, { project_id: project.id })).supervisor_id_fk;
  const saved = () =>
    server.db.select().from(supervisorConfirmations).where(eq(supervisorConfirmations.projectId, project.id));
  server.jobs.mail.length = 0;
  const asked = async () => {
    await own.call(askSupervisor, { project_id: project.id });
    return tokenIn(OWEN);
  };
  return { ...placement, own, staff, owen, contacts, supervisor, saved, asked };
}
const tokenIn = (email: string) =>
  /\/link\/([\w-]{43})/.exec(server.jobs.mail.findLast(({ to }) => to === email)?.text ?? '')?.[1] ?? '';
const confirm = { name: 'Owen Bay', do: 'confirm' };

test('the supervisor confirms by the link in an email, and both sides see it', async () => {
  const { asked, supervisor, saved, student, client, project } = await aPlacement();
  const token = await asked();
  expect(server.jobs.mail.map(({ subject }) => subject)).toEqual([
    'Please confirm that you supervise Ada L.',
  ]);
  expect(server.jobs.mail[0]?.text).toContain('You get this email for Bayside Marine.\n');
  const page = await (await openLink(server, token)).text();
  expect(page).toContain('Yes, I supervise Ada');
  expect(page).not.toContain('Lovelace');
  expect((await supervisor())?.confirmed_at).toBeNull();
  const done = await (await postLink(server, token, confirm)).text();
  expect(done).toContain('You confirmed that you supervise them');
  expect(await saved()).toMatchObject([{ email: OWEN, name: 'Owen Bay' }]);
  expect(await supervisor()).toMatchObject({ email: OWEN, confirmed_at: '2026-03-04T15:00:00.000Z' });
  const entries = await server.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.clientId, client.id), eq(auditEntries.action, 'confirm supervisor')));
  expect(entries).toMatchObject([
    { actorId: null, actorName: 'Owen Bay', subjectId: student.id, details: { purpose: 'supervisor' } },
  ]);
  const rang = await server.db.select().from(notices).where(eq(notices.clientId, client.id));
  expect(rang.map(({ kind, text, path }) => [kind, text, path])).toEqual([
    ['answer', 'Owen Bay confirmed: they supervise Ada L., Boat builder', `/admin/project/${project.id}`],
  ]);
});

test('confirms nothing without a name, or when it is only opened', async () => {
  const { asked, saved } = await aPlacement();
  const token = await asked();
  for (const method of ['HEAD', 'GET']) await openLink(server, token, { method });
  for (const fields of [
    { ...confirm, name: '' },
    { name: '', do: '' },
    { name: 'Owen', do: 'other' },
  ])
    expect((await postLink(server, token, fields)).status).toBe(400);
  expect(await saved()).toEqual([]);
  expect((await postLink(server, token, confirm)).status).toBe(200);
});

test('passed on, the colleague who confirms becomes the supervisor and a contact', async () => {
  const { asked, supervisor, own, business, contacts } = await aPlacement();
  const passed = { from_name: 'Owen', to_name: 'Lee Quinn', to_email: 'lee@bay.test', do: 'pass-on' };
  await postLink(server, await asked(), passed);
  expect((await supervisor())?.email).toBe(OWEN);
  await postLink(server, tokenIn('lee@bay.test'), { ...confirm, name: 'Lee Quinn' });
  expect(await supervisor()).toMatchObject({ name: 'Lee Quinn', email: 'lee@bay.test' });
  expect((await supervisor())?.confirmed_at).not.toBeNull();
  const now = await own.call(getContacts, { business_id: business.id });
  expect(now).toHaveLength(contacts.length + 1);
  expect(now.at(-1)).toMatchObject({ email: 'lee@bay.test', roles: ['supervisor'] });
});

test('once another is chosen, the person asked before cannot confirm', async () => {
  const { asked, own, project, contacts, saved, supervisor } = await aPlacement();
  const token = await asked();
  const other = contacts.find(({ email }) => email !== OWEN)?._id ?? '';
  await own.call(chooseSupervisor, { project_id: project.id, contact_id: other });
  expect((await postLink(server, token, confirm)).status).toBe(404);
  expect([await saved(), (await supervisor())?._id]).toEqual([[], other]);
});

test('once another is chosen, the former supervisor’s link to evaluate ends, and the new one’s does not', async () => {
  const { own, project, contacts, owen, issue, business } = await aPlacement();
  const other = contacts.find(({ email }) => email !== OWEN);
  const issued = (email = '') => issue('evaluation', email);
  const statusOf = async (token: string) => (await openLink(server, token)).status;
  const [owens, others, businesses] = [
    await issued(OWEN),
    await issued(other?.email),
    await issued(business.email),
  ];
  await own.call(chooseSupervisor, { project_id: project.id, contact_id: owen });
  expect([await statusOf(owens), await statusOf(others), await statusOf(businesses)]).toEqual([
    200, 404, 200,
  ]);
  const again = await issued(other?.email);
  await own.call(chooseSupervisor, { project_id: project.id, contact_id: other?._id ?? '' });
  expect([await statusOf(owens), await statusOf(again), await statusOf(businesses)]).toEqual([404, 200, 200]);
});

test('a confirmation counts for the address it was sent to', async () => {
  const { asked, supervisor, owen } = await aPlacement();
  await postLink(server, await asked(), confirm);
  await server.db
    .update(businessContacts)
    .set({ email: 'new@bay.test' })
    .where(eq(businessContacts.id, owen));
  expect((await supervisor())?.confirmed_at).toBeNull();
});

test.each([
  ['nobody supervises', { supervisorId: null }],
  ['the internship has ended', { businessStatus: 'completed' as const }],
])('asks no one where %s, and an earlier link confirms nothing', async (_, columns) => {
  const { asked, own, project, saved } = await aPlacement();
  const token = await asked();
  await server.db.update(projects).set(columns).where(eq(projects.id, project.id));
  expect((await own.refusal(askSupervisor, { project_id: project.id })).status).toBe(409);
  if ('businessStatus' in columns) {
    expect((await postLink(server, token, confirm)).status).toBe(409);
    expect(await saved()).toEqual([]);
  }
});

test('limits how many supervisors a person asks in a day, and rejects everyone else', async () => {
  const { own, project, client, business } = await aPlacement();
  const key = { project_id: project.id };
  expect((await server.as(await server.aBusiness({ client })).refusal(askSupervisor, key)).status).toBe(404);
  await useUp(server, budgetOf('supervisor links', business.id), 1);
  await own.call(askSupervisor, key);
  expect((await own.refusal(askSupervisor, key)).status).toBe(429);
  expect(await server.db.select().from(links).where(eq(links.purpose, 'supervisor'))).not.toEqual([]);
});
