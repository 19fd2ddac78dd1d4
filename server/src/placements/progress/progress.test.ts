import { consentCalls } from '@waypost/contract/people/consents/calls';
import { guardianCalls } from '@waypost/contract/people/guardians/calls';
import { agreementCalls } from '@waypost/contract/placements/agreements/calls';
import { type AgreementTerms, termOf } from '@waypost/contract/placements/agreements/template';
import { progressCalls } from '@waypost/contract/placements/progress/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ANNE, aLinkedPlacement, openLink, postLink } from '../../../testing/links.ts';
import { startTestServer } from '../../../testing/server.ts';
import { useUp } from '../../../testing/use-up.ts';
import { budgetOf } from '../../platform/access/budgets.ts';
import { agreements } from '../../platform/database/tables/agreements.ts';
import { consents } from '../../platform/database/tables/consents.ts';
import { guardians } from '../../platform/database/tables/guardians.ts';
import { linkActs, links } from '../../platform/database/tables/links.ts';
import { opportunities } from '../../platform/database/tables/opportunities.ts';
import { students } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';

const server = startTestServer();
const { getProgress } = progressCalls;

async function aPlacement() {
  const placement = await aLinkedPlacement(server);
  const { client, student, business, project, agreement } = placement;
  const teacher = await server.aTeacher({ client });
  const as = {
    student: server.as(student),
    business: server.as(business),
    teacher: server.as(teacher),
    admin: server.as(await server.anAdmin({ client })),
  };
  server.jobs.mail.length = 0;
  const key = { project_id: project.id };
  const signing = { text_hash: agreement.textHash, name: 'Anne Lovelace', agreed: 'yes', do: 'sign' };
  const states = async (who: keyof typeof as) => {
    const { steps } = await as[who].call(getProgress, key);
    return Object.fromEntries(steps.map(({ step, state, turn }) => [step, [state, ...turn].join(' ')]));
  };
  return { ...placement, teacher, as, key, signing, states };
}

const linkTo = (email: string) => {
  const mail = server.jobs.mail.findLast(({ to, text }) => to === email && text.includes('/link/'));
  return /\/link\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
};

test('shows each role only what it may see: a business sees no schoolwork and no consent', async () => {
  const { as, key, states } = await aPlacement();
  const own = await as.student.call(getProgress, key);
  expect(own).toMatchObject({
    viewer: 'student',
    student: 'Ada Lovelace',
    business: 'Bayside Marine',
    title: 'Boat builder',
    business_status: 'open',
    agreement_status: 'sent',
    evaluations: 0,
    hours: { accepted: 0, pending: 2.5, minimum: 135 },
  });
  expect(own.steps.find(({ step }) => step === 'sending')).toEqual({
    step: 'sending',
    state: 'done',
    turn: [],
    is_current: false,
    at: server.clock.now().toISOString(),
  });
  expect(own.steps.filter(({ is_current }) => is_current).map(({ step }) => step)).toEqual([
    'student signature',
  ]);
  const all = await states('student');
  expect(all).toMatchObject({
    'student signature': 'now student',
    'guardian signature': 'now guardian',
    hours: 'now business student',
    evaluations: expect.any(String),
    end: 'later',
  });
  expect(await states('teacher')).toEqual(all);
  const { reflections, viewer } = await as.business.call(getProgress, key);
  expect([reflections, viewer]).toEqual([null, 'business']);
  const hidden = ['consent', 'reflections', 'summary', 'project', 'sign-off'];
  const shown = Object.entries(all).filter(([step]) => !hidden.includes(step));
  expect(await states('business')).toEqual(Object.fromEntries(shown));
});

test('the page updates as people sign and decide on hours', async () => {
  const { as, key, states, agreement } = await aPlacement();
  const own = { ...key, text_hash: agreement.textHash, name: 'Ada Lovelace', agreed: true as const };
  await as.student.call(agreementCalls.signAgreement, own);
  expect((await states('student'))['student signature']).toBe('done');
  await server.database.owner.query(
    'update hour_entries set business_approved = 1, total_hours = 450, decided_at = $2 where project_id = $1',
    [key.project_id, server.clock.now()],
  );
  expect(await states('student')).toMatchObject({
    hours: 'done',
    summary: 'now student',
    'sign-off': 'now school',
  });
});

test('the last step shows when the placement ended', async () => {
  const { as, key } = await aPlacement();
  await as.admin.call(projectCalls.changeBusinessStatus, { ...key, business_status: 'completed' });
  const { steps } = await as.student.call(getProgress, key);
  expect(steps.at(-1)).toMatchObject({ step: 'end', state: 'done', at: server.clock.now().toISOString() });
});

