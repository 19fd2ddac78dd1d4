import { graduateCalls } from '@waypost/contract/oversight/graduates/calls';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { users } from '../../platform/database/tables/people.ts';

const server = startTestServer();
const { swapApprovalStatus } = peopleCalls;

beforeEach(() => {
  server.jobs.mail.length = 0;
});

const subjects = () => server.jobs.mail.map((mail) => [mail.to, mail.subject]);

test('mails a student and a business that they are approved, and where to go next', async () => {
  const client = await server.aClient();
  const teacher = server.as(await server.aTeacher({ client }));
  const student = await server.aStudent({ client, approved: false });
  const file = await server.aFile(student);
  await server.db.update(users).set({ agreementFileId: file.id }).where(eq(users.id, student.id));
  const business = await server.aBusiness({ client, approved: false });
  for (const { id } of [student, business])
    await teacher.call(swapApprovalStatus, { _id: id, approved: true });
  const subject = 'Your Waypost account is approved';
  expect(subjects()).toEqual([
    [student.email, subject],
    [business.email, subject],
  ]);
  expect(server.jobs.mail[0]?.text).toContain('https://waypost.test/opportunity/browse');
  expect(server.jobs.mail[1]?.text).toContain('https://waypost.test/opportunity/all');
});

test('mails them when the approval is withdrawn, and nothing if nothing changed', async () => {
  const client = await server.aClient();
  const admin = server.as(await server.anAdmin({ client }));
  const business = await server.aBusiness({ client });
  await admin.call(swapApprovalStatus, { _id: business.id, approved: true });
  expect(subjects()).toEqual([]);
  await admin.call(swapApprovalStatus, { _id: business.id, approved: false });
  expect(subjects()).toEqual([[business.email, 'Your Waypost account is no longer approved']]);
});

test('mails no one who turned this off, nor staff, who need no approval', async () => {
  const client = await server.aClient();
  const admin = server.as(await server.anAdmin({ client }));
  const student = await server.aStudent({ client, mutedMail: ['approval'] });
  const teacher = await server.aTeacher({ client });
  for (const { id } of [student, teacher]) await admin.call(swapApprovalStatus, { _id: id, approved: false });
  expect(subjects()).toEqual([]);
});

test('also mails graduates who are deactivated together', async () => {
  const client = await server.aClient();
  const graduate = await server.aStudent({ client, student: { graduationYear: 2024 } });
  await server.aStudent({ client, student: { graduationYear: 2027 } });
  await server.as(await server.aTeacher({ client })).call(graduateCalls.deactivateGraduatedStudents, {});
  expect(subjects()).toEqual([[graduate.email, 'Your Waypost account is no longer approved']]);
});
