import { addDays } from '@waypost/contract/dates';
import { defaultPlans, type ReminderPlan } from '@waypost/contract/follow-ups/reminders';
import { evaluationDue, reflectionDue } from '@waypost/contract/tasks/rules';
import { momentIn } from '@waypost/contract/time-zones';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/server.ts';
import { followUps } from '../database/tables/follow-ups.ts';
import { settings } from '../database/tables/lists.ts';
import { notices } from '../database/tables/notices.ts';
import { evaluations, hourEntries, projectReflections, projects } from '../database/tables/projects.ts';
import { sendReminders } from './reminder-job.ts';

/*
 * A simulated school year: random people are late, two servers run at once, and every email is compared with what a simple
 * model of the plan expects. `SIMULATED_PLACEMENTS=500` makes it as large as a large school system.
 */
const server = startTestServer();
const PLACEMENTS = Number(process.env.SIMULATED_PLACEMENTS ?? 10);
const ZONE = 'America/New_York';
/** It begins in standard time and ends in daylight saving time. */
const FIRST = '2026-02-02';
const DAYS = Number(process.env.SIMULATED_DAYS ?? 75);

/** Numbers that are the same in every run. */
function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x7fffffff) * below);
  };
}

const at = (day: string, time: string) => momentIn(ZONE, day, time) ?? new Date(`${day}T12:00:00Z`);
const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/** The days on which somebody is reminded of this: since when it waits, and the day on whose morning it is done. */
function expectedDays(
  plan: ReminderPlan,
  since: string,
  done: string,
  from = FIRST,
  reminded?: string,
): string[] {
  const days: string[] = [];
  let next = reminded === undefined ? addDays(since, plan.first) : addDays(reminded, plan.every);
  for (let day = since; day < done && day <= addDays(since, plan.last); day = addDays(day, 1)) {
    if (day < next || isWeekend(day) || day < FIRST || day < from || day >= addDays(FIRST, DAYS)) continue;
    days.push(day);
    next = addDays(day, plan.every);
  }
  return days;
}

test('everyone is reminded on the due days, once, and not once it is done, nor at night or on weekends', async () => {
  const pick = random(7);
  const client = await server.aClient();
  const admin = await server.anAdmin({ client });
  const expected = new Map<string, Set<string>>();
  const lines = new Map<string, number>();
  const happens: { day: string; does: () => Promise<unknown> }[] = [];
  const expectMails = (
    kind: 'hours sent back' | 'evaluation' | 'final work',
    to: string,
    since: string,
    done: string,
  ) => {
    for (const day of expectedDays(defaultPlans[kind], since, done)) {
      expected.set(day, (expected.get(day) ?? new Set()).add(to));
      lines.set(`${day} ${to}`, (lines.get(`${day} ${to}`) ?? 0) + 1);
    }
  };
  const businesses = await Promise.all(
    Array.from({ length: Math.max(2, Math.ceil(PLACEMENTS / 4)) }, () => server.aBusiness({ client })),
  );
  for (let index = 0; index < PLACEMENTS; index += 1) {
    const business = businesses[pick(businesses.length)] ?? businesses[0];
    if (!business) throw new Error('there is no business');
    const student = await server.aStudent({ client });
    const [start, end] = [addDays(FIRST, -40 + pick(30)), addDays(FIRST, 5 + pick(60))];
    const opportunity = await server.anOpportunity({ business, employmentStart: start, employmentStop: end });
    const project = await server.aProject({
      student,
      business,
      opportunity,
      createdAt: at(addDays(start, -5), '12:00'),
    });

    // An entry is sent back, and corrected some days later.
    const sentBack = addDays(FIRST, pick(DAYS - 10));
    const corrected = addDays(sentBack, 1 + pick(40));
    happens.push({
      day: sentBack,
      does: () => server.someHours(project, { businessApproved: -1, decidedAt: at(sentBack, '12:00') }),
    });
    happens.push({
      day: corrected,
      does: () =>
        server.db
          .update(hourEntries)
          .set({ businessApproved: 1 })
          .where(eq(hourEntries.projectId, project.id)),
    });
    expectMails('hours sent back', student.email, sentBack, corrected);

    // Both evaluations are late, by up to three weeks.
    const days = { placedOn: addDays(start, -5), start, end };
    let before = '';
    let dueBefore = '';
    let remindedBefore: string | undefined;
    for (const given of [0, 1]) {
      const due = evaluationDue(days, given) ?? end;
      const from = [due, before, FIRST].sort().at(-1) ?? due;
      const done = addDays(from, 1 + pick(21));
      happens.push({
        day: done,
        does: () => server.anEvaluation(project, { ordinal: given + 1 }),
      });
      // The second is not asked for before the first is in; how long it has waited is told by its own day.
      // If both are due on the same day, which is so in a short placement, the reminders of the first count.
      const reminded = due === dueBefore ? remindedBefore : undefined;
      const ours = expectedDays(defaultPlans.evaluation, due, done, before, reminded);
      dueBefore = due;
      remindedBefore = ours.at(-1) ?? reminded;
      for (const day of ours) {
        expected.set(day, (expected.get(day) ?? new Set()).add(business.email));
        lines.set(`${day} ${business.email}`, (lines.get(`${day} ${business.email}`) ?? 0) + 1);
      }
      before = done;
    }

    // So are both reflections.
    let answered = '';
    for (const ordinal of [1, 2]) {
      const due = reflectionDue(days, ordinal, 2);
      const from = [due, answered, FIRST].sort().at(-1) ?? due;
      const done = addDays(from, 1 + pick(21));
      happens.push({
        day: done,
        does: () =>
          server.db
            .update(projectReflections)
            .set({ status: 'complete' })
            .where(
              and(eq(projectReflections.projectId, project.id), eq(projectReflections.ordinal, ordinal)),
            ),
      });
      for (const day of expectedDays(defaultPlans.reflections, due, done, answered)) {
        expected.set(day, (expected.get(day) ?? new Set()).add(student.email));
        lines.set(`${day} ${student.email}`, (lines.get(`${day} ${student.email}`) ?? 0) + 1);
      }
      answered = done;
    }

    // The summary is late; files are there.
    const handedIn = addDays(end, 7 + pick(25));
    const file = await server.aFile(student);
    await server.database.owner.query(
      'insert into project_files (client_id, project_id, file_id) values ($1, $2, $3)',
      [client.id, project.id, file.id],
    );
    happens.push({
      day: handedIn,
      does: () =>
        server.db.update(projects).set({ finalSummary: 'Done.' }).where(eq(projects.id, project.id)),
    });
    expectMails('final work', student.email, addDays(end, 7), handedIn);
  }

  const sent = new Map<string, Set<string>>();
  for (let index = 0; index < DAYS; index += 1) {
    const day = addDays(FIRST, index);
    for (const time of ['02:10', '07:59', '09:10', '16:10', '17:00', '22:10']) {
      server.clock.moveTo(at(day, time).toISOString());
      if (time === '07:59') for (const one of happens) if (one.day === day) await one.does();
      server.jobs.mail.length = 0;
      const { jobs, clock } = server;
      const run = () =>
        sendReminders(server.database.app, { jobs, publicUrl: 'https://waypost.test', now: clock.now() });
      await Promise.all([run(), run()]);
      for (const { to, text } of jobs.mail) {
        expect([time, day, isWeekend(day)]).toEqual(['09:10', day, false]);
        const already = sent.get(day) ?? new Set();
        expect([day, to, already.has(to)]).toEqual([day, to, false]);
        sent.set(day, already.add(to));
        const listed = text.split('https://waypost.test/').length - 2;
        expect([day, to, listed]).toEqual([day, to, lines.get(`${day} ${to}`)]);
      }
    }
  }
  const sorted = (mails: Map<string, Set<string>>) =>
    [...mails].flatMap(([day, people]) => [...people].map((to) => `${day} ${to}`)).sort();
  expect(sorted(sent)).toEqual(sorted(expected));
  expect(sorted(sent).length).toBeGreaterThan(PLACEMENTS);
  // Staff hear of what waits too long, each thing once.
  const told = await server.db.select().from(notices).where(eq(notices.userId, admin.id));
  const late = await server.db.select().from(followUps).where(eq(followUps.clientId, client.id));
  const counted = told.map(({ text }) => Number(/^\d+/.exec(text)?.[0] ?? 0)).reduce((sum, n) => sum + n, 0);
  expect(counted).toBeGreaterThanOrEqual(late.filter(({ escalatedAt }) => escalatedAt !== null).length);
  expect(await server.db.select().from(evaluations)).not.toEqual([]);
}, 600_000);

