import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { masqueradeCalls } from '@waypost/contract/people/masquerade/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { type Role, roles } from '@waypost/contract/roles';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { untilLockWait } from '../../../testing/waiting.ts';
import { files } from '../../platform/database/tables/files.ts';
import { settings } from '../../platform/database/tables/lists.ts';
import { applications, opportunities } from '../../platform/database/tables/opportunities.ts';
import { users } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import {
  contactLogEntries,
  hourEntries,
  projectFiles,
  projects,
} from '../../platform/database/tables/projects.ts';

const server = startTestServer();
const { deleteUser } = peopleCalls;

const isThere = async ({ id }: { id: string }) =>
  (await server.db.select().from(users).where(eq(users.id, id))).length === 1;
const remove = (user: { id: string }) => ({ user: { _id: user.id } });
const staffOf = async (client: { id: string }) => server.as(await server.aTeacher({ client }));

/** Whom each role may delete (agreed-calls.csv). A SuperAdmin may delete the Admins of any client. */
const reach: Record<Role, readonly Role[]> = {
  Student: [],
  Business: [],
  Teacher: ['Student', 'Business'],
  Admin: ['Student', 'Business', 'Teacher'],
  SuperAdmin: ['Admin'],
};

describe.each(roles.flatMap((who) => roles.map((whom) => [who, whom] as const)))(
  'a %s who deletes a %s',
  (who, whom) => {
    const may = reach[who].includes(whom);
    test(may ? 'does' : 'does not', async () => {
      const client = await server.aClient();
      const [self, other] = [await server.aUser(who, { client }), await server.aUser(whom, { client })];
      const response = await server.as(self).send(deleteUser, remove(other));
      const refused = who === 'Student' || who === 'Business' ? 403 : 404;
      expect(response.status).toBe(may ? 200 : refused);
      expect(await isThere(other)).toBe(!may);
    });
  },
);

test('no one deletes as a visitor, with an id of another client, or with an invalid id', async () => {
  const student = await server.aStudent();
  expect((await server.visitor().refusal(deleteUser, remove(student))).status).toBe(401);
  const admin = server.as(await server.anAdmin());
  expect((await admin.refusal(deleteUser, remove(student))).status).toBe(404);
  const refused = await admin.refusal(deleteUser, { user: { _id: 'them' } });
  expect([refused.status, refused.problem.errors]).toEqual([400, { 'user._id': ['this is not an id'] }]);
  expect(await isThere(student)).toBe(true);
});

test.each(['student', 'business'] as const)(
  'refuses to delete the %s of a running placement, with the reason in a sentence',
  async (side) => {
    const client = await server.aClient();
    const student = await server.aStudent({ client, firstName: 'Mara', lastName: 'Quinn' });
    const business = await server.aBusiness({ client, businessName: 'Bayside Marine' });
    const project = await server.aProject({ student, business });
    await server.someHours(project);
    const target = side === 'student' ? student : business;
    const { message } = await (await staffOf(client)).call(deleteUser, remove(target));
    const named =
      side === 'student'
        ? 'Mara Quinn has a placement that is still running'
        : 'A placement at Bayside Marine is still running';
    expect(message).toBe(`${named}, and its hours would be lost. Deactivate the account instead.`);
    expect(await isThere(target)).toBe(true);
    expect(
      await server.db.select().from(hourEntries).where(eq(hourEntries.projectId, project.id)),
    ).toHaveLength(1);
    expect((await server.as(target).send(accountCalls.getUserData, {})).status).toBe(200);
  },
);

