import { weekdays } from '@waypost/contract/opportunities/opportunities/schedule';
import { followUpCalls } from '@waypost/contract/oversight/follow-ups/calls';
import { REMIND_PEOPLE } from '@waypost/contract/oversight/follow-ups/rules';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { aFollowedPlacement, at, every, reminded } from '../../../testing/follow-ups.ts';
import { ANNE, aLinkedPlacement, OWEN, openLink, postLink } from '../../../testing/links.ts';
import { startTestServer } from '../../../testing/server.ts';
import { guardians } from '../../platform/database/tables/guardians.ts';
import { settings } from '../../platform/database/tables/lists.ts';
import { notices } from '../../platform/database/tables/notices.ts';
import { students, users } from '../../platform/database/tables/people.ts';

/* Reminders that staff send about follow-ups (docs/behavior/follow-ups.md). */
const server = startTestServer();
const { remindFollowUps } = followUpCalls;
const aPlacement = (given?: Parameters<typeof aFollowedPlacement>[1]) => aFollowedPlacement(server, given);

beforeEach(() => {
  server.jobs.mail.length = 0;
});

test('a business gets one email about all of its interns, whose links work, and none again that day', async () => {
  const first = await aPlacement({ start: '2025-11-03', end: '2026-03-02' });
  const { business, staff } = first;
  await server.someHours(first.project, { createdAt: at('2026-02-25') });
  const ids = (await first.list()).map(({ _id }) => _id);
  const wanted = ids.filter((id) => /^(hours|evaluation):/.test(id));
  expect(await staff.call(remindFollowUps, { _ids: wanted })).toEqual(reminded(1));
  expect(server.jobs.mail.map(({ to }) => to)).toEqual([business.email]);
  const text = server.jobs.mail[0]?.text ?? '';
  expect(server.jobs.mail[0]?.subject).toBe('Reminder: 2 things are waiting for you');
  expect(text).toContain('Approve Ada L.’s hours');
  expect(text).not.toContain('Lovelace');
  const tokens = [...text.matchAll(/\/link\/([\w-]{43})/g)].map(([, token = '']) => token);
  expect(new Set(tokens).size).toBe(2);
  for (const token of new Set(tokens)) expect((await openLink(server, token)).status).toBe(200);
  const rang = await server.db.select().from(notices).where(eq(notices.userId, business.id));
  // No token is stored.
  expect(rang.map(({ kind, path }) => [kind, path.includes('/link/')])).toEqual([['reminder', false]]);
  expect(await staff.call(remindFollowUps, { _ids: wanted })).toEqual(reminded(0, { already: 1 }));
  expect(server.jobs.mail).toHaveLength(1);
  expect((await first.list({ kind: 'hours' })).map(({ reminded_at }) => reminded_at)).toEqual([
    server.clock.now().toISOString(),
  ]);
});

test('a student’s reminder leads to the screen of each thing', async () => {
  const { business, student, project, staff, list } = await aPlacement({
    start: '2026-01-05',
    end: '2026-02-20',
  });
  await server.someHours(project, { businessApproved: -1, decidedAt: at('2026-02-26') });
  const opportunity = await server.anOpportunity({ business });
  const offer = await server.anApplication({
    student,
    opportunity,
    status: 'Offered' as const,
    updatedAt: at('2026-02-27'),
  });
  const waiting = (await list()).filter(({ waits_on }) => waits_on.includes('student'));
  await staff.call(remindFollowUps, { _ids: waiting.map(({ _id }) => _id) });
  const text = server.jobs.mail.find(({ to }) => to === student.email)?.text ?? '';
  const paths = [...text.matchAll(/waypost\.test(\/(?:project|application)\S+)/g)].map(([, path]) => path);
  expect(paths.toSorted()).toEqual([
    `/application/view/${offer.id}`,
    `/project/${project.id}/hours`,
    `/project/${project.id}/reflections`,
    `/project/${project.id}/summary`,
  ]);
});

/** A placement whose evaluation is due, supervised by someone without an account. Reminders are sent on every day. */
async function aSupervised() {
  const client = await server.aClient();
  await server.db
    .update(settings)
    .set({ reminderDays: [...weekdays] })
    .where(eq(settings.clientId, client.id));
  const business = await server.aBusiness({
    client,
    contacts: [{ name: 'Grace', email: 'grace@bay.example.org', roles: ['supervisor'] }],
  } as never);
  const student = await server.aStudent({ client, firstName: 'Ada', lastName: 'Lovelace' });
  const opportunity = await server.anOpportunity({
    business,
    employmentStart: '2025-11-03',
    employmentStop: '2026-03-02',
  });
  const project = await server.aProject({ student, business, opportunity, createdAt: at('2025-11-01') });
  await server.database.owner.query(
    `update projects p set supervisor_id = c.id from business_contacts c where p.id = $1 and c.business_id = $2`,
    [project.id, business.id],
  );
  return { client, business, project, staff: server.as(await server.aTeacher({ client })) };
}
const tokenIn = (text = '') => /\/link\/([\w-]{43})/.exec(text)?.[1] ?? '';