test('what is put off is not reminded of until that day', async () => {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const project = await server.aProject({ student });
  await server.someHours(project, { businessApproved: -1, decidedAt: at('2026-03-02', '12:00') });
  await server.db.insert(followUps).values({
    ...{ clientId: client.id, kind: 'hours sent back', subjectId: project.id, since: '2026-03-02' },
    snoozedUntil: '2026-03-12',
  });
  const mails = async (day: string) => {
    server.clock.moveTo(at(day, '10:00').toISOString());
    server.jobs.mail.length = 0;
    await sendReminders(server.database.app, {
      ...{ jobs: server.jobs, publicUrl: 'https://waypost.test', now: server.clock.now() },
    });
    return server.jobs.mail.filter(({ to }) => to === student.email).length;
  };
  expect([await mails('2026-03-10'), await mails('2026-03-11'), await mails('2026-03-12')]).toEqual([
    0, 0, 1,
  ]);
});

test('a school system that fails delays the reminders of no other', async () => {
  const late = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const client = await server.aClient();
      const student = await server.aStudent({ client });
      const project = await server.aProject({ student });
      await server.someHours(project, { businessApproved: -1, decidedAt: at('2026-03-02', '12:00') });
      return { client, student };
    }),
  );
  // In the order in which the job takes them.
  const [first, ...others] = late.sort((one, other) => (one.client.id < other.client.id ? -1 : 1));
  await server.db
    .update(settings)
    .set({ timeZone: 'Nowhere/Land' as never })
    .where(eq(settings.clientId, first?.client.id ?? ''));
  server.clock.moveTo(at('2026-03-10', '10:00').toISOString());
  server.jobs.mail.length = 0;
  const job = sendReminders(server.database.app, {
    ...{ jobs: server.jobs, publicUrl: 'https://waypost.test', now: server.clock.now() },
  });
  // The log still hears of it.
  await expect(job).rejects.toThrow('Nowhere/Land');
  const reminded = server.jobs.mail.map(({ to }) => to);
  for (const { student } of others) expect(reminded).toContain(student.email);
  await server.db
    .update(settings)
    .set({ timeZone: ZONE })
    .where(eq(settings.clientId, first?.client.id ?? ''));
});
