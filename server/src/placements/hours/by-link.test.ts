import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { hoursCalls } from '@waypost/contract/placements/hours/calls';
import { APPROVED, DISAPPROVED } from '@waypost/contract/placements/hours/rules';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { and, eq } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import { expect, test, vi } from 'vitest';
import { aLinkedPlacement, openLink, postLink } from '../../../testing/links.ts';
import { startTestServer } from '../../../testing/server.ts';
import { untilLockWait, whileItWaits } from '../../../testing/waiting.ts';
import { mailPendingHours } from '../../oversight/follow-ups/digest.ts';
import { hashPassword } from '../../platform/access/passwords.ts';
import { links } from '../../platform/database/tables/links.ts';
import { settings } from '../../platform/database/tables/lists.ts';
import { opportunities } from '../../platform/database/tables/opportunities.ts';
import { users } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import { hourEntries, projectApprovals } from '../../platform/database/tables/projects.ts';

const server = startTestServer();

const decisionOf = async ({ id }: { id: string }) =>
  (await server.db.select().from(hourEntries).where(eq(hourEntries.id, id)))[0];

const seenNow = () => server.clock.now().toISOString();

/** The same student at another business. */
const anotherPlacementOf = ({ student }: Awaited<ReturnType<typeof aLinkedPlacement>>) =>
  server.aProject({ student });

/** Another intern of the same business, with pending hours. */
async function anotherIntern({ business, client }: Awaited<ReturnType<typeof aLinkedPlacement>>) {
  const student = await server.aStudent({ client, firstName: 'Alan', lastName: 'Turing' });
  const project = await server.aProject({ student, business });
  return {
    project,
    hours: await server.someHours(project, { totalHours: 4, createdAt: server.clock.now() }),
  };
}

test('the daily email’s link approves the hours of all interns without an account', async () => {
  const placement = await aLinkedPlacement(server);
  const other = await anotherIntern(placement);
  server.jobs.mail.length = 0;
  server.clock.moveBy(86_400_000);
  const { jobs, clock } = server;
  await mailPendingHours(server.database.app, {
    jobs,
    publicUrl: 'https://waypost.test',
    now: clock.now(),
  });
  const mail = server.jobs.mail.find(({ to }) => to === placement.business.email);
  const [, token = ''] = /https:\/\/waypost\.test\/link\/([\w-]{43})\s/.exec(mail?.text ?? '') ?? [];
  expect(mail?.html).toContain(`href="https://waypost.test/link/${token}"`);
  const page = await (await openLink(server, token)).text();
  expect(page).toContain('2 entries are waiting for your approval, 6.50 hours in all.');
  const press = (project: { id: string }) =>
    postLink(server, token, { name: 'Grace Hopper', seen: seenNow(), do: `all ${project.id} 1` });
  const after = await (await press(placement.project)).text();
  expect(after).toContain('value="Grace Hopper"');
  expect(after).toContain('1 entry is waiting for your approval, 4.00 hours in all.');
  expect(await (await press(other.project)).text()).toContain('Everything here is done.');
  for (const { hours } of [placement, other])
    expect(await decisionOf(hours)).toMatchObject({ businessApproved: APPROVED, decidedAt: clock.now() });
});

test('a link at the former address of an account that changed its email approves nothing', async () => {
  const given = { business: { passwordHash: await hashPassword('a boat on the bay') } };
  const { business, hours, project, issue } = await aLinkedPlacement(server, given);
  const token = await issue('hours', business.email);
  await server.as(business).call(accountCalls.changePassword, {
    email: 'grace.new@bay.example',
    password: 'a boat on the bay',
    new_password: '',
  });
  const press = { name: 'Grace Hopper', seen: seenNow(), do: `all ${project.id} 1` };
  expect((await postLink(server, token, press)).status).toBe(404);
  expect((await decisionOf(hours))?.businessApproved).not.toBe(APPROVED);
});

