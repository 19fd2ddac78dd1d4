import { auditCalls } from '@waypost/contract/oversight/audit/calls';
import { retentionCalls } from '@waypost/contract/oversight/retention/calls';
import { masqueradeCalls } from '@waypost/contract/people/masquerade/calls';
import { settingsCalls } from '@waypost/contract/school-system/settings/calls';
import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { type Caller, startTestServer, TEST_NOW } from '../../../testing/server.ts';
import { hashPassword } from '../../platform/access/passwords.ts';
import { verifyAudit } from '../../platform/database/audit-chain.ts';
import { eraseStudentAndQueueFiles } from '../../platform/database/erasure.ts';
import { settings } from '../../platform/database/tables/lists.ts';
import { notices } from '../../platform/database/tables/notices.ts';
import { users } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import { applyRetention } from './job.ts';

const server = startTestServer();
const PASSWORD = 'a boat on the bay';
const passwordHash = hashPassword(PASSWORD);
const { getRetention, saveRetention, filterLeftStudents } = retentionCalls;

beforeEach(async () => {
  server.clock.moveTo(TEST_NOW);
  await server.database.owner.query('delete from tries');
});

async function aSchool() {
  const client = await server.aClient();
  const admin = await server.anAdmin({ client, passwordHash: await passwordHash });
  /** Another Admin, because weeks end the first one's session. */
  const later = async () => server.as(await server.anAdmin({ client, passwordHash: await passwordHash }));
  return { client, admin: server.as(admin), adminId: admin.id, later };
}
type Client = Awaited<ReturnType<typeof aSchool>>['client'];

/** A student who left: the class and the day on which staff deactivated them. */
async function aFormerStudent(
  client: Client,
  lastName: string,
  { year, off }: { year: number | null; off: string },
) {
  const student = await server.aStudent({ client, lastName, approved: false });
  await server.database.owner.query(
    `with one as (update users set deactivated_at = $3, approved = false where client_id = $1 and id = $2)
     update students set graduation_year = $4 where client_id = $1 and user_id = $2`,
    [client.id, student.id, off.includes('T') ? off : `${off}T12:00:00Z`, year],
  );
  return student;
}

const turnOn = (admin: Caller, years: number | null = 5) =>
  admin.call(saveRetention, { years, password: PASSWORD });

/** The daily job, on two servers at once, at noon of each of these days. */
async function run(...days: string[]) {
  let erased = 0;
  for (const day of days) {
    server.clock.moveTo(`${day}T17:00:00.000Z`);
    const { owner, app } = server.database;
    const now = server.clock.now();
    const by = { id: null, name: 'Waypost', because: 'retention' } as const;
    const once = () =>
      applyRetention(
        app,
        (student, isDue) => eraseStudentAndQueueFiles(owner, server.jobs, student, by, now, isDue),
        { jobs: server.jobs, publicUrl: 'https://waypost.test', now },
      );
    for (const n of await Promise.all([once(), once()])) erased += n;
  }
  return erased;
}

const namesOf = async (client: Client) =>
  (
    await server.db
      .select({ name: users.lastName })
      .from(users)
      .where(and(eq(users.clientId, client.id), eq(users.role, 'Student')))
  )
    .map(({ name }) => name)
    .sort();
const noticesOf = async (userId: string) =>
  (await server.db.select().from(notices).where(eq(notices.userId, userId))).map(({ text }) => text);

test('is off by default: no one is deleted, however long ago they left', async () => {
  const { client, admin } = await aSchool();
  await aFormerStudent(client, 'Longgone', { year: 1990, off: '1991-01-01' });
  expect(await admin.call(getRetention, {})).toEqual({ years: null, next: null, due: 0 });
  expect(await run('2026-03-04', '2026-04-01', '2026-05-01')).toBe(0);
  expect(await namesOf(client)).toEqual(['Longgone']);
});

