import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { CONFIRMATION_DAYS } from '@waypost/contract/people/accounts/rules';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { NOT_CONFIRMED } from '@waypost/contract/people/directory/rules';
import { teacherCalls } from '@waypost/contract/people/teachers/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { type BudgetName, budgets } from '@waypost/contract/platform/budgets/rules';
import { clientCalls } from '@waypost/contract/school-system/clients/calls';
import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { rounds } from '../../../testing/rounds.ts';
import { aPdf } from '../../../testing/sample-files.ts';
import { type Caller, startTestServer, TEST_NOW } from '../../../testing/server.ts';
import { whileItWaits } from '../../../testing/waiting.ts';
import { budgetOf, findSpending } from '../../platform/access/budgets.ts';
import { countTry } from '../../platform/access/limits.ts';
import { asSession } from '../../platform/access/tenant.ts';
import { files } from '../../platform/database/tables/files.ts';
import { users } from '../../platform/database/tables/people.ts';
import { removeLateUnconfirmed } from './unconfirmed-accounts.ts';

const server = startTestServer();
const PASSWORD = 'a boat on the bay';
const DAY = 86_400_000;

beforeEach(() => {
  server.clock.moveTo(TEST_NOW);
  server.jobs.mail.length = 0;
});

let people = 0;
async function signUp(client: { id: string }, given?: string) {
  people += 1;
  const email = given ?? `newcomer${people}@confirm.test`;
  const browser = server.visitor();
  const input = { client: client.id, email, password: PASSWORD, type: 'Student' as const };
  const reply = await browser.call(accountCalls.signUp, { ...input, first_name: 'Ada', last_name: 'L' });
  return { browser, email, id: reply.user?._id ?? '', message: reply.message };
}
const linkTo = (email: string) => {
  const mail = server.jobs.mail.filter(({ to }) => to === email).at(-1);
  return /https:\/\/waypost\.test\/confirm\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
};
const confirm = (email: string, browser: Caller = server.visitor()) =>
  browser.call(accountCalls.confirmEmail, { code: linkTo(email) });
const rowOf = async (id: string) => (await server.db.select().from(users).where(eq(users.id, id)))[0];
const finish = (id: string) => server.db.update(users).set({ saves: 1 }).where(eq(users.id, id));

test('a sign-up is logged in immediately, unconfirmed, and mailed a link that confirms it once', async () => {
  const { browser, email } = await signUp(await server.aClient());
  expect(await browser.call(accountCalls.getUserData, {})).toMatchObject({ email, confirmed: false });
  expect(await confirm(email)).toEqual({ message: 'success' });
  expect(await browser.call(accountCalls.getUserData, {})).toMatchObject({ confirmed: true });
  expect(await confirm(email)).toEqual({ message: 'expired' });
});