test('a draft’s missing terms decide whose turn it is', async () => {
  const { as, key, states, agreement } = await aPlacement();
  await server.database.owner.query(
    `update agreements set status = 'draft', sent_at = null, parties = '{}' where id = $1`,
    [agreement.id],
  );
  expect(await states('admin')).toMatchObject({ terms: 'done', sending: 'now school' });
  await server.database.owner.query(
    `update agreements set terms = jsonb_set(terms, '{duties}', '""') where id = $1`,
    [agreement.id],
  );
  expect(await states('admin')).toMatchObject({ terms: 'now business', sending: 'later' });
  expect((await as.admin.call(getProgress, key)).agreement_status).toBe('draft');
});

test('only its two sides and staff see it, and views by staff are recorded', async () => {
  const { client, as, key, student } = await aPlacement();
  for (const other of [await server.aStudent({ client }), await server.aBusiness({ client })])
    expect((await server.as(other).refusal(getProgress, key)).status).toBe(404);
  const elsewhere = await server.anAdmin({ client: await server.aClient() });
  expect((await server.as(elsewhere).refusal(getProgress, key)).status).toBe(404);
  await as.student.call(getProgress, key);
  const viewed = () => server.db.select().from(auditEntries).where(eq(auditEntries.subjectId, student.id));
  expect(await viewed()).toEqual([]);
  await as.teacher.call(getProgress, key);
  expect(await viewed()).toMatchObject([{ action: 'view project', details: { project: key.project_id } }]);
});

test('a business loses access when the student’s account is deleted', async () => {
  const { as, key, project } = await aPlacement();
  await server.database.owner.query('update projects set student_id = null where id = $1', [project.id]);
  expect((await as.business.refusal(getProgress, key)).status).toBe(404);
  expect((await as.admin.call(getProgress, key)).student_id).toBe('');
});

test('a guardian who signs gets a receipt with a link to the progress, which opens without an account', async () => {
  const { issue, signing, business, student } = await aPlacement();
  await postLink(server, await issue('sign'), signing);
  const receipt = server.jobs.mail.find(({ to }) => to === ANNE);
  expect(receipt?.subject).toBe('Your receipt: Training agreement signed, version 1, Ada L.');
  expect(receipt?.text).toContain('under the name Anne Lovelace');
  const token = linkTo(ANNE);
  const reply = await openLink(server, token);
  const page = await reply.text();
  expect(reply.status).toBe(200);
  expect(page).toContain('Ada L. at Bayside Marine: Boat builder');
  expect(page).not.toContain('Lovelace');
  expect(page).not.toContain(business.email);
  expect(page).not.toContain(student.email);
  expect(page).toMatch(/Guardian’s signature<\/b><br\/><span class="soft">Done on Wed 03\/04\/2026/);
  expect(page).toMatch(/aria-current="step"><b>Student’s signature/);
  expect(page).toContain('Waiting for the student since Wed 03/04/2026');
  expect(page).toContain('0.00 of 135 hours approved, 2.50 waiting');
  expect(page).not.toMatch(/<script|<button[^>]*>[^<]*(Approve|Sign)/);
  expect(Buffer.byteLength(page)).toBeLessThan(15_000);
});

test('its page has each day with its weekday and year', async () => {
  const { issue, opportunity } = await aPlacement();
  const ends = async (employmentStop: string) => {
    await server.db.update(opportunities).set({ employmentStop }).where(eq(opportunities.id, opportunity.id));
    const page = await (await openLink(server, await issue('progress'))).text();
    return /End of the placement<\/b><br\/><span class="soft">([^<]*)</.exec(page)?.[1];
  };
  expect(await ends('2026-12-18')).toBe('Planned for Fri 12/18/2026');
  expect(await ends('2027-03-25')).toBe('Planned for Thu 03/25/2027');
});

test('its page says whether a draft waits for the business or the school, as its template asks, without its text', async () => {
  const { issue, agreement, as, key } = await aPlacement();
  const filled: Record<string, string | number | boolean> = {
    place: 'Dock 7',
    start_date: '2026-03-09',
    end_date: '2026-05-29',
    schedule: 'Mon',
    hours_per_week: 9,
    pay: 'Paid',
    duties: 'Sands.',
    goals: 'Learns.',
    supervisor: 'Bay',
    supervision: 'Daily.',
    hazardous: false,
    guardian_signs: true,
  };
  const token = await issue('progress');
  const turnOf = async (field: string, terms: object) => {
    await server.db
      .update(agreements)
      .set({ status: 'draft', body: `[${field}] [student]`, terms: terms as AgreementTerms })
      .where(eq(agreements.id, agreement.id));
    const page = await (await openLink(server, token)).text();
    expect(page).not.toMatch(/Sands|Dock 7/);
    const { steps } = await as.student.call(getProgress, key);
    const turn = steps.flatMap(({ step, state, turn: of }) =>
      step.match(/terms|sending/) && state === 'now' ? of : [],
    );
    const byLink = /(?:filled in|sent)<\/b><br\/><span class="soft">Waiting for the (\w+)/.exec(page)?.[1];
    expect(byLink).toBe(turn.join());
    return byLink;
  };
  for (const [field, term] of Object.entries(termOf)) {
    expect([field, await turnOf(field, filled)]).toEqual([field, 'school']);
    const empty = term === 'hours_per_week' ? null : '';
    expect([field, await turnOf(field, { ...filled, [term]: empty })]).toEqual([field, 'business']);
  }
});

