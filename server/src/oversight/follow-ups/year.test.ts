import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { clockIn, dayText, type Expected, kinds, makeModel, momentAt } from '../../../testing/year/model.ts';
import { aYear, MORNING, putOff, schools, yearBegins } from '../../../testing/year/world.ts';
import { withReturnedMail } from '../../messages/mail/returned-mail.ts';
import { openPools, type Tx } from '../../platform/database/connect.ts';
import { collectJobs } from '../../platform/outside/jobs.ts';
import { type Mail, MailNotSent } from '../../platform/outside/mail.ts';
import { mailPendingHours } from './digest.ts';
import { sendReminders } from './reminder-job.ts';

/*
 * A simulated school year: random people are late, turn reminders off, or have an address that refuses mail, staff put
 * things off, and two servers run at once. Every email, and all that staff are told, is compared with a model of the
 * handbook. `npm run campaign -- year` makes it as large as a large school system.
 */
const server = startTestServer();
const IS_WHOLE = process.env.SIMULATED_PLACEMENTS !== undefined;
const PLACEMENTS = Number(process.env.SIMULATED_PLACEMENTS ?? 12);
const DAYS = Number(process.env.SIMULATED_DAYS ?? 60);
const FIRST = yearBegins(DAYS);

/** The second server. */
let other: Pool;
beforeAll(() => {
  other = openPools(server.database.reach).app;
});
afterAll(() => other.end());

type Sent = Expected['mails'][number];

/** The parts of an email that the model predicts. */
function readMail({ to, subject, text }: Mail): Sent {
  const paragraphs = text.split('\n\n');
  const hours = /^Hours to approve: ([\d.]+)$/.exec(subject);
  const isHeading = (one: string) => /(still waiting for you|waited too long):$/.test(one);
  const begin = paragraphs.findIndex(isHeading) + 1;
  const rows = paragraphs.slice(begin);
  const lines = subject.startsWith('How is ')
    ? [subject]
    : hours
      ? paragraphs.flatMap(
          (one) => /^(?:Also waiting for you|This has waited too long): (.+) https:\S+$/.exec(one)?.[1] ?? [],
        )
      : rows
          .slice(
            0,
            rows.findIndex((one) => one.includes('https://')),
          )
          .filter((one) => !isHeading(one));
  return { to: to.toLowerCase(), lines: lines.sort(), hours: hours && Number(hours[1]) };
}

const byAddress = (mails: Sent[]) => mails.sort((one, two) => (one.to < two.to ? -1 : 1));
const tokensOf = (mails: readonly Mail[]) =>
  mails.flatMap(({ text }) => [
    ...new Set([...text.matchAll(/\/link\/([\w-]{43})/g)].map(([, token = '']) => token)),
  ]);

/** `kind subject since address` with the hash of the address, as it is stored. */
const hashed = (key: string) =>
  key.replace(/\S+$/, (address) => createHash('sha256').update(address).digest('hex'));

