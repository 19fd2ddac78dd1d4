import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { AUTO_APPLIED } from '@waypost/contract/placements/applications/rules';
import { budgets } from '@waypost/contract/platform/budgets/rules';
import { settingsCalls } from '@waypost/contract/school-system/settings/calls';
import type { ApplicationStatus } from '@waypost/contract/statuses';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, TEST_NOW } from '../../../testing/server.ts';
import { applications } from '../../platform/database/tables/opportunities.ts';
import { users } from '../../platform/database/tables/people.ts';
import { sendMissedOffers, sendOffer } from './offers.ts';

const server = startTestServer();
const {
  offerPlacement,
  undoOffer,
  takeBackOffer,
  updateApplicationStatus,
  getApplicationById,
  getMyApplications,
} = applicationCalls;

beforeEach(() => {
  server.clock.moveTo(TEST_NOW);
  server.jobs.mail.length = 0;
  server.jobs.offers.length = 0;
});

/** An application with its two sides, and a teacher. */
async function between(status: ApplicationStatus = 'New') {
  const client = await server.aClient();
  const student = await server.aStudent({ client, firstName: 'Ada', lastName: 'Lovelace' });
  const business = await server.aBusiness({ client, businessName: 'Bayside Marine' });
  const teacher = await server.aTeacher({ client });
  const opportunity = await server.anOpportunity({ business, title: 'Boat builder' });
  const application = await server.anApplication({ student, opportunity, status });
  const id = { application_id: application.id, message: '' };
  const look = (who: { token: string }) =>
    server.as(who).call(getApplicationById, { app_id: application.id });
  return { client, student, business, teacher, opportunity, application, id, look };
}

const needs = () => ({ jobs: server.jobs, publicUrl: 'https://waypost.test', now: server.clock.now() });
/** Runs the queue's jobs in order, after the time to undo is over. */
async function sendAll() {
  server.clock.moveBy(10_000);
  for (const offer of server.jobs.offers) await sendOffer(server.database.app, offer, needs());
}
const sendMissed = () => sendMissedOffers(server.database.app, needs());
const stored = async ({ id }: { id: string }) =>
  (await server.db.select().from(applications).where(eq(applications.id, id)))[0];

test('an offer is open immediately, and its email is sent ten seconds later', async () => {
  const { student, business, teacher, id, look } = await between();
  const given = { ...id, message: 'We liked your boat.\n\nSee you!', reply_by: '2026-03-20' };
  const { application } = await server.as(business).call(offerPlacement, given);
  const sendsAt = '2026-03-04T15:00:10.000Z';
  const mine = { offer_message: given.message, reply_by: '2026-03-20', offer_sends_at: sendsAt };
  expect(application).toMatchObject({ status: 'Offered', ...mine });
  expect(await look(business)).toMatchObject({ status: 'Offered', ...mine });
  const sent = { status: 'Offered', ...mine, offer_sends_at: null };
  for (const other of [student, teacher]) expect(await look(other)).toMatchObject(sent);
  expect(await server.as(student).call(getMyApplications, {})).toMatchObject([sent]);
  expect(server.jobs.mail).toEqual([]);

  await sendAll();
  for (const each of [student, business, teacher]) expect(await look(each)).toMatchObject(sent);
  expect(server.jobs.mail.map(({ to, subject }) => [to, subject])).toEqual([
    [student.email, 'You are offered a placement: Boat builder'],
  ]);
  expect(server.jobs.mail[0]?.text).toContain('Bayside Marine writes: We liked your boat.');
  expect(server.jobs.mail[0]?.text).toContain('reply by 03/20/2026.');
});

test('only one of several servers sends it', async () => {
  const { business, id } = await between();
  await server.as(business).call(offerPlacement, id);
  const [offer] = server.jobs.offers;
  if (!offer) throw new Error('no job was added');
  await Promise.all([1, 2, 3].map(() => sendOffer(server.database.app, offer, needs())));
  expect(server.jobs.mail).toHaveLength(1);
});