/** A guardian whom staff send the link to the progress. */
async function toSend() {
  const placement = await aPlacement();
  const { as, student } = placement;
  const all = await as.teacher.call(guardianCalls.getGuardians, { student_id: student.id });
  const input = { student_id: student.id, _id: all.find(({ email }) => email === ANNE)?._id ?? '' };
  return { ...placement, input };
}

test('staff send a guardian the links to the student’s open placements, and it is recorded', async () => {
  const { as, input, student, business, client, project, issue } = await toSend();
  const before = await issue('progress');
  const opportunity = await server.anOpportunity({ business, title: 'Sailmaker' });
  await server.aProject({ student, business, opportunity, createdAt: new Date('2026-02-01') });
  await server.database.owner.query(`update projects set created_at = '2026-01-20' where id = $1`, [
    project.id,
  ]);
  const over = await server.anOpportunity({ business, title: 'Over' });
  const ended = await server.aProject({ student, business, opportunity: over });
  await server.database.owner.query(`update projects set business_status = 'completed' where id = $1`, [
    ended.id,
  ]);
  expect(await as.teacher.call(progressCalls.sendProgressLink, input)).toEqual({
    message: 'success',
    email: 'a•••@home.test',
  });
  const [mail, ...more] = server.jobs.mail;
  expect([mail?.to, mail?.subject, more]).toEqual([ANNE, 'How Ada L.’s placement is going', []]);
  expect(mail?.text).toContain('You get this email as Ada L.’s parent or guardian.\n');
  const tokens = [...(mail?.text ?? '').matchAll(/\/link\/([\w-]{43})/g)].map(([, token = '']) => token);
  const pages = await Promise.all(tokens.map(async (token) => (await openLink(server, token)).text()));
  expect(pages.map((page) => /Bayside Marine: ([\w ]+)/.exec(page)?.[1])).toEqual([
    'Sailmaker',
    'Boat builder',
  ]);
  // Like links of other purposes, the earlier one still works.
  expect(await (await openLink(server, before)).text()).toContain('Boat builder');
  const [entry] = await server.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.clientId, client.id), eq(auditEntries.action, 'send progress link')));
  expect(entry).toMatchObject({ subjectId: student.id, details: { to: 'a•••@home.test' } });
});

test.each<[string, string, string]>([
  ['is not confirmed', 'update guardians set confirmed = false', 'Confirm this guardian first'],
  ['has no email', `update guardians set email = ''`, 'There is no email address for them'],
  [
    'has an address that returns mail',
    'update guardians set mail_returned_at = now()',
    'Emails to anne@home.test come back. Correct the address first',
  ],
])('staff send no link to a guardian who %s', async (_, change, message) => {
  const { as, input } = await toSend();
  await server.database.owner.query(`${change} where id = $1`, [input._id]);
  const { status, problem } = await as.teacher.refusal(progressCalls.sendProgressLink, input);
  expect([status, problem.detail, server.jobs.mail]).toEqual([409, message, []]);
});

test('staff send no link about a student of age or without an open placement, nor to another’s guardian', async () => {
  const { as, input, student, project, client } = await toSend();
  const { sendProgressLink } = progressCalls;
  const { owner } = server.database;
  const refusal = async () => (await as.teacher.refusal(sendProgressLink, input)).problem.detail;
  await owner.query(
    `update students set birth_date = '2008-03-04', birth_date_by = 'school' where user_id = $1`,
    [student.id],
  );
  expect(await refusal()).toMatch(/^This student is 18 or older/);
  await owner.query(
    `update students set birth_date = '2008-03-05', birth_date_by = 'school' where user_id = $1`,
    [student.id],
  );
  const other = { ...input, student_id: (await server.aStudent({ client })).id };
  expect((await as.teacher.refusal(sendProgressLink, other)).status).toBe(404);
  await owner.query(`update projects set business_status = 'terminated' where id = $1`, [project.id]);
  expect(await refusal()).toBe('This student has no placement at the moment');
  expect((await as.student.refusal(sendProgressLink, input)).status).toBe(403);
  expect(server.jobs.mail).toEqual([]);
});