test('a finished profile is enough to look around before the email is confirmed, but not to apply', async () => {
  const client = await server.aClient();
  const business = await server.aBusiness({ client });
  const opportunity = await server.anOpportunity({ business });
  const { browser, id } = await signUp(client);
  await finish(id);
  const views = [
    browser.send(opportunityCalls.getOpportunities, {}),
    browser.send(opportunityCalls.loadOpportunity, { opp_id: opportunity.id }),
    browser.send(fileCalls.getResourceFiles, { type: 'student' }),
    browser.send(applicationCalls.getMyApplications, {}),
    browser.send(projectCalls.getProjectsByStudent, {}),
  ];
  expect((await Promise.all(views)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const application = { opportunity_id_fk: opportunity.id, cover_letter: '' };
  const refused = await browser.refusal(applicationCalls.createApplication, application);
  expect([refused.status, refused.problem.type]).toEqual([403, '/problems/unconfirmed']);
});

test('a link works for three days, and is stored only as its hash', async () => {
  const { email } = await signUp(await server.aClient());
  const { rows } = await server.database.owner.query('select code_hash from password_codes');
  expect(JSON.stringify(rows)).not.toContain(linkTo(email));
  server.clock.moveBy(CONFIRMATION_DAYS * DAY);
  expect(await confirm(email)).toEqual({ message: 'expired' });
});

test('a link that confirms an email sets no password, and vice versa', async () => {
  const { email, id, browser } = await signUp(await server.aClient());
  const code = linkTo(email);
  expect(await server.visitor().call(accountCalls.findUserByCode, { code })).toEqual({ message: 'expired' });
  await browser.call(accountCalls.resetPassword, { email });
  const reset = /forgotPassword\/([\w-]+)/.exec(server.jobs.mail.at(-1)?.text ?? '')?.[1] ?? '';
  expect(await browser.call(accountCalls.confirmEmail, { code: reset })).toEqual({ message: 'expired' });
  expect(await rowOf(id)).toMatchObject({ confirmed: false });
});

test('the link can be sent again, five times an hour', async () => {
  const { browser, email } = await signUp(await server.aClient());
  const { units } = budgets['confirmation mails'];
  for (let turn = 0; turn < units; turn += 1) await browser.call(accountCalls.resendConfirmation, {});
  expect((await browser.refusal(accountCalls.resendConfirmation, {})).status).toBe(429);
  expect(server.jobs.mail.filter(({ to }) => to === email)).toHaveLength(units + 1);
  await confirm(email);
  expect((await browser.refusal(accountCalls.resendConfirmation, {})).status).toBe(409);
});

test('an account that another sign-up removes in the meantime is logged out', async () => {
  const { browser, id } = await signUp(await server.aClient());
  const { status } = await whileItWaits(
    server.database.owner,
    (other) => other.query('delete from users where id = $1', [id]),
    () => browser.refusal(accountCalls.resendConfirmation, {}),
    async () => undefined,
  );
  expect(status).toBe(401);
});

test('a changed address gets a separate link, and the old link expires', async () => {
  const { browser, email, id } = await signUp(await server.aClient());
  const old = linkTo(email);
  const moved = `moved.${email}`;
  await browser.call(accountCalls.changePassword, { email: moved, password: PASSWORD, new_password: '' });
  expect(await browser.call(accountCalls.confirmEmail, { code: old })).toEqual({ message: 'expired' });
  expect(await confirm(moved)).toEqual({ message: 'success' });
  expect(await rowOf(id)).toMatchObject({ email: moved, confirmed: true });
});

test('unconfirmed accounts do not count, and sign-ups leave some places to staff', async () => {
  const client = await server.aClient({ maxUsers: 40 });
  const admin = await server.anAdmin({ client });
  for (let turn = 0; turn < 36; turn += 1) await server.aStudent({ client });
  const [first, second] = [await signUp(client), await signUp(client)];
  const superAdmin = await server.aSuperAdmin();
  const counted = async () =>
    (await server.as(superAdmin).call(clientCalls.getClients, {})).find(({ _id }) => _id === client.id)
      ?.users;
  expect(await counted()).toBe(37);
  expect(await confirm(first.email)).toEqual({ message: 'success' });
  expect(await counted()).toBe(38);
  // Two of the forty are reserved.
  expect(
    (await server.visitor().refusal(accountCalls.confirmEmail, { code: linkTo(second.email) })).status,
  ).toBe(409);
  const teacher = {
    first_name: 'Tess',
    last_name: 'T',
    email: 'tess@confirm.test',
    schools: [],
    programs: [],
  };
  expect(await server.as(admin).call(teacherCalls.createTeacher, teacher)).toMatchObject({
    message: 'success',
  });
});

test('a second click or sign-up does not tell the person who took the last place that none is left', async () => {
  for (let round = 0; round < rounds(3); round += 1) {
    const client = await server.aClient({ maxUsers: 1 });
    const { email } = await signUp(client);
    const replies = await Promise.all([confirm(email), confirm(email)]);
    expect(replies.map(({ message }) => message).sort()).toEqual(['expired', 'success']);
    const another = await server.aClient({ maxUsers: 1 });
    const second = await signUp(another);
    const [again, confirmed] = await Promise.all([signUp(another, second.email), confirm(second.email)]);
    expect([again.message, confirmed.message]).toEqual(
      again.message === 'success' ? ['success', 'expired'] : ['User Exists', 'success'],
    );
  }
});

test('a squatted email does not lock out its owner: staff and a new sign-up take it over', async () => {
  const [client, other] = [await server.aClient(), await server.aClient()];
  const admin = await server.anAdmin({ client });
  const squatter = await signUp(other, 'teacher@confirm.test');
  await squatter.browser.call(fileCalls.uploadFile, {}, { name: 'a.pdf', content: aPdf() });
  const teacher = {
    first_name: 'Tess',
    last_name: 'T',
    email: 'Teacher@confirm.test',
    schools: [],
    programs: [],
  };
  expect(await server.as(admin).call(teacherCalls.createTeacher, teacher)).toMatchObject({
    message: 'success',
  });
  expect(await rowOf(squatter.id)).toBeUndefined();
  expect(await server.db.select().from(files).where(eq(files.ownerId, squatter.id))).toEqual([]);
  expect(server.jobs.removedFiles).toHaveLength(1);
  expect(await squatter.browser.call(accountCalls.getCurrentUser, {})).toEqual([]);

  const second = await signUp(other, 'student@confirm.test');
  expect((await signUp(client, 'STUDENT@confirm.test')).message).toBe('success');
  expect(await rowOf(second.id)).toBeUndefined();
});

test('a confirmed account keeps its email', async () => {
  const client = await server.aClient();
  const { email, id } = await signUp(client);
  await confirm(email);
  expect((await signUp(client, email)).message).toBe('User Exists');
  expect(await rowOf(id)).toBeDefined();
});

test('after three days an unconfirmed account is deleted with its files, and no other', async () => {
  const client = await server.aClient();
  const [late, confirmed] = [await signUp(client), await signUp(client)];
  await late.browser.call(fileCalls.uploadFile, {}, { name: 'a.pdf', content: aPdf() });
  await confirm(confirmed.email);
  server.clock.moveBy(DAY);
  const early = await signUp(client);
  server.clock.moveTo(new Date(new Date(TEST_NOW).getTime() + CONFIRMATION_DAYS * DAY + 1).toISOString());
  await removeLateUnconfirmed(server.database.app, { jobs: server.jobs, now: server.clock.now() });
  expect(await rowOf(late.id)).toBeUndefined();
  expect(await server.db.select().from(files).where(eq(files.ownerId, late.id))).toEqual([]);
  expect(await rowOf(confirmed.id)).toBeDefined();
  expect(await rowOf(early.id)).toBeDefined();
});

test('staff see who is unconfirmed, and cannot approve them', async () => {
  const client = await server.aClient();
  const admin = server.as(await server.anAdmin({ client }));
  const { id, email } = await signUp(client);
  await server.aStudent({ client, approved: false });
  await finish(id);
  const listed = await admin.call(peopleCalls.filterUsers, { role: 'Student', approved: 'Unconfirmed' });
  expect(listed).toEqual([expect.objectContaining({ _id: id, unconfirmed: true })]);
  const refused = await admin.refusal(peopleCalls.swapApprovalStatus, { _id: id, approved: true });
  expect([refused.status, refused.problem.detail]).toEqual([409, NOT_CONFIRMED]);
  await confirm(email);
  expect(await admin.call(peopleCalls.filterUsers, { role: 'Student', approved: 'Unconfirmed' })).toEqual([]);
});

test('before approval an account can store 25 MB and send 60 files an hour', async () => {
  const client = await server.aClient();
  const student = await server.aStudent({ client, approved: false });
  await server.aFile(student, { bytes: 25 * 1024 * 1024 - 10 });
  const send = (person: { token: string }) =>
    server.as(person).send(fileCalls.uploadFile, {}, { name: 'a.pdf', content: aPdf() });
  expect((await send(student)).status).toBe(409);
  await server.db.update(users).set({ approved: true }).where(eq(users.id, student.id));
  expect((await send(student)).status).toBe(200);
  await server.database.owner.query('update tries set count = 60');
  expect((await send(student)).status).toBe(429);
});

test('limits uploaded megabytes, per account and for all unapproved accounts together', async () => {
  const client = await server.aClient();
  const stranger = await server.aStudent({ client, approved: false });
  const approved = await server.aStudent({ client });
  const content = new Uint8Array(2 * 1024 * 1024 + 1);
  content.set(aPdf());
  const send = async (person: { token: string }) =>
    (await server.as(person).send(fileCalls.uploadFile, {}, { name: 'a.pdf', content })).status;
  const spentOf = async (name: BudgetName, who: string) =>
    (
      await asSession(server.database.app, null, server.clock.now(), (tx) =>
        findSpending(tx, [name], who, server.clock.now()),
      )
    )[0]?.used;
  expect([await send(stranger), await send(approved)]).toEqual([200, 200]);
  expect(await spentOf('megabytes before approval', client.id)).toBe(3);
  const spend = (name: BudgetName, who: string) =>
    asSession(server.database.app, null, server.clock.now(), (tx) =>
      countTry(tx, { ...budgetOf(name, who), units: budgets[name].units - 3 }, server.clock.now()),
    );
  await spend('megabytes before approval', client.id);
  // The next three megabytes are of its reserve; nothing else changes for those who are approved.
  const { units } = budgets['reserved megabytes'];
  for (let used = 0; used < units; used += 3) expect(await send(stranger)).toBe(200);
  expect([await send(stranger), await send(approved)]).toEqual([429, 200]);
  expect(await send(await server.aStudent({ client, approved: false, confirmed: false }))).toBe(200);
  const other = await server.aStudent({ client });
  await spend('uploaded megabytes', other.id);
  expect([await send(other), await send(other), await send(approved)]).toEqual([200, 429, 200]);
});

test('repeated sign-ups with one email send it a few mails, and stop replacing its account', async () => {
  const client = await server.aClient();
  const { email } = await signUp(client);
  const { units } = budgets['sign-ups with an email'];
  for (let turn = 0; turn < units; turn += 1) expect((await signUp(client, email)).message).toBe('success');
  expect((await signUp(client, email)).message).toBe('User Exists');
  expect((await signUp(client)).message).toBe('success');
  expect(server.jobs.mail.filter(({ to }) => to === email)).toHaveLength(budgets['unproven mails'].units);
});

test('a changed login succeeds without a mail if the address has had too many', async () => {
  const client = await server.aClient();
  const { email } = await signUp(client);
  const units = budgets['unproven mails'].units - 1;
  for (let turn = 0; turn < units; turn += 1) await signUp(client, email);
  await server.db.delete(users).where(eq(users.email, email));
  const { browser } = await signUp(client);
  const change = { email, password: PASSWORD, new_password: '' };
  expect(await browser.call(accountCalls.changePassword, change)).toEqual({ message: 'success' });
  const refused = await browser.refusal(accountCalls.resendConfirmation, {});
  expect(refused.status).toBe(429);
  expect(server.jobs.mail.filter(({ to }) => to === email)).toHaveLength(units + 1);
  server.clock.moveBy(60 * 60_000);
  expect(await browser.call(accountCalls.resendConfirmation, {})).toEqual({ message: 'success' });
});
