import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { CONFIRMATION_DAYS } from '@waypost/contract/people/accounts/rules';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { NOT_CONFIRMED } from '@waypost/contract/people/directory/rules';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
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
import { remindOrRemoveUnconfirmed } from './unconfirmed-accounts.ts';

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
});

test('a link that is opened again says that the email is confirmed, and changes nothing', async () => {
  const { browser, email, id } = await signUp(await server.aClient());
  const first = linkTo(email);
  await browser.call(accountCalls.resendConfirmation, {});
  const [again, stranger] = [linkTo(email), server.visitor()];
  const lookUp = (code: string) => stranger.call(accountCalls.findConfirmation, { code });
  const press = (code: string) => stranger.call(accountCalls.confirmEmail, { code });
  expect(await lookUp(again)).toEqual({ message: 'waiting' });
  expect(await rowOf(id)).toMatchObject({ confirmed: false });
  await confirm(email);
  const before = await rowOf(id);
  server.clock.moveBy(CONFIRMATION_DAYS * DAY);
  for (const code of [again, first]) {
    expect(await lookUp(code)).toEqual({ message: 'confirmed' });
    expect(await press(code)).toEqual({ message: 'success' });
  }
  expect(await rowOf(id)).toEqual(before);
  server.clock.moveTo(TEST_NOW);
  // The old links say nothing about the next address.
  const change = { email: `next.${email}`, password: PASSWORD, new_password: '' };
  await browser.call(accountCalls.changePassword, change);
  for (const code of [again, first]) {
    expect(await lookUp(code)).toEqual({ message: 'expired' });
    expect(await press(code)).toEqual({ message: 'expired' });
  }
  expect(await lookUp(linkTo(`next.${email}`))).toEqual({ message: 'waiting' });
  await confirm(`next.${email}`);
  expect(await lookUp(again)).toEqual({ message: 'expired' });
  expect(await lookUp('never-mailed')).toEqual({ message: 'expired' });
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

test('a link works for two weeks, and is stored only as its hash', async () => {
  const { email } = await signUp(await server.aClient());
  const { rows } = await server.database.owner.query('select code_hash from password_codes');
  expect(JSON.stringify(rows)).not.toContain(linkTo(email));
  server.clock.moveBy(14 * DAY);
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
  expect(
    await server.as(admin).call(teacherCalls.createTeacher, aTeacherAt('tess@confirm.test')),
  ).toMatchObject({ message: 'success' });
});

test('a second click or sign-up does not tell the person who took the last place that none is left', async () => {
  for (let round = 0; round < rounds(3); round += 1) {
    const client = await server.aClient({ maxUsers: 1 });
    const { email } = await signUp(client);
    const replies = await Promise.all([confirm(email), confirm(email)]);
    expect(replies.map(({ message }) => message)).toEqual(['success', 'success']);
    const another = await server.aClient({ maxUsers: 1 });
    const second = await signUp(another);
    const [again, confirmed] = await Promise.all([signUp(another, second.email), confirm(second.email)]);
    expect([again.message, confirmed.message]).toEqual(['User Exists', 'success']);
  }
});

const aTeacherAt = (email: string) => ({
  first_name: 'Tess',
  last_name: 'T',
  email,
  schools: [],
  programs: [],
});
/** Uploads an agreement and puts it on file. */
async function agree({ browser, id }: Awaited<ReturnType<typeof signUp>>) {
  const file = await browser.call(
    fileCalls.uploadFile,
    { name: 'student_agreement_file' },
    { name: 'a.pdf', content: aPdf() },
  );
  await browser.call(profileCalls.saveUserFile, {
    user_id: id,
    file_id: file._id,
    key: 'agreement_file_id_fk',
  });
}

test('a squatted email does not lock out its owner: staff take it over, unless an agreement is on file', async () => {
  const [client, other] = [await server.aClient(), await server.aClient()];
  const admin = await server.anAdmin({ client });
  const squatter = await signUp(other, 'teacher@confirm.test');
  await squatter.browser.call(fileCalls.uploadFile, {}, { name: 'a.pdf', content: aPdf() });
  const create = (email: string) => server.as(admin).call(teacherCalls.createTeacher, aTeacherAt(email));
  expect(await create('Teacher@confirm.test')).toMatchObject({ message: 'success' });
  expect(await rowOf(squatter.id)).toBeUndefined();
  expect(await server.db.select().from(files).where(eq(files.ownerId, squatter.id))).toEqual([]);
  expect(server.jobs.removedFiles).toHaveLength(1);
  expect(await squatter.browser.call(accountCalls.getCurrentUser, {})).toEqual([]);

  const student = await signUp(client);
  await agree(student);
  expect(await create(student.email)).toMatchObject({ message: 'User Exists' });
  expect(await rowOf(student.id)).toBeDefined();
});

test('nobody else can sign up with an unconfirmed email, or change to it', async () => {
  const [client, other] = [await server.aClient(), await server.aClient()];
  const first = await signUp(client);
  for (const where of [client, other])
    expect((await signUp(where, first.email.toUpperCase())).message).toBe('User Exists');
  const second = await signUp(other);
  const change = { email: first.email, password: PASSWORD, new_password: '' };
  expect(await second.browser.call(accountCalls.changePassword, change)).toEqual({ message: 'emailExists' });
  expect(await first.browser.call(accountCalls.getUserData, {})).toMatchObject({ email: first.email });
});

test('a confirmed account keeps its email', async () => {
  const client = await server.aClient();
  const { email, id } = await signUp(client);
  await confirm(email);
  expect((await signUp(client, email)).message).toBe('User Exists');
  expect(await rowOf(id)).toBeDefined();
});

const runJob = () =>
  remindOrRemoveUnconfirmed(server.database.app, {
    jobs: server.jobs,
    publicUrl: 'https://waypost.test',
    now: server.clock.now(),
  });
const days = (count: number) => new Date(new Date(TEST_NOW).getTime() + count * DAY + 1).toISOString();

test('after two weeks an unconfirmed account is deleted with its files, but not with an agreement on file', async () => {
  const client = await server.aClient();
  const [late, agreed, confirmed] = [await signUp(client), await signUp(client), await signUp(client)];
  await late.browser.call(fileCalls.uploadFile, {}, { name: 'a.pdf', content: aPdf() });
  await agree(agreed);
  await confirm(confirmed.email);
  server.clock.moveBy(DAY);
  const early = await signUp(client);
  server.clock.moveTo(days(13));
  await runJob();
  expect(await rowOf(late.id)).toBeDefined();
  server.clock.moveTo(days(14));
  await runJob();
  expect(await rowOf(late.id)).toBeUndefined();
  expect(await server.db.select().from(files).where(eq(files.ownerId, late.id))).toEqual([]);
  for (const { id } of [agreed, confirmed, early]) expect(await rowOf(id)).toBeDefined();
});

test('an unconfirmed account is reminded on day 3 and day 10, each time with a link that works', async () => {
  const client = await server.aClient();
  const [waiting, confirmed] = [await signUp(client), await signUp(client)];
  await confirm(confirmed.email);
  const reminders = () =>
    server.jobs.mail.filter(({ subject }) => subject === 'Reminder: confirm your email for Waypost');
  const counts: number[] = [];
  for (const day of [2.9, 3, 3.1, 9.9, 10, 10.1, 13.9]) {
    server.clock.moveTo(days(day));
    // Two servers at once.
    await Promise.all([runJob(), runJob()]);
    counts.push(reminders().length);
  }
  expect(counts).toEqual([0, 1, 1, 1, 2, 2, 2]);
  expect(reminders().every(({ to }) => to === waiting.email)).toBe(true);
  expect(await confirm(waiting.email)).toEqual({ message: 'success' });
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

test('a changed login succeeds without a mail if the address has had too many', async () => {
  const client = await server.aClient();
  const email = 'mailed.often@confirm.test';
  const units = budgets['unproven mails'].units - 1;
  for (let turn = 0; turn <= units; turn += 1) {
    await signUp(client, email);
    await server.db.delete(users).where(eq(users.email, email));
  }
  const { browser } = await signUp(client);
  const change = { email, password: PASSWORD, new_password: '' };
  expect(await browser.call(accountCalls.changePassword, change)).toEqual({ message: 'success' });
  const refused = await browser.refusal(accountCalls.resendConfirmation, {});
  expect(refused.status).toBe(429);
  expect(server.jobs.mail.filter(({ to }) => to === email)).toHaveLength(units + 1);
  server.clock.moveBy(60 * 60_000);
  expect(await browser.call(accountCalls.resendConfirmation, {})).toEqual({ message: 'success' });
});