test('a supervisor without an account is reminded to evaluate, by a link, and the business is not', async () => {
  const { project, staff } = await aSupervised();
  const result = await staff.call(remindFollowUps, { _ids: [`evaluation:${project.id}`] });
  expect([result, server.jobs.mail.map(({ to }) => to)]).toEqual([reminded(1), ['grace@bay.example.org']]);
  expect(await (await openLink(server, tokenIn(server.jobs.mail[0]?.text))).text()).toContain('Ada L.');
});

test('after a supervisor passed it on, the colleague is reminded; after “This isn’t me”, the business', async () => {
  const { client, business, project } = await aSupervised();
  let days = 0;
  onTestFinished(() => server.clock.moveBy(-days * 86_400_000));
  /** Whom the next day's reminder reaches, and its link. */
  const remind = async () => {
    days += 1;
    server.clock.moveBy(86_400_000);
    server.jobs.mail.length = 0;
    const staff = server.as(await server.aTeacher({ client }));
    await staff.call(remindFollowUps, { _ids: [`evaluation:${project.id}`] });
    const [mail, ...more] = server.jobs.mail;
    expect(more).toEqual([]);
    return { to: mail?.to, token: tokenIn(mail?.text) };
  };
  const first = await remind();
  expect(first.to).toBe('grace@bay.example.org');
  const passed = { from_name: 'Grace', to_name: 'Lee', to_email: 'lee@bay.example.org', do: 'pass-on' };
  await postLink(server, first.token, passed);
  for (const _ of [1, 2]) expect((await remind()).to).toBe('lee@bay.example.org');
  const lees = await remind();
  await postLink(server, lees.token, { who: 'Eve', do: 'not-me' });
  const graces = await remind();
  expect(graces.to).toBe('grace@bay.example.org');
  await postLink(server, graces.token, { who: 'Eve', do: 'not-me' });
  for (const _ of [1, 2]) expect((await remind()).to).toBe(business.email);
  // After the address is corrected, the right person is reminded.
  await server.database.owner.query(`update business_contacts set email = $2 where business_id = $1`, [
    business.id,
    'grace.hopper@bay.example.org',
  ]);
  expect((await remind()).to).toBe('grace.hopper@bay.example.org');
});

test('a person who muted reminders gets no email, but a notification', async () => {
  const { project, student, staff } = await aPlacement();
  await server.db
    .update(users)
    .set({ mutedMail: ['reminder'] })
    .where(eq(users.id, student.id));
  await server.someHours(project, { businessApproved: -1, decidedAt: at('2026-02-26') });
  const _ids = [`hours sent back:${project.id}`];
  expect(await staff.call(remindFollowUps, { _ids })).toEqual(reminded(0, { no_email: 1 }));
  expect(server.jobs.mail).toEqual([]);
  const rang = await server.db.select().from(notices).where(eq(notices.userId, student.id));
  expect(rang.map(({ text }) => text)).toEqual([
    'Reminder: Correct the hours that were sent back: Boat builder',
  ]);
});

test('does not count a person whose address returns mail as reminded by email', async () => {
  const { project, business, staff } = await aPlacement();
  await server.db
    .update(users)
    .set({ mailReturnedAt: at('2026-02-01') })
    .where(eq(users.id, business.id));
  await server.someHours(project, { createdAt: at('2026-02-25') });
  const _ids = [`hours:${project.id}`];
  expect(await staff.call(remindFollowUps, { _ids })).toEqual(reminded(0, { no_email: 1 }));
});