test('everyone is reminded on the due days, once, and not once it is done, nor at night or on weekends', async () => {
  const begun = performance.now();
  const { owner, app } = server.database;
  const year = await aYear(server, { placements: PLACEMENTS, first: FIRST, days: DAYS });
  const model = makeModel(schools, year.things, year.people);
  const built = performance.now();
  const schoolOf = (clientId: string | undefined) => year.clients.findIndex(({ id }) => id === clientId);

  const queued: Mail[] = [];
  const keep = async (tx: Tx, mails: readonly Mail[]) => {
    const { rows } = await tx.client.query<{ id: string }>(`select current_setting('app.client_id') as id`);
    queued.push(...mails.map((mail) => ({ ...mail, clientId: rows[0]?.id ?? '' })));
  };
  const jobs = { ...collectJobs(), sendMail: (tx: Tx, mail: Mail) => keep(tx, [mail]), sendMails: keep };
  let arrived: Mail[] = [];
  const mailer = withReturnedMail(
    {
      send: async (mail) => {
        const school = schoolOf(mail.clientId);
        const { day } = clockIn(schools[school]?.zone ?? '', server.clock.now().getTime());
        const [from, until] = year.people[school]?.get(mail.to.toLowerCase())?.dead ?? [0, 0];
        if (from <= day && day < until) throw new MailNotSent('550', { forGood: true, badAddress: true });
        arrived.push(mail);
      },
    },
    {
      app,
      owner,
      clock: server.clock,
      // Discards the immediate request to the business, which is not a reminder.
      post: () => ({ jobs: collectJobs(), publicUrl: 'https://waypost.test' }),
    },
  );
  const refused = (error: unknown) => {
    if (!(error instanceof MailNotSent)) throw error;
  };

  let sent = 0;
  let looks = 0;
  const look = async (moment: number) => {
    server.clock.moveTo(new Date(moment));
    const given = { jobs, publicUrl: 'https://waypost.test', now: server.clock.now() };
    // Both servers at once every third time, which is often enough to collide.
    const servers = looks % 3 === 0 ? [app, other] : [app];
    looks += 1;
    await Promise.all(servers.map((pool) => mailPendingHours(pool, given)));
    await Promise.all(servers.map((pool) => sendReminders(pool, given)));
    for (const mail of queued.splice(0)) await mailer.send(mail, 'a job').catch(refused);
    for (const [index, { id, staff }] of year.clients.entries()) {
      const expected = model.at(index, moment);
      const where = [schools[index]?.zone, new Date(moment).toISOString()];
      const mails = arrived.filter(({ clientId }) => clientId === id);
      expect([...where, byAddress(mails.map(readMail))]).toEqual([...where, byAddress(expected.mails)]);
      sent += mails.length;
      for (const mail of mails) {
        expect(mail.unsubscribe).toMatch(/\/unsubscribe\/[0-9a-f-]{36}\/(reminder|hours)$/);
        // Without an account, everything is done by a link.
        if (!year.people[index]?.get(mail.to.toLowerCase())?.hasAccount)
          expect(tokensOf([mail])).toHaveLength(readMail(mail).lines.length + (readMail(mail).hours ? 1 : 0));
      }
      const { rows: received } = await owner.query<{ user: string; text: string }>(
        `delete from notices where user_id = any($1) and kind = 'reminder' returning user_id as user, text`,
        [staff],
      );
      // A teacher and an Admin.
      const counts = staff.map((id) =>
        received.flatMap(({ user, text }) =>
          user === id ? Number(/^(\d+) follow-ups? /.exec(text)?.[1]) : [],
        ),
      );
      const { Teacher, Admin } = expected.told;
      expect([...where, counts]).toEqual([...where, [Teacher, Admin].map((n) => (n > 0 ? [n] : []))]);
      const { rows: marked } = await owner.query<{ key: string }>(
        `select kind || ' ' || subject_id || ' ' || since as key from follow_ups
          where client_id = $1 and escalated_at = $2`,
        [id, given.now],
      );
      expect([...where, marked.map(({ key }) => key).sort()]).toEqual([...where, expected.escalated]);
    }
    const tokens = tokensOf(arrived);
    const { rows } = await owner.query<{ working: number }>(
      `select count(*)::int as working from links where token_hash = any($1) and done_at is null
          and revoked_at is null and expires_at > $2`,
      [tokens.map((token) => createHash('sha256').update(Buffer.from(token)).digest()), given.now],
    );
    expect(rows[0]?.working).toBe(tokens.length);
    arrived = [];
  };

  const moments = Array.from({ length: DAYS }, (_, index) => FIRST + index).flatMap((day) =>
    schools.flatMap(({ zone, from, until }, school) => {
      const at = (minute: number, does: (moment: number) => Promise<void>) => {
        const moment = momentAt(zone, day, minute);
        return { moment, isLook: does === look, does: () => does(moment) };
      };
      const begins = async (moment: number) => {
        server.clock.moveTo(new Date(moment));
        for (const does of year.happens[school]?.get(day) ?? []) await does(new Date(moment));
        for (const thing of model.morning(school, day))
          await putOff(server, year.clients[school]?.id ?? '', thing, new Date(moment));
      };
      // On some days, look at the edges of a school system's hours and at night.
      const edges = [130, from * 60 - 1, from * 60, until * 60 - 1, until * 60, 22 * 60 + 10];
      const looks = [school, school + 4].includes(day % 8) ? edges : [from * 60 + 17];
      return [at(MORNING, begins), ...looks.map((minute) => at(minute, look))];
    }),
  );
  // On some days no server runs during a school system's hours, so its reminders are sent on the next reminder day.
  const outages = schools.flatMap(({ zone, from, until }, school) =>
    Array.from({ length: DAYS }, (_, index) => FIRST + index)
      .filter((day) => day % 8 === school + 4)
      .map((day) => [momentAt(zone, day, from * 60), momentAt(zone, day, until * 60)] as const),
  );
  const isOut = (moment: number) => outages.some(([from, until]) => from <= moment && moment < until);
  for (const { moment, does, isLook } of moments.sort((one, two) => one.moment - two.moment))
    if (!isLook || !isOut(moment)) await does();

  // Staff's notices were compared and deleted above; nobody else is told that something has waited too long.
  const { rows } = await owner.query(`select from notices where text like '%waited too long%'`);
  expect(rows).toEqual([]);
  const { rows: noted } = await owner.query<{ client: string; key: string; people: Record<string, string> }>(
    `select client_id as client, kind || ' ' || subject_id || ' ' || since as key, reminded_people as people
       from follow_ups`,
  );
  const expectedDays = new Map([...model.reminded].map(([key, day]) => [hashed(key), day]));
  const days = noted.flatMap(({ client, key, people }) =>
    Object.entries(people).map(([person, at]) => {
      const { day } = clockIn(schools[schoolOf(client)]?.zone ?? '', Date.parse(at));
      return [`${key} ${person}`, day, expectedDays.get(`${key} ${person}`)] as const;
    }),
  );
  // Nobody is recorded as reminded who was not.
  expect(days.filter(([, day, expected]) => day !== expected)).toEqual([]);
  for (const kind of kinds) {
    const { first, next, last, escalated } = model.figures[kind];
    expect([kind, escalated > 0]).toEqual([kind, true]);
    // A short year may end before a plan's last reminder.
    const found = [first, next, ...(IS_WHOLE ? [last] : [])].every((count) => count > 0);
    if (kind !== 'guardian') expect([kind, found]).toEqual([kind, true]);
  }
  const { muted, refused: lost } = model.unreached;
  const all = {
    ending: model.figures.agreement.ending,
    daily: model.dailyEmails(),
    muted,
    lost,
    requests: model.requests(),
    later: model.later(),
    told: model.businessesTold(),
  };
  expect(Object.entries(all).filter(([, count]) => count === 0)).toEqual([]);
  if (IS_WHOLE) {
    const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(0)} s`;
    console.table(model.figures);
    console.log(
      `${PLACEMENTS} placements, ${DAYS} days from ${dayText(FIRST)}, ${year.things.length} things that wait, ` +
        `${sent} emails, ${model.dailyEmails()} of them daily ones; ${model.requests()} requests for an evaluation, ${model.later()} reminders that count from when a person was asked; ${muted + lost} times no email because an address without ` +
        `an account turned them off or refuses mail. ` +
        `Making them took ${seconds(begun, built)}, the year ${seconds(built, performance.now())}.`,
    );
  }
}, 3_600_000);
