import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Caller, startTestServer } from '../../../testing/server.ts';
import { createApp } from '../../app.ts';
import { asSession } from '../../platform/access/tenant.ts';
import { applications } from '../../platform/database/tables/opportunities.ts';
import { type RunningJobs, startJobs } from '../../platform/outside/jobs.ts';
import type { Mail } from '../../platform/outside/mail.ts';

/* A change and its mail are committed together or not at all, with the real queue. */
const server = startTestServer();
const sent: Mail[] = [];
let jobs: RunningJobs;
let app: Awaited<ReturnType<typeof createApp>>;
let origin: string;
/** Whether the transaction fails after the mail was queued. */
let fails = false;

beforeAll(async () => {
  const mailer = { send: async (mail: Mail) => void sent.push(mail) };
  jobs = await startJobs(server.database.owner, { mailer, files: server.files }, { error: () => undefined });
  const outside = {
    ...server.outside,
    jobs: {
      ...jobs,
      sendMails: async (...given: Parameters<RunningJobs['sendMails']>) => {
        await jobs.sendMails(...given);
        if (fails) throw new Error('something else failed');
      },
    },
  };
  app = await createApp({ pool: server.database.app, outside, secureCookies: false });
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await jobs.stop();
});

async function offer() {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const business = await server.aBusiness({ client });
  const opportunity = await server.anOpportunity({ business });
  const application = await server.anApplication({ student, opportunity });
  const { status } = await new Caller(origin, business.token).send(applicationCalls.updateApplicationStatus, {
    application_id: application.id,
    status: 'Offered',
  });
  const [kept] = await server.db.select().from(applications).where(eq(applications.id, application.id));
  return { status, kept: kept?.status, student };
}

const queued = async (email: string) =>
  (
    await server.database.owner.query(`select 1 from jobs.job where name = 'mail' and data->>'to' = $1`, [
      email,
    ])
  ).rowCount;

test('a change that is rolled back sends no mail', async () => {
  fails = true;
  const { status, kept, student } = await offer();
  expect([status, kept, await queued(student.email)]).toEqual([500, 'New', 0]);
});

test('a committed change queues its mail, which is then sent', async () => {
  fails = false;
  const { status, kept, student } = await offer();
  expect([status, kept]).toEqual([200, 'Offered']);
  await vi.waitFor(() => expect(sent.map(({ to }) => to)).toEqual([student.email]), {
    timeout: 30_000,
    interval: 100,
  });
});

test('commits many mails at once', async () => {
  const mails = Array.from({ length: 450 }, (_, index) => ({
    to: `many${index}@waypost.test`,
    subject: 'Hello',
    text: 'Hello',
    html: '<p>Hello</p>',
  }));
  await asSession(server.database.app, null, new Date(), (tx) => jobs.sendMails(tx, mails));
  const { rows } = await server.database.owner.query(
    `select count(distinct data->>'to')::int as count from jobs.job where data->>'to' like 'many%'`,
  );
  expect(rows).toEqual([{ count: 450 }]);
});