test('lists who is deleted when, the earliest first, in parts, and is exported and recorded', async () => {
  const { client, admin, adminId } = await aSchool();
  const elsewhere = await aSchool();
  await aFormerStudent(elsewhere.client, 'Foreign', { year: 2015, off: '2015-01-01' });
  await aFormerStudent(client, 'Graduate', { year: 2022, off: '2020-01-15' });
  await aFormerStudent(client, 'Dropout', { year: null, off: '2021-06-30T12:00:00Z' });
  await aFormerStudent(client, 'Longgone', { year: 2015, off: '2015-09-30' });
  // Late in the evening it is still the day before there.
  await aFormerStudent(client, 'Night', { year: 2019, off: '2022-01-01T03:00:00Z' });
  await server.aStudent({ client, lastName: 'Active' });
  // Waiting for approval, with years of school ahead.
  await aFormerStudent(client, 'Freshman', { year: 2029, off: '2026-01-01' });
  const running = await aFormerStudent(client, 'Running', { year: 2015, off: '2015-09-30' });
  await server.aProject({ student: running });
  const all = await admin.call(filterLeftStudents, { years: 5 });
  expect(all.map(({ name, left_on, deletes_on }) => [name.split(' ').at(-1), left_on, deletes_on])).toEqual([
    ['Longgone', '2015-09-30', '2026-04-01'],
    ['Dropout', '2021-06-30', '2026-07-01'],
    ['Night', '2021-12-31', '2027-01-01'],
    ['Graduate', '2022-08-31', '2027-09-01'],
  ]);
  const part = await admin.send(filterLeftStudents as never, {
    years: 5,
    limit: 2,
    offset: 1,
    exporting: true,
  });
  expect([part.headers.get('x-total-count'), ((await part.json()) as unknown[]).length]).toEqual(['4', 2]);
  await admin.call(filterLeftStudents, { years: 5, limit: 2, exporting: true });
  const entries = await admin.call(auditCalls.getAuditEntries, { action: 'export list' });
  expect(entries.map(({ actor, details }) => [actor._id, details])).toEqual([
    [adminId, { call: 'filterLeftStudents', rows: 4, years: 5 }],
  ]);
});

test('notifies Admins four weeks before, then erases due students once, on any server, and records it', async () => {
  const { client, admin, adminId, later } = await aSchool();
  const teacher = await server.aTeacher({ client });
  await aFormerStudent(client, 'Longgone', { year: 2015, off: '2015-09-30' });
  await aFormerStudent(client, 'Nextmonth', { year: 2015, off: '2021-04-15' });
  await aFormerStudent(client, 'Later', { year: 2022, off: '2022-04-15' });
  expect(await turnOn(admin)).toEqual({ years: 5, next: null, due: 0 });

  expect(await run('2026-03-04', '2026-03-05', '2026-03-31')).toBe(0);
  expect(await noticesOf(adminId)).toEqual(['The record of 1 student will be deleted on 04/01/2026']);
  expect(await (await later()).call(getRetention, {})).toEqual({ years: 5, next: '2026-04-01', due: 1 });
  expect(await namesOf(client)).toHaveLength(3);

  expect(await run('2026-04-01', '2026-04-02')).toBe(1);
  expect(await namesOf(client)).toEqual(['Later', 'Nextmonth']);
  expect((await noticesOf(adminId)).sort()).toEqual([
    'The record of 1 student will be deleted on 04/01/2026',
    'The record of 1 student will be deleted on 05/01/2026',
  ]);
  expect(await noticesOf(teacher.id)).toEqual([]);
  // A server that was off on the day makes up for it.
  expect(await run('2026-05-06')).toBe(1);
  expect(await run('2026-05-07', '2026-06-01', '2026-07-01')).toBe(0);
  expect(await namesOf(client)).toEqual(['Later']);
  const logged = await server.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.clientId, client.id), eq(auditEntries.action, 'erase person')));
  expect(logged.map(({ actorId, actorName, details }) => [actorId, actorName, details])).toEqual(
    Array(2).fill([null, 'Waypost', { files: 0, because: 'retention' }]),
  );
  expect((await verifyAudit(server.database.owner)).faults).toEqual([]);
});

test('a student who is activated again is kept, and everyone once it is turned off', async () => {
  const { client, admin, later } = await aSchool();
  const active = await aFormerStudent(client, 'Active', { year: 2015, off: '2015-09-30' });
  await aFormerStudent(client, 'Kept', { year: 2015, off: '2015-09-30' });
  await turnOn(admin);
  await run('2026-03-04');
  await server.db.update(users).set({ approved: true, deactivatedAt: null }).where(eq(users.id, active.id));
  await turnOn(admin, null);
  expect(await run('2026-04-01')).toBe(0);
  // After it is turned on again, Admins are told again.
  await turnOn(await later());
  expect(await run('2026-04-05')).toBe(0);
  const other = await later();
  expect(await other.call(getRetention, {})).toEqual({ years: 5, next: '2026-06-01', due: 1 });
  await turnOn(other, 75);
  expect(await run('2026-06-01')).toBe(0);
  expect(await namesOf(client)).toEqual(['Active', 'Kept']);
});

