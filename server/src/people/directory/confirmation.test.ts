import { auditCalls } from '@waypost/contract/oversight/audit/calls';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { CONFIRMATION_DAYS } from '@waypost/contract/people/accounts/rules';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { CONFIRMED_ALREADY } from '@waypost/contract/people/directory/rules';
import { teacherCalls } from '@waypost/contract/people/teachers/calls';
import { budgets } from '@waypost/contract/platform/budgets/rules';
import { CLIENT_FULL } from '@waypost/contract/school-system/clients/rules';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { startTestServer, TEST_NOW } from '../../../testing/server.ts';
import { users } from '../../platform/database/tables/people.ts';
import { remindOrRemoveUnconfirmed } from '../accounts/unconfirmed-accounts.ts';

const server = startTestServer();

beforeEach(() => {
  server.clock.moveTo(TEST_NOW);
  server.jobs.mail.length = 0;
});

/** An unconfirmed student with the staff of their school system. */
async function aNewcomer(given: object = {}) {
  const client = await server.aClient();
  const teacher = server.as(await server.aTeacher({ client }));
  const admin = server.as(await server.anAdmin({ client }));
  const student = await server.aStudent({
    client,
    approved: false,
    confirmed: false,
    createdAt: server.clock.now(),
    ...given,
  });
  const confirmed = async () =>
    (await server.db.select().from(users).where(eq(users.id, student.id)))[0]?.confirmed;
  return { client, teacher, admin, student, _id: student.id, confirmed };
}

test('staff send the confirmation link again, and the link works', async () => {
  const { teacher, admin, student, _id, confirmed } = await aNewcomer();
  expect(await teacher.call(peopleCalls.resendConfirmationOf, { _id })).toEqual({ message: 'success' });
  const [mail] = server.jobs.mail;
  expect(mail?.to).toBe(student.email);
  const code = /confirm\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  expect(await server.visitor().call(accountCalls.confirmEmail, { code })).toEqual({ message: 'success' });
  expect(await confirmed()).toBe(true);
  const recorded = await admin.call(auditCalls.getAuditEntries, { action: 'resend confirmation' });
  expect(recorded).toMatchObject([{ subject: { _id } }]);
  const refused = await teacher.refusal(peopleCalls.resendConfirmationOf, { _id });
  expect([refused.status, refused.problem.detail]).toEqual([409, CONFIRMED_ALREADY]);
});

test('each staff member can send the link five times an hour, and the owner still can', async () => {
  const { teacher, admin, student, _id } = await aNewcomer();
  const { units } = budgets['confirmation mails'];
  for (let turn = 0; turn < units; turn += 1) await teacher.call(peopleCalls.resendConfirmationOf, { _id });
  expect((await teacher.refusal(peopleCalls.resendConfirmationOf, { _id })).status).toBe(429);
  expect(server.jobs.mail).toHaveLength(units);
  await admin.call(peopleCalls.resendConfirmationOf, { _id });
  await server.as(student).call(accountCalls.resendConfirmation, {});
  expect(server.jobs.mail).toHaveLength(units + 2);
});

test('an email that staff confirm can be approved, and is neither deleted nor taken over', async () => {
  const { teacher, admin, student, _id, confirmed } = await aNewcomer({ role: 'Business' });
  expect(await teacher.call(peopleCalls.confirmEmailOf, { _id })).toEqual({ message: 'success' });
  expect(await confirmed()).toBe(true);
  const recorded = await admin.call(auditCalls.getAuditEntries, { action: 'confirm email of user' });
  expect(recorded).toMatchObject([{ subject: { _id } }]);
  const refused = await teacher.refusal(peopleCalls.confirmEmailOf, { _id });
  expect([refused.status, refused.problem.detail]).toEqual([409, CONFIRMED_ALREADY]);
  server.clock.moveBy(CONFIRMATION_DAYS * 86_400_000 + 1);
  const now = server.clock.now();
  await remindOrRemoveUnconfirmed(server.database.app, { jobs: server.jobs, publicUrl: '', now });
  expect(await confirmed()).toBe(true);
  server.clock.moveTo(TEST_NOW);
  const heir = { first_name: 'Tess', last_name: 'T', email: student.email, schools: [], programs: [] };
  expect(await admin.call(teacherCalls.createTeacher, heir)).toEqual({ message: 'User Exists' });
  expect(await teacher.call(peopleCalls.swapApprovalStatus, { _id, approved: true })).toEqual({
    approved: true,
  });
});

test('confirming an email takes a place, and is refused if none is left', async () => {
  const client = await server.aClient({ maxUsers: 2 });
  const teacher = server.as(await server.aTeacher({ client }));
  const newcomer = () => server.aStudent({ client, approved: false, confirmed: false });
  const [first, second] = [await newcomer(), await newcomer()];
  const replies = await Promise.all(
    [first, second].map(({ id }) => teacher.send(peopleCalls.confirmEmailOf, { _id: id })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  const left = [first, second][replies.findIndex(({ status }) => status === 409)];
  const refused = await teacher.refusal(peopleCalls.confirmEmailOf, { _id: left?.id ?? '' });
  expect([refused.status, refused.problem.detail]).toEqual([409, CLIENT_FULL]);
});
