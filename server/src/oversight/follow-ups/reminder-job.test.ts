import { momentIn } from '@waypost/contract/time-zones';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { followUps } from '../../platform/database/tables/follow-ups.ts';
import { settings } from '../../platform/database/tables/lists.ts';
import { sendReminders } from './reminder-job.ts';

const server = startTestServer();
const ZONE = 'America/New_York';
const at = (day: string, time: string) => momentIn(ZONE, day, time) ?? new Date(`${day}T12:00:00Z`);

test('does not remind of what is put off until that day', async () => {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const project = await server.aProject({ student });
  await server.someHours(project, { businessApproved: -1, decidedAt: at('2026-03-02', '12:00') });
  await server.db.insert(followUps).values({
    clientId: client.id,
    kind: 'hours sent back',
    subjectId: project.id,
    since: '2026-03-02',
    snoozedUntil: '2026-03-12',
  });
  const mails = async (day: string) => {
    server.clock.moveTo(at(day, '10:00').toISOString());
    server.jobs.mail.length = 0;
    await sendReminders(server.database.app, {
      jobs: server.jobs,
      publicUrl: 'https://waypost.test',
      now: server.clock.now(),
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
    jobs: server.jobs,
    publicUrl: 'https://waypost.test',
    now: server.clock.now(),
  });
  // The error still reaches the log.
  await expect(job).rejects.toThrow('Nowhere/Land');
  const reminded = server.jobs.mail.map(({ to }) => to);
  for (const { student } of others) expect(reminded).toContain(student.email);
  await server.db
    .update(settings)
    .set({ timeZone: ZONE })
    .where(eq(settings.clientId, first?.client.id ?? ''));
});