test('an offer that is undone in time is never mailed', async () => {
  const { student, business, id, look } = await between('Interview Scheduled');
  await server.as(business).call(offerPlacement, { ...id, message: 'Come!' });
  const { application } = await server.as(business).call(undoOffer, id);
  const none = { status: 'Interview Scheduled', offer_message: '', reply_by: null, offer_sends_at: null };
  expect(application).toMatchObject(none);
  await sendAll();
  expect(await look(student)).toMatchObject(none);
  expect(server.jobs.mail).toEqual([]);
});

test('an offer that is undone and made again is sent ten seconds after the second time', async () => {
  const { business, id } = await between();
  await server.as(business).call(offerPlacement, id);
  await server.as(business).call(undoOffer, id);
  server.clock.moveBy(5_000);
  await server.as(business).call(offerPlacement, { ...id, message: 'Now' });
  const [first, second] = server.jobs.offers;
  if (!first || !second) throw new Error('two jobs were to be added');
  await sendOffer(server.database.app, first, needs());
  expect(server.jobs.mail).toEqual([]);
  await sendOffer(server.database.app, second, needs());
  expect(server.jobs.mail).toHaveLength(1);
  expect(server.jobs.mail[0]?.text).toContain('Bayside Marine writes: Now');
});

test('an offer cannot be undone after its email, nor made twice', async () => {
  const { business, id } = await between();
  await server.as(business).call(offerPlacement, id);
  const twice = await server.as(business).refusal(offerPlacement, id);
  expect([twice.status, twice.problem.detail]).toEqual([409, 'This application is already Offered']);
  await sendAll();
  const late = await server.as(business).refusal(undoOffer, id);
  expect([late.status, late.problem.detail]).toEqual([409, 'It’s too late to undo this offer']);
});

test.each(['Accepted', 'Declined'] as const)(
  'an offer that is %s at once is not mailed, and cannot be undone',
  async (status) => {
    const { student, business, id, look } = await between();
    await server.as(business).call(offerPlacement, id);
    await server.as(student).call(updateApplicationStatus, { ...id, status });
    expect((await server.as(business).refusal(undoOffer, id)).status).toBe(409);
    server.jobs.mail.length = 0;
    await sendAll();
    expect(server.jobs.mail).toEqual([]);
    expect(await look(student)).toMatchObject({ status });
  },
);

test('only the business of the opportunity can make, undo and take back offers', async () => {
  const { client, student, teacher, business, id } = await between();
  const rival = await server.aBusiness({ client });
  await server.as(business).call(offerPlacement, id);
  for (const call of [offerPlacement, undoOffer, takeBackOffer]) {
    expect((await server.as(rival).refusal(call, id)).status).toBe(404);
    for (const other of [student, teacher])
      expect((await server.as(other).refusal(call, id)).status).toBe(403);
  }
});

describe('the last day to reply', () => {
  test('is the Admin’s number of days from today in the school system’s time zone', async () => {
    const { client, business, id, look } = await between();
    const one = await server.anAdmin({ client });
    const admin = server.as(one);
    const logo = await server.aFile(one, { contentType: 'image/jpeg' });
    const form = {
      short_name: 'Bay',
      full_name: 'Bay Schools',
      phone_number: '(410)555-0100',
      default_password: 'harbor lights 2020',
      facebook: '',
      twitter: '',
      snapchat: '',
      instagram: '',
      logo: logo.id,
    };
    const given = { ...form, time_zone: 'Pacific/Honolulu', offer_days: 5 } as const;
    expect(await admin.call(settingsCalls.saveSettings, given)).toMatchObject({
      time_zone: 'Pacific/Honolulu',
      offer_days: 5,
    });
    // Unchanged if left out.
    await admin.call(settingsCalls.saveSettings, form);
    // In Hawaii it is still March 4.
    server.clock.moveTo('2026-03-05T09:00:00Z');
    await server.as(business).call(offerPlacement, id);
    expect(await look(business)).toMatchObject({ reply_by: '2026-03-09' });
  });

  test('defaults to 14 days from today without settings, also for the call without a date', async () => {
    const { business, student, id, look } = await between();
    await server.as(business).call(updateApplicationStatus, { ...id, status: 'Offered' });
    expect(await look(student)).toMatchObject({ status: 'Offered', reply_by: '2026-03-18' });
    expect(server.jobs.mail[0]?.text).toContain('reply by 03/18/2026.');
  });

  test.each([
    ['2026-03-03', 'must not be in the past'],
    ['2026-06-03', 'must be within 90 days'],
    ['soon', 'must be a date, MM/DD/YYYY'],
  ])('cannot be %s: %s', async (reply_by, why) => {
    const { business, id } = await between();
    const refused = await server.as(business).refusal(offerPlacement, { ...id, reply_by });
    expect([refused.status, refused.problem.errors]).toEqual([400, { reply_by: [why] }]);
    expect(server.jobs.offers).toEqual([]);
  });

  test.each([
    ['time_zone', 'Mars/Olympus', 'this is not one of the choices'],
    ['offer_days', 0, 'must be a whole number from 1 to 90'],
    ['offer_days', 2.5, 'must be a whole number from 1 to 90'],
  ])('rejects a %s of %s in the settings', async (field, value, why) => {
    const { client } = await between();
    const admin = server.as(await server.anAdmin({ client }));
    const form = { short_name: 'B', full_name: 'Bay', phone_number: '(410)555-0100', [field]: value };
    const refused = await admin.refusal(settingsCalls.saveSettings, form);
    expect(refused.problem.errors?.[field]).toEqual([why]);
  });
});