test('deleting a student deletes only their own data: login, contact log and files', async () => {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const [resume, other] = [
    await server.aFile(student),
    await server.aFile(await server.aStudent({ client })),
  ];
  await server.db.update(users).set({ resumeFileId: resume.id }).where(eq(users.id, student.id));
  await server.db.insert(contactLogEntries).values({
    clientId: client.id,
    studentId: student.id,
    authorId: student.id,
    logDate: '2026-03-04',
    primaryContactName: 'Parent',
    associatedBusiness: 'Bayside Marine',
  });
  expect(await (await staffOf(client)).call(deleteUser, remove(student))).toEqual({ message: 'success' });
  expect((await server.as(student).send(accountCalls.getUserData, {})).status).toBe(401);
  const ofStudent = eq(contactLogEntries.studentId, student.id);
  expect(await server.db.select().from(contactLogEntries).where(ofStudent)).toEqual([]);
  expect(await server.db.select().from(files).where(eq(files.id, resume.id))).toEqual([]);
  expect(server.jobs.removedFiles).toContain(resume.storageKey);
  expect(server.jobs.removedFiles).not.toContain(other.storageKey);
});

test('a finished placement keeps its hours and files without its student', async () => {
  const client = await server.aClient();
  const [student, business] = [await server.aStudent({ client }), await server.aBusiness({ client })];
  const project = await server.aProject({ student, business, businessStatus: 'completed' });
  await server.someHours(project);
  const poster = await server.aFile(student, { name: 'poster.pdf' });
  await server.db
    .insert(projectFiles)
    .values({ clientId: client.id, projectId: project.id, fileId: poster.id });
  expect(await (await staffOf(client)).call(deleteUser, remove(student))).toEqual({ message: 'success' });
  const [kept] = await server.db.select().from(projects).where(eq(projects.id, project.id));
  expect(kept).toMatchObject({ studentId: null, businessId: business.id });
  expect(
    await server.db.select().from(hourEntries).where(eq(hourEntries.projectId, project.id)),
  ).toHaveLength(1);
  expect(server.jobs.removedFiles).not.toContain(poster.storageKey);
  const { rows } = await server.database.owner.query('select 1 from files where id = $1', [poster.id]);
  expect(rows).toHaveLength(1);
});

test('an application of a deleted student stays with the business, closed', async () => {
  const client = await server.aClient();
  const [student, business] = [await server.aStudent({ client }), await server.aBusiness({ client })];
  const opportunity = await server.anOpportunity({ business });
  const waits = await server.anApplication({ student, opportunity, status: 'Offered' });
  const declined = await server.anApplication({
    student,
    opportunity: await server.anOpportunity({ business }),
    status: 'Declined',
  });
  await (await staffOf(client)).call(deleteUser, remove(student));
  const seen = async ({ id }: { id: string }) =>
    server.as(business).call(applicationCalls.getApplicationById, { app_id: id });
  expect(await seen(waits)).toMatchObject({ status: 'Rescinded', student_id_fk: null });
  expect(await seen(declined)).toMatchObject({ status: 'Declined', student_id_fk: null });
});

test('deleting a business deletes its opportunities without applications; the others stay readable', async () => {
  const client = await server.aClient();
  const [student, business] = [await server.aStudent({ client }), await server.aBusiness({ client })];
  const unwanted = await server.anOpportunity({ business });
  const wanted = await server.anOpportunity({ business });
  const application = await server.anApplication({ student, opportunity: wanted });
  const elsewhere = await server.anApplication({ student });
  await (await staffOf(client)).call(deleteUser, remove(business));
  const left = await server.db.select().from(opportunities).where(eq(opportunities.clientId, client.id));
  expect(left.find(({ id }) => id === unwanted.id)).toBeUndefined();
  expect(left.find(({ id }) => id === wanted.id)).toMatchObject({ businessId: null });
  const statusOf = async ({ id }: { id: string }) =>
    (await server.db.select().from(applications).where(eq(applications.id, id)))[0]?.status;
  expect([await statusOf(application), await statusOf(elsewhere)]).toEqual(['Declined', 'New']);
});

test('a placement of a deleted business stays with its student, and shows Missing', async () => {
  const client = await server.aClient();
  const [student, business] = [await server.aStudent({ client }), await server.aBusiness({ client })];
  const project = await server.aProject({ student, business, businessStatus: 'terminated' });
  await (await staffOf(client)).call(deleteUser, remove(business));
  const seen = await server.as(student).call(projectCalls.loadStudentProject, { project_id: project.id });
  expect(seen).toMatchObject({ _id: project.id, business_id_fk: { _id: '', business_name: 'Missing' } });
});