test('the page lists interns by first name and initial, by week, with the school’s phone number', async () => {
  const placement = await aLinkedPlacement(server);
  await server.db
    .insert(settings)
    .values({ clientId: placement.client.id, fullName: 'Bay Schools', phoneNumber: '(410)555-0108' })
    .onConflictDoUpdate({
      target: settings.clientId,
      set: { fullName: 'Bay Schools', phoneNumber: '(410)555-0108' },
    });
  await server.someHours(placement.project, {
    startDate: '2026-02-27',
    endDate: '2026-02-28',
    totalHours: 9,
  });
  const page = await (await openLink(server, await placement.issue('hours'))).text();
  expect(page).toContain('<header>Bay Schools<nav>');
  expect(page).toContain('<h2>Ada L., Boat builder</h2>');
  expect(page).not.toContain('Lovelace');
  expect(page).toContain('<h3>Week of Mon 02/23/2026: 9.00 hours</h3>');
  expect(page).toContain('<b>Fri 02/27/2026 – Sat 02/28/2026: 9.00 hours</b>Sanded the hull.');
  expect(page).toContain('<h3>Week of Mon 03/02/2026: 2.50 hours</h3>');
  expect(page).toContain('<a href="tel:+14105550108">(410) 555-0108</a>');
  expect(page).not.toContain('<script');
});

test('shows a note beside hours that are worth a look, counting what was approved before', async () => {
  const placement = await aLinkedPlacement(server);
  const { project, opportunity } = placement;
  await server.db
    .update(opportunities)
    .set({ employmentStart: '2026-03-01', employmentStop: '2026-03-01', hoursPerWeek: 8 })
    .where(eq(opportunities.id, opportunity.id));
  const decidedAt = new Date('2026-03-03T00:00:00Z');
  await server.someHours(project, {
    businessApproved: APPROVED,
    decidedAt,
    totalHours: 7,
    textLog: 'Before.',
  });
  await server.someHours(await anotherPlacementOf(placement), { totalHours: 6 });
  const page = await (await openLink(server, await placement.issue('hours'))).text();
  for (const note of [
    'Mon 03/02/2026 is after the last day of the placement, Sun 03/01/2026',
    '9.50 hours on Mon 03/02/2026',
    '9.50 hours in the week of Mon 03/02/2026, 8.00 agreed',
  ])
    expect(page).toContain(`<em>${note}</em>`);
  expect(page).not.toContain('Before.');
});

test('shows students’ input as text', async () => {
  const placement = await aLinkedPlacement(server);
  await server.someHours(placement.project, { textLog: '<img src=x onerror=alert(1)> "& \'' });
  const page = await (await openLink(server, await placement.issue('hours'))).text();
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt; &quot;&amp; &#x27;');
});

test.each([
  ['one intern of many entries', 1, 120],
  ['many interns', 24, 3],
])('the page stays below 15 kB with %s', async (_, interns, entries) => {
  const placement = await aLinkedPlacement(server);
  await server.db.delete(hourEntries).where(eq(hourEntries.id, placement.hours.id));
  for (let index = 0; index < interns; index++) {
    const student = await server.aStudent({
      client: placement.client,
      firstName: 'Ñandú',
      lastName: 'Núñez',
    });
    const project = await server.aProject({ student, business: placement.business });
    await server.db.insert(hourEntries).values(
      Array.from({ length: entries }, () => ({
        clientId: placement.business.clientId,
        projectId: project.id,
        startDate: '2026-03-02',
        endDate: '2026-03-02',
        totalHours: 0.05,
        textLog: 'ñ&"'.repeat(500),
        createdAt: server.clock.now(),
      })),
    );
  }
  const token = await placement.issue('hours');
  await server.db.update(links).set({ locale: 'es' }).where(eq(links.accountId, placement.business.id));
  let page = await (await openLink(server, token)).text();
  expect(page).toContain(`${interns * entries} registros esperan`);
  const button =
    interns === 1 ? /value="((?:first|all) [\w-]{36} [^"]+)"/ : /value="(first \d+ [0-9a-f]{32}|all \d+)"/;
  for (let waiting = interns * entries, pressed = ''; waiting > 0; ) {
    expect(Buffer.byteLength(page)).toBeLessThan(15_000);
    const shown = [...page.matchAll(/name="entry" value="([^"]+)"/g)].map(([, id = '']) => id);
    [, pressed = ''] = button.exec(page) ?? /value="(all [^"]+)"/.exec(page) ?? [];
    page = await (await postLink(server, token, { name: 'Grace', seen: seenNow(), do: pressed })).text();
    const left = await server.db
      .select({ id: hourEntries.id })
      .from(hourEntries)
      .where(and(eq(hourEntries.clientId, placement.business.clientId), eq(hourEntries.businessApproved, 0)));
    // Entries that the page did not show are still pending.
    expect(left).toHaveLength(waiting - shown.length);
    expect(left.some(({ id }) => shown.includes(id))).toBe(false);
    waiting = left.length;
  }
  expect(page).toContain('Aquí todo está hecho.');
  expect(Buffer.byteLength(page)).toBeLessThan(15_000);
});

