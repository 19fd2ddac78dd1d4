import { followUpCalls } from '@waypost/contract/oversight/follow-ups/calls';
import { consentCalls } from '@waypost/contract/people/consents/calls';
import { guardianCalls } from '@waypost/contract/people/guardians/calls';
import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openLink, postLink } from '../../../testing/links.ts';
import { startTestServer, TEST_NOW } from '../../../testing/server.ts';
import { guardians } from '../../platform/database/tables/guardians.ts';
import { students, users } from '../../platform/database/tables/people.ts';
import { sendReminders } from './reminder-job.ts';

/* A guardian who was asked for consent and has not answered is reminded (docs/behavior/follow-ups.md#kinds). */
const server = startTestServer();
const { filterFollowUps, remindFollowUps } = followUpCalls;
const { askForConsent, recordConsent } = consentCalls;
const every = { snoozed: false, school_attending: [], affiliated_program: [] };

beforeEach(() => {
  server.clock.moveTo(TEST_NOW);
  server.jobs.mail.length = 0;
});

/** A student of whose three guardians two were asked. */
async function asked() {
  const client = await server.aClient();
  // The job also reminds the families of the other tests.
  const email = (name: string) => `${name}@${client.id}.test`;
  const student = await server.aStudent({
    client,
    firstName: 'Ada',
    lastName: 'Lovelace',
    guardians: [
      { name: 'Anne', email: email('anne'), confirmed: true, addedBy: 'school', language: 'es' },
      { name: 'Ben', email: email('ben'), confirmed: true, addedBy: 'school' },
      { name: 'Cal', email: email('cal'), confirmed: true, addedBy: 'school' },
    ],
  });
  const aTeacher = async () => server.as(await server.aTeacher({ client }));
  const staff = await aTeacher();
  const key = { student_id: student.id };
  const found = await staff.call(guardianCalls.getGuardians, key);
  const ask = async (index: number) =>
    (await aTeacher()).call(askForConsent, { ...key, guardian_id: found[index]?._id ?? '' });
  await ask(0);
  await ask(1);
  server.jobs.mail.length = 0;
  const list = async () =>
    (await (await aTeacher()).call(filterFollowUps, every)).map(({ kind, since }) => [kind, since]);
  const mailTo = (name: string) => server.jobs.mail.find(({ to }) => to === email(name));
  const recipients = () => ['anne', 'ben', 'cal'].filter(mailTo);
  const run = async (day: string) => {
    server.clock.moveTo(`${day}T16:10:00Z`);
    server.jobs.mail.length = 0;
    const { jobs, clock } = server;
    await sendReminders(server.database.app, { jobs, publicUrl: 'https://waypost.test', now: clock.now() });
    return recipients();
  };
  const tokenOf = (name: string) => /\/link\/([\w-]{43})/.exec(mailTo(name)?.text ?? '')?.[1] ?? '';
  const _ids = [`consent:${student.id}`];
  return { client, student, staff, aTeacher, key, ask, list, _ids, mailTo, recipients, run, tokenOf };
}

test('each guardian who was asked is reminded, in their language, by a link that works', async () => {
  const { student, staff, list, _ids, mailTo, recipients, tokenOf } = await asked();
  const [row, ...others] = await staff.call(filterFollowUps, { ...every, kind: 'consent' });
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    _id: `consent:${student.id}`,
    subject_id: student.id,
    student: 'Ada Lovelace',
    since: '2026-03-04',
    waits_on: ['guardian'],
    business: '',
    title: '',
  });
  expect((await staff.call(remindFollowUps, { _ids })).people).toBe(2);
  expect(recipients()).toEqual(['anne', 'ben']);
  expect(mailTo('anne')?.subject).toBe(
    'Recordatorio: Decida si la escuela puede compartir la información de Ada L.',
  );
  expect(mailTo('anne')?.text).toMatch(/^Como padre, madre o tutor de Ada L\., usted recibe este correo\.\n/);
  expect(server.jobs.mail.every(({ unsubscribe }) => unsubscribe?.endsWith('/reminder'))).toBe(true);
  expect(await (await openLink(server, tokenOf('ben'))).text()).toContain('name="agreed"');
  expect(await list()).toEqual([['consent', '2026-03-04']]);
});

test('the job reminds of it by its plan, until one of the guardians decides', async () => {
  const { list, run, tokenOf } = await asked();
  expect(await run('2026-03-06')).toEqual([]);
  expect(await run('2026-03-09')).toEqual(['anne', 'ben']);
  expect(await run('2026-03-13')).toEqual([]);
  expect(await run('2026-03-16')).toEqual(['anne', 'ben']);
  const token = tokenOf('ben');
  const page = await (await openLink(server, token)).text();
  const text_hash = /name="text_hash" value="(\w+)"/.exec(page)?.[1] ?? '';
  await postLink(server, token, { text_hash, name: 'Ben', do: 'refuse' });
  expect([await list(), await run('2026-03-23')]).toEqual([[], []]);
});

test('a guardian who is asked later is reminded from then', async () => {
  const { ask, list, run } = await asked();
  expect(await run('2026-03-09')).toEqual(['anne', 'ben']);
  server.clock.moveTo('2026-03-11T15:00:00Z');
  await ask(2);
  for (const day of ['2026-03-11', '2026-03-12', '2026-03-13']) expect(await run(day)).toEqual([]);
  expect(await run('2026-03-16')).toEqual(['anne', 'ben', 'cal']);
  expect(await list()).toEqual([['consent', '2026-03-04']]);
});

test('a decision on paper ends it, and asking again starts over', async () => {
  const { staff, key, ask, list, run } = await asked();
  server.clock.moveBy(1000);
  const paper = { ...key, name: 'Anne', decided_on: '2026-03-03', decision: 'refused' as const };
  await staff.call(recordConsent, paper);
  expect(await list()).toEqual([]);
  server.clock.moveTo('2026-03-10T15:00:00Z');
  await ask(1);
  server.jobs.mail.length = 0;
  expect(await list()).toEqual([['consent', '2026-03-10']]);
  expect(await run('2026-03-16')).toEqual(['ben']);
});

test.each([
  [
    'said that it is not for them',
    (_: string, token: string) => postLink(server, token, { who: 'Eve', do: 'not-me' }),
  ],
  [
    'staff no longer confirm',
    (id: string) =>
      server.db
        .update(guardians)
        .set({ confirmed: false })
        .where(and(eq(guardians.studentId, id), eq(guardians.name, 'Ben'))),
  ],
])('a guardian who %s is not reminded', async (_, change) => {
  const { student, staff, aTeacher, _ids, recipients, tokenOf } = await asked();
  await staff.call(remindFollowUps, { _ids });
  await change(student.id, tokenOf('ben'));
  server.clock.moveTo('2026-03-05T15:00:00Z');
  server.jobs.mail.length = 0;
  expect((await (await aTeacher()).call(remindFollowUps, { _ids })).people).toBe(1);
  expect(recipients()).toEqual(['anne']);
});

test.each([
  [
    'of age',
    (id: string) =>
      server.db
        .update(students)
        .set({ birthDate: '2008-03-04', birthDateBy: 'school' })
        .where(eq(students.userId, id)),
  ],
  [
    'deactivated',
    (id: string) =>
      server.db
        .update(users)
        .set({ deactivatedAt: new Date(TEST_NOW) })
        .where(eq(users.id, id)),
  ],
])('no guardian of a student who is %s is reminded', async (_, change) => {
  const { student, list } = await asked();
  expect(await list()).toHaveLength(1);
  await change(student.id);
  expect(await list()).toEqual([]);
});