test('changing the setting while the job runs spares the remaining students', async () => {
  const { client, admin } = await aSchool();
  for (const name of ['One', 'Two']) await aFormerStudent(client, name, { year: 2015, off: '2015-09-30' });
  await turnOn(admin);
  await run('2026-03-04');
  server.clock.moveTo('2026-04-01T17:00:00.000Z');
  const { owner, app } = server.database;
  const by = { id: null, name: 'Waypost' };
  const now = server.clock.now();
  const erased = await applyRetention(
    app,
    async (student, isDue) => {
      const done = await eraseStudentAndQueueFiles(owner, server.jobs, student, by, now, isDue);
      await server.db.update(settings).set({ retentionYears: null }).where(eq(settings.clientId, client.id));
      return done;
    },
    { jobs: server.jobs, publicUrl: 'https://waypost.test', now },
  );
  expect(erased).toBe(1);
  expect(await namesOf(client)).toHaveLength(1);
});

test('a student who cannot be erased does not block the others, and is retried', async () => {
  const { client, admin } = await aSchool();
  // Due before the other one, so their failure comes first.
  const stuck = await aFormerStudent(client, 'Stuck', { year: 2013, off: '2013-09-30' });
  await aFormerStudent(client, 'Two', { year: 2015, off: '2015-09-30' });
  await turnOn(admin);
  await run('2026-03-04');
  server.clock.moveTo('2026-04-01T17:00:00.000Z');
  const { owner, app } = server.database;
  const now = server.clock.now();
  const failing = applyRetention(
    app,
    async (student, isDue) => {
      if (student.id === stuck.id) throw new Error('it is locked');
      return eraseStudentAndQueueFiles(owner, server.jobs, student, { id: null, name: '' }, now, isDue);
    },
    { jobs: server.jobs, publicUrl: 'https://waypost.test', now },
  );
  await expect(failing).rejects.toThrow('it is locked');
  expect(await namesOf(client)).toEqual(['Stuck']);
  expect(await run('2026-04-02')).toBe(1);
  expect(await namesOf(client)).toEqual([]);
});

test('saving takes the password, is recorded, and is kept by a save of the site settings', async () => {
  const { client, admin, adminId } = await aSchool();
  const refusal = async (input: object) => (await admin.refusal(saveRetention, input)).problem.errors;
  expect(await refusal({ years: 5, password: 'wrong' })).toEqual({ password: ['Wrong password entered'] });
  for (const years of [2, 76, 3.5])
    expect(await refusal({ years, password: PASSWORD })).toEqual({
      years: ['must be a whole number from 3 to 75'],
    });
  expect(await admin.call(getRetention, {})).toEqual({ years: null, next: null, due: 0 });
  await turnOn(admin, 7);
  await turnOn(admin, 7);
  const logo = await server.aFile({ id: adminId, clientId: client.id }, { contentType: 'image/jpeg' });
  await admin.call(settingsCalls.saveSettings, {
    short_name: 'BAY',
    full_name: 'Bay Schools',
    phone_number: '(410)555-0100',
    default_password: 'a gull over the bay',
    facebook: '',
    twitter: '',
    snapchat: '',
    instagram: '',
    logo: logo.id,
  });
  expect(await admin.call(getRetention, {})).toEqual({ years: 7, next: null, due: 0 });
  const logged = await server.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.clientId, client.id), eq(auditEntries.action, 'save retention')));
  expect(logged.map(({ details }) => details)).toEqual([{ from: 'off', to: 7 }]);
});

test('no one but an Admin decides or sees it, and no one in a masquerade decides', async () => {
  const { client } = await aSchool();
  const given = { passwordHash: await passwordHash };
  for (const one of [
    await server.aTeacher({ client, ...given }),
    await server.aSuperAdmin(given),
    await server.aStudent({ client, ...given }),
  ]) {
    const caller = server.as(one);
    expect((await caller.refusal(getRetention, {})).status).toBe(403);
    expect((await caller.refusal(filterLeftStudents, { years: 5 })).status).toBe(403);
    expect((await caller.refusal(saveRetention, { years: 5, password: PASSWORD })).status).toBe(403);
  }
  const owner = server.as(await server.aSuperAdmin());
  await owner.call(masqueradeCalls.masquerade, { id: (await server.anAdmin({ client, ...given })).id });
  expect((await owner.refusal(saveRetention, { years: 5, password: PASSWORD })).status).toBe(403);
});