test('does not approve an entry beyond the page’s limit in place of one decided meanwhile', async () => {
  const placement = await aLinkedPlacement(server);
  for (let more = 0; more < 60; more++)
    await server.someHours(placement.project, { textLog: 'Sanded. '.repeat(50) });
  const token = await placement.issue('hours');
  const page = await (await openLink(server, token)).text();
  const [, pressed = ''] = /value="(first [^"]+)"/.exec(page) ?? [];
  const [, first = ''] = /name="entry" value="([^"]+)"/.exec(page) ?? [];
  const pending = async () =>
    (
      await server.db.select().from(hourEntries).where(eq(hourEntries.projectId, placement.project.id))
    ).filter(({ businessApproved }) => businessApproved === 0).length;
  const before = await pending();
  await server.as(placement.business).call(hoursCalls.approveHours, {
    project_id: placement.project.id,
    hours_id: first,
    business_approved: 1 as const,
  });
  const reply = await postLink(server, token, { name: 'Grace', seen: seenNow(), do: pressed });
  expect([reply.status, await pending()]).toEqual([409, before - 1]);
});

test('disapproves checked entries with a reason for the student', async () => {
  const placement = await aLinkedPlacement(server);
  const token = await placement.issue('hours');
  const other = await server.someHours(placement.project, { createdAt: server.clock.now() });
  const press = (reason: string, ...entries: string[]) =>
    postLink(server, token, [
      ['name', 'Grace'],
      ['seen', seenNow()],
      ['reason', reason],
      ...entries.map((entry): [string, string] => ['entry', entry]),
      ['do', 'disapprove'],
    ]);
  const without = await press('', placement.hours.id);
  expect(without.status).toBe(400);
  const page = await without.text();
  expect(page).toContain('Give the student a reason');
  expect(page).toContain(`checked="" value="${placement.hours.id}"`);
  expect((await press('Not there.')).status).toBe(400);
  expect((await press('Not there that day.', placement.hours.id)).status).toBe(200);
  expect(await decisionOf(placement.hours)).toMatchObject({
    businessApproved: -1,
    disapprovalReason: 'Not there that day.',
  });
  expect(await decisionOf(other)).toMatchObject({ businessApproved: 0 });
});

test('approves everything with one button, and revokes staff’s approval like an account does', async () => {
  const placement = await aLinkedPlacement(server);
  const other = await anotherIntern(placement);
  await server.db.insert(projectApprovals).values({
    clientId: placement.client.id,
    projectId: placement.project.id,
    item: 'hours',
    approvedBy: placement.business.id,
    approvedAt: server.clock.now(),
  });
  const token = await placement.issue('hours');
  await postLink(server, token, { name: 'Grace', seen: seenNow(), do: 'all 2' });
  for (const { hours } of [placement, other])
    expect(await decisionOf(hours)).toMatchObject({ businessApproved: APPROVED });
  const reopened = await server.db
    .select()
    .from(auditEntries)
    .where(
      and(eq(auditEntries.clientId, placement.client.id), eq(auditEntries.action, 're-open project item')),
    );
  expect(reopened).toMatchObject([{ actorName: 'Grace', subjectId: placement.student.id }]);
});