test('the school system’s logo and resources remain when their uploader is deleted', async () => {
  const client = await server.aClient();
  const admin = await server.anAdmin({ client });
  const [logo, own] = [await server.aFile(admin), await server.aFile(admin)];
  const resource = await server.aFile(admin, { shelf: 'student' });
  await server.db.update(settings).set({ logoFileId: logo.id }).where(eq(settings.clientId, client.id));
  await server.as(await server.aSuperAdmin()).call(deleteUser, remove(admin));
  for (const kept of [logo, resource]) expect(server.jobs.removedFiles).not.toContain(kept.storageKey);
  expect(server.jobs.removedFiles).toContain(own.storageKey);
});

test('a deletion is recorded in its client, and the record outlives its subject', async () => {
  const client = await server.aClient();
  const owner = await server.aSuperAdmin({ firstName: 'Sam', lastName: 'Lee' });
  const admin = await server.anAdmin({ client, firstName: 'Grace', lastName: 'Hopper' });
  await server.as(owner).call(deleteUser, remove(admin));
  const entries = await server.db.select().from(auditEntries).where(eq(auditEntries.subjectId, admin.id));
  expect(entries).toEqual([
    expect.objectContaining({
      clientId: client.id,
      action: 'delete user',
      actorName: 'Sam Lee',
      subjectName: 'Grace Hopper',
    }),
  ]);
});

test('deleting a teacher ends their masquerades', async () => {
  const client = await server.aClient();
  const [admin, teacher] = [await server.anAdmin({ client }), await server.aTeacher({ client })];
  const student = await server.aStudent({ client });
  const caller = server.as(teacher);
  await caller.call(masqueradeCalls.masquerade, { id: student.id });
  await server.as(admin).call(deleteUser, remove(teacher));
  expect(await caller.call(accountCalls.getCurrentUser, {})).toEqual([]);
  expect(await isThere(student)).toBe(true);
});

test('a placement that starts while its student is being deleted prevents the deletion', async () => {
  const client = await server.aClient();
  const [student, business] = [await server.aStudent({ client }), await server.aBusiness({ client })];
  const opportunity = await server.anOpportunity({ business });
  const application = await server.anApplication({ student, opportunity, status: 'Accepted' });
  const teacher = await staffOf(client);
  const beginning = await server.database.owner.connect();
  try {
    await beginning.query('begin');
    await beginning.query(
      `insert into projects (client_id, application_id, opportunity_id, student_id, business_id)
       values ($1, $2, $3, $4, $5)`,
      [client.id, application.id, opportunity.id, student.id, business.id],
    );
    const removal = teacher.call(deleteUser, remove(student));
    await untilLockWait(server.database.owner);
    await beginning.query('commit');
    expect((await removal).message).toMatch(/still running/);
  } finally {
    beginning.release(true);
  }
  expect(await isThere(student)).toBe(true);
});

test.each(['student', 'business'] as const)(
  'an acceptance while its %s is being deleted prevents the deletion, without a deadlock',
  async (whose) => {
    const client = await server.aClient();
    const both = { student: await server.aStudent({ client }), business: await server.aBusiness({ client }) };
    const opportunity = await server.anOpportunity({ business: both.business });
    const offer = await server.anApplication({ student: both.student, opportunity, status: 'Offered' });
    const teacher = await staffOf(client);
    const accepting = await server.database.owner.connect();
    try {
      await accepting.query('begin');
      await accepting.query(`update applications set status = 'Accepted' where id = $1`, [offer.id]);
      const removal = teacher.call(deleteUser, remove(both[whose]));
      await untilLockWait(server.database.owner);
      await accepting.query(
        `insert into projects (client_id, application_id, opportunity_id, student_id, business_id)
         values ($1, $2, $3, $4, $5)`,
        [client.id, offer.id, opportunity.id, both.student.id, both.business.id],
      );
      await accepting.query('commit');
      expect((await removal).message).toMatch(/still running/);
    } finally {
      accepting.release(true);
    }
    expect(await isThere(both[whose])).toBe(true);
  },
);