describe('an offer whose reply-by date has passed', () => {
  test('stays open without an email, whatever the application was before', async () => {
    const { student, business, id, look } = await between('Interview Scheduled');
    await server.as(business).call(offerPlacement, { ...id, reply_by: '2026-03-04' });
    await sendAll();
    server.jobs.mail.length = 0;
    // March 5 in New York. Sessions end after a few hours without a request.
    server.clock.moveTo('2026-03-05T02:00:00Z');
    for (const each of [student, business]) await look(each);
    server.clock.moveTo('2026-03-05T05:00:00Z');
    await sendMissed();
    for (const each of [student, business])
      expect(await look(each)).toMatchObject({ status: 'Offered', reply_by: '2026-03-04' });
    expect(server.jobs.mail.filter(({ to }) => [student.email, business.email].includes(to))).toEqual([]);
  });

  test('can be accepted', async () => {
    const { student, application, id } = await between('Offered');
    await server.db
      .update(applications)
      .set({ replyBy: '2026-03-03' })
      .where(eq(applications.id, application.id));
    await server.as(student).call(updateApplicationStatus, { ...id, status: 'Accepted' });
    expect(await stored(application)).toMatchObject({ status: 'Accepted' });
  });

  test('can be taken back from the next day on, and the student gets an email', async () => {
    const { student, business, id, look } = await between('Interview Scheduled');
    await server.as(business).call(offerPlacement, { ...id, message: 'Come!', reply_by: '2026-03-04' });
    await sendAll();
    server.clock.moveTo('2026-03-05T02:00:00Z');
    await look(business);
    await look(student);
    // The last minute of March 4 in New York.
    server.clock.moveTo('2026-03-05T04:59:00Z');
    const early = await server.as(business).refusal(takeBackOffer, id);
    expect([early.status, early.problem.detail]).toEqual([
      409,
      'You can take this offer back after 03/04/2026',
    ]);
    server.clock.moveTo('2026-03-05T05:00:00Z');
    server.jobs.mail.length = 0;
    const { application } = await server.as(business).call(takeBackOffer, id);
    expect(application).toMatchObject({ status: 'New', reply_by: null, offer_message: '' });
    expect(await look(student)).toMatchObject({ status: 'New' });
    expect(server.jobs.mail.map(({ to, subject }) => [to, subject])).toEqual([
      [student.email, 'An offer was taken back: Boat builder'],
    ]);
    const twice = await server.as(business).refusal(takeBackOffer, id);
    expect([twice.status, twice.problem.detail]).toEqual([409, 'This application has no open offer']);
    await server.as(business).call(offerPlacement, id);
  });

  test('ends an automatic application when it is taken back, so its business still sees only a name', async () => {
    const { student, business } = await between();
    const opportunity = await server.anOpportunity({ business, selected: [student] });
    const offer = await server.anApplication({
      student,
      opportunity,
      status: 'Offered',
      coverLetter: AUTO_APPLIED,
      replyBy: '2026-03-03',
    });
    const { application } = await server.as(business).call(takeBackOffer, { application_id: offer.id });
    expect(application.status).toBe('Rescinded');
    expect(application.student_id_fk).toMatchObject({ school_attending: null, resume_file_id_fk: null });
  });
});