test('stays open for an entry that is logged just before it decides the others', async () => {
  const placement = await aLinkedPlacement(server);
  const token = await placement.issue('hours');
  const press = { name: 'Grace', seen: seenNow(), do: `all ${placement.project.id} 1` };
  const student = await server.database.owner.connect();
  try {
    await student.query('begin');
    await student.query('select from projects where id = $1 for update', [placement.project.id]);
    const reply = postLink(server, token, press);
    await untilLockWait(server.database.owner);
    await student.query(
      `insert into hour_entries select (jsonb_populate_record(h, jsonb_build_object('id', gen_random_uuid(), 'created_at', h.created_at + interval '1 ms'))).* from hour_entries h where id = $1`,
      [placement.hours.id],
    );
    await student.query('commit');
    expect((await reply).status).toBe(200);
  } finally {
    await student.query('rollback');
    student.release();
  }
  expect(await decisionOf(placement.hours)).toMatchObject({ businessApproved: APPROVED });
  expect(await (await openLink(server, token)).text()).toContain('1 entry is waiting for your approval');
});

/** A decision with a link that stays open, because another intern's entries still have to be decided. */
async function aDecision() {
  const placement = await aLinkedPlacement(server);
  await anotherIntern(placement);
  const token = await placement.issue('hours');
  const press = { name: 'Grace', seen: seenNow(), do: `all ${placement.project.id} 1` };
  return { placement, decide: () => postLink(server, token, press) };
}
/** The decision waits for this after it has changed the entry. */
const holdActs = (other: PoolClient) => other.query('lock table link_acts in share mode');

test('decides nothing with a link that is revoked meanwhile', async () => {
  const { placement, decide } = await aDecision();
  const reply = await whileItWaits(server.database.owner, holdActs, decide, () =>
    server.db.update(links).set({ revokedAt: server.clock.now() }),
  );
  expect(reply.status).toBe(404);
  expect((await decisionOf(placement.hours))?.businessApproved).not.toBe(APPROVED);
});

test('says that a decision was saved, although its link was revoked right after it', async () => {
  const { placement, decide } = await aDecision();
  const pool = server.database.app;
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
  // The page's own transaction begins after the decision is committed.
  const connecting = vi.spyOn(pool, 'connect').mockImplementation(async () => {
    const { businessApproved } = (await decisionOf(placement.hours)) ?? {};
    if (businessApproved === APPROVED) await server.db.update(links).set({ revokedAt: server.clock.now() });
    return connect();
  });
  const reply = await decide();
  connecting.mockRestore();
  expect(reply.status).toBe(200);
  expect(await reply.text()).toContain('Saved. Thank you.');
  expect(await decisionOf(placement.hours)).toMatchObject({ businessApproved: APPROVED });
});

test('does not approve entries added since the page was opened', async () => {
  const placement = await aLinkedPlacement(server);
  const token = await placement.issue('hours');
  const seen = seenNow();
  server.clock.moveBy(60_000);
  const late = await server.someHours(placement.project, { createdAt: server.clock.now() });
  const press = { name: 'Grace', seen, do: `all ${placement.project.id} 1` };
  expect((await postLink(server, token, press)).status).toBe(200);
  expect(await decisionOf(placement.hours)).toMatchObject({ businessApproved: APPROVED });
  expect(await decisionOf(late)).toMatchObject({ businessApproved: 0 });
  expect((await postLink(server, token, { ...press, do: `all ${placement.project.id} 7` })).status).toBe(409);
});