test('guardians and signatories are reminded to sign, in their language, by a link that works', async () => {
  const placement = await aLinkedPlacement(server);
  const { client, project, student } = placement;
  const { clientId } = student;
  await server.db.update(guardians).set({ language: 'es' }).where(eq(guardians.email, ANNE));
  await server.db.insert(guardians).values([
    { clientId, studentId: student.id, ordinal: 6, name: 'Ben', email: 'ben@home.test', addedBy: 'student' },
    // The student's own address: asked on the screen.
    {
      clientId,
      studentId: student.id,
      ordinal: 7,
      name: 'Cal',
      email: student.email,
      addedBy: 'school',
      confirmed: true,
    },
  ]);
  const staff = server.as(await server.aTeacher({ client }));
  server.jobs.mail.length = 0;
  const _ids = [`agreement:${project.id}`];
  const result = await staff.call(remindFollowUps, { _ids });
  const to = (email: string) => server.jobs.mail.filter((mail) => mail.to === email);
  expect([to(ANNE).length, to(OWEN).length, to(student.email).length]).toEqual([1, 1, 1]);
  expect(to('ben@home.test')).toEqual([]);
  expect(result.people).toBe(server.jobs.mail.length);
  expect(to(ANNE)[0]?.subject).toBe(
    'Recordatorio: Firme el acuerdo de formación de Ada L. a más tardar el 04/04/2026: Boat builder',
  );
  expect(to(OWEN)[0]?.text).toContain('Sign Ada L.’s training agreement by 04/04/2026: Boat builder');
  for (const email of [ANNE, OWEN]) {
    const [, token = ''] = /\/link\/([\w-]{43})/.exec(to(email)[0]?.text ?? '') ?? [];
    const page = await openLink(server, token);
    expect([page.status, (await page.text()).includes('name="text_hash"')]).toEqual([200, true]);
  }
  expect(await staff.call(remindFollowUps, { _ids })).toEqual(reminded(0, { already: result.people }));
});

test('a guardian who also signs for the business is reminded of the agreement once', async () => {
  const { client, project, student } = await aLinkedPlacement(server);
  await server.db.insert(guardians).values({
    clientId: student.clientId,
    studentId: student.id,
    ordinal: 6,
    name: 'Owen Bay',
    email: OWEN,
    addedBy: 'school',
    confirmed: true,
  });
  const staff = server.as(await server.aTeacher({ client }));
  server.jobs.mail.length = 0;
  await staff.call(remindFollowUps, { _ids: [`agreement:${project.id}`] });
  const mails = server.jobs.mail.filter(({ to }) => to === OWEN).map(({ text }) => text);
  expect(mails.map((text) => text.match(/\/link\/[\w-]{43}/g)?.length)).toEqual([1]);
});

test('reminds everyone who matches the filter, a batch with each call, until no one is left', async () => {
  const first = await aPlacement();
  const { client, staff } = first;
  const business = await server.aBusiness({ client });
  const opportunity = await server.anOpportunity({ business });
  const people = REMIND_PEOPLE + 1;
  for (let index = 0; index < people; index += 1) {
    const student = await server.aStudent({ client });
    await server.anApplication({ student, opportunity, status: 'Offered', updatedAt: at('2026-02-27') });
  }
  await server.someHours(first.project, { createdAt: at('2026-02-25') });
  const all = { kind: 'offer' as const, snoozed: false, school_attending: [], affiliated_program: [] };
  expect(await staff.call(remindFollowUps, { all })).toEqual(reminded(REMIND_PEOPLE, { left: 1 }));
  expect(await staff.call(remindFollowUps, { all })).toEqual(reminded(1, { already: REMIND_PEOPLE }));
  expect(new Set(server.jobs.mail.map(({ to }) => to)).size).toBe(people);
  expect(server.jobs.mail).toHaveLength(people);
  expect(await staff.call(remindFollowUps, { all: { ...all, kind: 'final work' } })).toEqual(reminded(0));
  const both = { _ids: [`hours:${first.project.id}`], all };
  expect((await staff.refusal(remindFollowUps, both)).status).toBe(400);
  expect((await staff.refusal(remindFollowUps, {})).problem.errors).toEqual({
    _ids: ['choose at least one'],
  });
});

test('reminding all of a school and program reminds no one of another', async () => {
  const first = await aPlacement();
  const { client, staff } = first;
  const second = await aPlacement({ client });
  await server.someHours(first.project, { createdAt: at('2026-02-25') });
  await server.someHours(second.project, { createdAt: at('2026-02-25') });
  const theirs = { schoolId: client.school.id, programId: client.program.id };
  await server.db.update(students).set(theirs).where(eq(students.userId, first.student.id));
  const remind = async (filter: object) => {
    server.jobs.mail.length = 0;
    const result = await staff.call(remindFollowUps, { all: { ...every, ...filter } });
    return [result, server.jobs.mail.map(({ to }) => to)];
  };
  const [school, program] = [client.school.name, client.program.name];
  expect(await remind({ school_attending: ['Elsewhere'], affiliated_program: [program] })).toEqual([
    reminded(0),
    [],
  ]);
  expect(await remind({ school_attending: [school], affiliated_program: [program] })).toEqual([
    reminded(1),
    [first.business.email],
  ]);
});

test('two people who send reminders at once send one email', async () => {
  const { project, staff } = await aPlacement();
  await server.someHours(project, { createdAt: at('2026-02-25') });
  const input = { _ids: [`hours:${project.id}`] };
  const both = await Promise.all([staff.call(remindFollowUps, input), staff.call(remindFollowUps, input)]);
  expect(both.map(({ people }) => people).toSorted()).toEqual([0, 1]);
  expect(server.jobs.mail).toHaveLength(1);
});