describe.each(['Declined', 'Rescinded'] as const)('after an application was %s', (status) => {
  test('its business can offer again, and sees the student again from then on', async () => {
    const { student, business, id, look } = await between(status);
    expect((await look(business)).student_id_fk?.focus_areas).toBeNull();
    const { application } = await server.as(business).call(offerPlacement, { ...id, message: 'Once more?' });
    expect(application).toMatchObject({ status: 'Offered', offer_message: 'Once more?' });
    expect(application.student_id_fk?.focus_areas).toEqual([]);
    await sendAll();
    expect(server.jobs.mail.map(({ to }) => to)).toEqual([student.email]);
    await server.as(student).call(updateApplicationStatus, { ...id, status: 'Accepted' });
  });

  test('an offer that is undone or taken back ends it again, and hides the student', async () => {
    const { business, id, look } = await between(status);
    await server.as(business).call(offerPlacement, { ...id, reply_by: '2026-03-04' });
    const undone = await server.as(business).call(undoOffer, id);
    expect(undone.application).toMatchObject({ status, student_id_fk: { focus_areas: null } });
    await server.as(business).call(offerPlacement, { ...id, reply_by: '2026-03-04' });
    await sendAll();
    server.clock.moveTo('2026-03-05T02:00:00Z');
    await look(business);
    server.clock.moveTo('2026-03-05T05:00:00Z');
    const { application } = await server.as(business).call(takeBackOffer, id);
    expect(application).toMatchObject({ status, student_id_fk: { focus_areas: null } });
  });

  test('a student whose account is not active gets no offer', async () => {
    const { student, business, application, id } = await between(status);
    await server.db.update(users).set({ approved: false }).where(eq(users.id, student.id));
    for (const refused of [
      await server.as(business).refusal(offerPlacement, id),
      await server.as(business).refusal(updateApplicationStatus, { ...id, status: 'Offered' }),
    ])
      expect([refused.status, refused.problem.detail]).toEqual([
        409,
        'This student’s account isn’t active, so you can’t offer again',
      ]);
    expect(await stored(application)).toMatchObject({ status });
  });

  test('each offer spends the budget of offers and is recorded', async () => {
    const { student, business, id } = await between(status);
    for (const call of [offerPlacement, undoOffer, offerPlacement]) await server.as(business).call(call, id);
    await server.as(student).call(updateApplicationStatus, { ...id, status: 'Declined' });
    await server.as(business).call(updateApplicationStatus, { ...id, status: 'Offered' });
    const { rows } = await server.database.owner.query(
      `select subject_id, details from audit_entries where actor_id = $1 and action = 'offer placement'`,
      [business.id],
    );
    const recorded = { subject_id: student.id, details: { opportunity: 'Boat builder' } };
    expect(rows).toEqual([recorded, recorded, recorded]);
    await server.database.owner.query('update tries set count = $1 where count = 3', [budgets.offers.units]);
    await server.as(student).call(updateApplicationStatus, { ...id, status: 'Declined' });
    expect((await server.as(business).refusal(offerPlacement, id)).status).toBe(429);
  });
});

test('a business’s message ends with the application that it declined', async () => {
  const { student, business, application, id, look } = await between();
  const decline = { application_ids: [application.id], message: 'Not this year.' };
  await server.as(business).call(applicationCalls.declineApplications, decline);
  await server.as(business).call(offerPlacement, id);
  await server.as(student).call(updateApplicationStatus, { ...id, status: 'Declined' });
  expect(await look(student)).toMatchObject({ status: 'Declined', decline_message: '' });
});

test('mails an offer whose job was lost within the hour', async () => {
  const { student, business, id } = await between();
  await server.as(business).call(offerPlacement, id);
  await sendMissed();
  const toStudent = () => server.jobs.mail.filter(({ to }) => to === student.email);
  expect(toStudent()).toEqual([]);
  server.clock.moveBy(60 * 60_000);
  await sendMissed();
  expect(toStudent()).toHaveLength(1);
});