test('does not decide again what an account decided meanwhile', async () => {
  const placement = await aLinkedPlacement(server);
  const token = await placement.issue('hours');
  const seen = seenNow();
  await server.as(placement.business).call(hoursCalls.approveHours, {
    project_id: placement.project.id,
    hours_id: placement.hours.id,
    business_approved: -1 as const,
    reason: 'Not there.',
  });
  const reply = await postLink(server, token, { name: 'Grace', seen, do: `all ${placement.project.id} 1` });
  expect(reply.status).toBe(409);
  const page = await reply.text();
  expect(page).toContain('Nothing is left to do here.');
  expect(page).toContain('What was decided since this was sent');
  expect(page).toMatch(
    /Ada L\.: 1 entry disapproved, 2\.50 hours<br\/><span class="soft">03\/05\/2026 10:01\sAM/,
  );
  expect(page).toContain('This isn’t me');
  expect(await decisionOf(placement.hours)).toMatchObject({ businessApproved: -1 });
});

test('an entry of another business counts as unknown', async () => {
  const [mine, theirs] = [await aLinkedPlacement(server), await aLinkedPlacement(server)];
  const token = await mine.issue('hours');
  for (const entry of [theirs.hours.id, 'no id'])
    expect(
      (await postLink(server, token, { name: 'Grace', seen: seenNow(), entry, do: 'approve' })).status,
    ).toBe(409);
  expect(await decisionOf(theirs.hours)).toMatchObject({ businessApproved: 0 });
});

test('a business that lost its approval cannot decide', async () => {
  const placement = await aLinkedPlacement(server);
  const token = await placement.issue('hours');
  await server.db.update(users).set({ approved: false }).where(eq(users.id, placement.business.id));
  expect(await (await openLink(server, token)).text()).toContain('Nothing is left to do here.');
  const press = { name: 'Grace', seen: seenNow(), do: `all ${placement.project.id} 1` };
  expect((await postLink(server, token, press)).status).toBe(409);
  expect(await decisionOf(placement.hours)).toMatchObject({ businessApproved: 0 });
});

test.each([
  [APPROVED, { decision: 'approved', entries: 2, hours: '6.50' }],
  [DISAPPROVED, { decision: 'disapproved', entries: 2, hours: '6.50', reason: 'Not there.' }],
] as const)(
  'decision %d leaves the same audit entry by account and by link, with who decided and how',
  async (decision, details) => {
    const [one, other] = [await aLinkedPlacement(server), await aLinkedPlacement(server)];
    for (const { project } of [one, other])
      await server.someHours(project, { totalHours: 4, createdAt: server.clock.now() });
    const idsOf = async ({ project }: typeof one) =>
      (await server.db.select().from(hourEntries).where(eq(hourEntries.projectId, project.id))).map(
        ({ id }) => id,
      );
    await server.as(one.business).call(hoursCalls.approveHours, {
      project_id: one.project.id,
      hours_id: await idsOf(one),
      business_approved: decision,
      reason: 'Not there.',
    });
    await postLink(server, await other.issue('hours'), [
      ...(await idsOf(other)).map((id): [string, string] => ['entry', id]),
      ...Object.entries({ name: 'Grace Hopper', seen: seenNow(), reason: 'Not there.' }),
      ['do', decision === APPROVED ? 'approve' : 'disapprove'],
    ]);
    for (const [{ business, student, project }, actor, identified] of [
      [one, { actorId: one.business.id, actorName: 'Bayside Marine' }, 'account'],
      [
        other,
        { actorId: null, actorName: 'Grace Hopper' },
        expect.stringMatching(/^link to .•••@.*, name typed$/),
      ],
    ] as const) {
      const entries = await server.db
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.clientId, business.clientId));
      expect(entries).toMatchObject([
        {
          ...actor,
          action: 'decide hours',
          subjectId: student.id,
          details: { ...details, project: project.id, identified },
        },
      ]);
      const { hours } = await server
        .as(await server.aTeacher({ clientId: business.clientId }))
        .call(projectCalls.loadStudentProject, { project_id: project.id });
      expect(hours.map(({ decided_by, decided_via }) => [decided_by, decided_via])).toEqual(
        Array(2).fill([actor.actorName, identified === 'account' ? 'account' : 'link']),
      );
    }
  },
);