test('limits how many links to progress pages a person emails in a day', async () => {
  const { as, input, teacher } = await toSend();
  await useUp(server, budgetOf('progress links', teacher.id), 1);
  await as.teacher.call(progressCalls.sendProgressLink, input);
  const { status, problem } = await as.teacher.refusal(progressCalls.sendProgressLink, input);
  expect([status, problem.detail]).toEqual([
    429,
    'You have used all 100 links to progress pages for now. Try again in 24 hours.',
  ]);
});

test('while a guardian has to sign, it says where the link to sign is', async () => {
  const { issue, signing } = await aPlacement();
  const page = async () => (await openLink(server, await issue('progress'))).text();
  const where = 'emailed to the guardian who signs. To get it again, call School system';
  expect(await page()).toContain(where);
  await postLink(server, await issue('sign'), signing);
  expect(await page()).not.toContain(where);
});

test('a guardian who declines gets a receipt', async () => {
  const { issue, signing } = await aPlacement();
  await postLink(server, await issue('sign'), { ...signing, do: 'decline', reason: 'Too far.' });
  expect(server.jobs.mail.find(({ to }) => to === ANNE)?.subject).toBe(
    'Your receipt: Training agreement declined, version 1, Ada L.',
  );
});

test('a guardian who consents gets a receipt, with the link if a placement is open', async () => {
  const { as, student, project } = await aPlacement();
  const all = await as.teacher.call(guardianCalls.getGuardians, { student_id: student.id });
  const guardian_id = all.find(({ email }) => email === ANNE)?._id ?? '';
  const consenting = async () => {
    await as.teacher.call(consentCalls.askForConsent, { student_id: student.id, guardian_id });
    const token = linkTo(ANNE);
    const text_hash =
      /name="text_hash" value="(\w+)"/.exec(await (await openLink(server, token)).text())?.[1] ?? '';
    server.jobs.mail.length = 0;
    await postLink(server, token, { text_hash, name: 'Anne Lovelace', agreed: 'yes', do: 'consent' });
    return server.jobs.mail.find(({ to }) => to === ANNE);
  };
  const receipt = await consenting();
  expect(receipt?.subject).toBe('Your receipt: Consent given, Ada L.');
  expect(await (await openLink(server, linkTo(ANNE))).text()).toContain('How the placement is going');
  await server.database.owner.query(`update projects set business_status = 'completed' where id = $1`, [
    project.id,
  ]);
  const without = await consenting();
  expect(without?.text).not.toContain('/link/');
});

test('the page is read-only: opening it, HEAD, and any button change nothing, with or without a typed name', async () => {
  const { issue, project } = await aPlacement();
  const token = await issue('progress');
  const before = await Promise.all([
    server.db.select().from(links).where(eq(links.subjectId, project.id)),
    server.db.select().from(consents),
    server.db.select().from(linkActs),
  ]);
  await openLink(server, token, { method: 'HEAD' });
  for (const name of ['', 'Anne Lovelace'])
    for (const button of ['', 'sign', 'consent', 'approve', 'pass-on']) {
      const reply = await postLink(server, token, { name, do: button, agreed: 'yes' });
      expect(reply.status, `${name} ${button}`).toBe(name === '' ? 400 : 403);
    }
  const after = await Promise.all([
    server.db.select().from(links).where(eq(links.subjectId, project.id)),
    server.db.select().from(consents),
    server.db.select().from(linkActs),
  ]);
  expect(after).toEqual(before);
  expect((await openLink(server, token)).status).toBe(200);
});

test.each<[string, Partial<typeof guardians.$inferInsert>]>([
  ['was not confirmed', { confirmed: false }],
  ['has another address', { email: 'other@home.test' }],
])('a guardian who %s no longer sees it', async (_, change) => {
  const { issue, student } = await aPlacement();
  const token = await issue('progress');
  expect(await (await openLink(server, token)).text()).toContain('Boat builder');
  await server.db.update(guardians).set(change).where(eq(guardians.studentId, student.id));
  const page = await (await openLink(server, token)).text();
  expect(page).toContain('You can no longer see this with this link.');
  expect(page).not.toContain('Boat builder');
});

test('the page ends when the student is of age', async () => {
  const { issue, student } = await aPlacement();
  const token = await issue('progress');
  await server.db
    .update(students)
    .set({ birthDate: '2000-01-01', birthDateBy: 'school' })
    .where(eq(students.userId, student.id));
  const page = await (await openLink(server, token)).text();
  expect(page).toContain('This student is 18 or older and decides without you.');
  expect(page).not.toContain('Boat builder');
});
