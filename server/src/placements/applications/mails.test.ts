import { randomUUID } from 'node:crypto';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import type { ApplicationStatus } from '@waypost/contract/statuses';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, TEST_NOW } from '../../../testing/server.ts';
import { aFormFor } from '../../../testing/work-factories.ts';
import { agreementTemplates, agreementTemplateVersions } from '../../platform/database/tables/agreements.ts';
import { notices } from '../../platform/database/tables/notices.ts';
import { opportunities } from '../../platform/database/tables/opportunities.ts';
import { users } from '../../platform/database/tables/people.ts';

const server = startTestServer();
const { createApplication, updateApplicationStatus } = applicationCalls;
const { createOpportunity, editOpportunity } = opportunityCalls;

beforeEach(() => {
  server.clock.moveTo(TEST_NOW);
  server.jobs.mail.length = 0;
});

/** An application in `status`, with its two sides, who have turned off these kinds of mail. */
async function between(status: ApplicationStatus, mutedMail: string[] = []) {
  const client = await server.aClient();
  const student = await server.aStudent({ client, firstName: 'Ada', lastName: 'Lovelace', mutedMail });
  const business = await server.aBusiness({ client, businessName: 'Bayside Marine', mutedMail });
  const opportunity = await server.anOpportunity({ business, title: 'Boat builder' });
  const application = await server.anApplication({ student, opportunity, status });
  return { client, student, business, opportunity, application };
}

type Move = readonly ['Student' | 'Business', ApplicationStatus, ApplicationStatus, string, string, string];
const moves: Move[] = [
  ['Business', 'New', 'Interview Scheduled', 'interview', 'Interview: Boat builder', '/application/view/'],
  ['Business', 'New', 'Offered', 'offer', 'You are offered a placement: Boat builder', '/application/view/'],
  [
    'Business',
    'New',
    'Declined',
    'declined',
    'An answer to your application: Boat builder',
    '/opportunity/browse',
  ],
  ['Student', 'Offered', 'Accepted', 'accepted', 'Ada Lovelace accepted: Boat builder', '/interns/viewall'],
  [
    'Student',
    'Offered',
    'Declined',
    'declined',
    'Ada Lovelace declined: Boat builder',
    '/opportunity/applicants/',
  ],
  [
    'Student',
    'New',
    'Rescinded',
    'rescinded',
    'Ada Lovelace withdrew an application: Boat builder',
    '/opportunity/applicants/',
  ],
];

describe.each(moves)('when a %s moves %s to %s', (role, from, to, kind, subject, screen) => {
  const move = async (muted: string[] = []) => {
    const parties = await between(from, muted);
    const mover = server.as(role === 'Student' ? parties.student : parties.business);
    await mover.call(updateApplicationStatus, { application_id: parties.application.id, status: to });
    return parties;
  };

  test('mails only the other side, in text and HTML, with a link to the screen and to the settings', async () => {
    const { student, business } = await move();
    const [mail, ...others] = server.jobs.mail;
    expect(others).toEqual([]);
    expect([mail?.to, mail?.subject]).toEqual([role === 'Student' ? business.email : student.email, subject]);
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(`https://waypost.test${screen}`);
      expect(part).toContain('https://waypost.test/password');
    }
  });

  test('mails no one who turned this off', async () => {
    await move([kind]);
    expect(server.jobs.mail).toEqual([]);
  });
});

test.each([
  ['leads the business to the draft of its agreement', 'Duties: [duties]', 1, 0],
  ['tells staff that a draft which asks for nothing can be sent', 'It rests on trust.', 0, 1],
])('an acceptance %s', async (_, body, leads, staffNotices) => {
  const { client, student, application } = await between('Offered');
  const staff = await server.aTeacher({ client });
  const template = { clientId: client.id, id: randomUUID(), version: 1 };
  await server.db.insert(agreementTemplates).values(template);
  await server.db.insert(agreementTemplateVersions).values({
    clientId: client.id,
    templateId: template.id,
    version: 1,
    body,
    savedBy: 'Mrs. Bay',
    savedAt: server.clock.now(),
  });
  const accept = { application_id: application.id, status: 'Accepted' as const };
  await server.as(student).call(updateApplicationStatus, accept);
  const [mail] = server.jobs.mail;
  const button = /https:\/\/waypost.test\/project\/[0-9a-f-]{36}\/agreement/;
  expect([
    button.test(mail?.text ?? ''),
    mail?.text.includes('Next, fill in the training agreement, so that the school can send it'),
    mail?.text.includes('https://waypost.test/interns/viewall'),
  ]).toEqual([leads === 1, leads === 1, true]);
  const rang = await server.db.select().from(notices).where(eq(notices.userId, staff.id));
  expect(rang.map(({ kind, text }) => [kind, text])).toEqual(
    staffNotices === 1 ? [['agreement', 'Ready to send: the agreement for Boat builder']] : [],
  );
});

test('a business gets the name of a new applicant, and nothing else about the student', async () => {
  const { client, opportunity, business } = await between('New');
  const student = await server.aStudent({
    client,
    firstName: 'Grace',
    lastName: 'Hopper',
    student: {
      studentId: 'S-4711',
      gender: 'Female',
      cellPhone: '(410)555-0123',
    },
    guardians: [{ name: 'Mother Hopper' }],
  });
  const letter = { cover_letter: '<p>My whole story</p>', opportunity_id_fk: opportunity.id };
  const { _id } = await server.as(student).call(createApplication, letter);
  const [mail, ...others] = server.jobs.mail;
  expect(others).toEqual([]);
  expect([mail?.to, mail?.subject]).toEqual([business.email, 'Grace Hopper applied: Boat builder']);
  expect(mail?.text).toContain(`https://waypost.test/application/view/${_id}`);
  for (const secret of [student.email, 'S-4711', 'Female', 'Hopper M', '(410)555-0123', 'My whole story'])
    expect(mail?.text).not.toContain(secret);
});

test('a business that turned this off gets no mail about applications', async () => {
  const { client, opportunity } = await between('New', ['application']);
  const letter = { cover_letter: '<p>Please</p>', opportunity_id_fk: opportunity.id };
  await server.as(await server.aStudent({ client })).call(createApplication, letter);
  expect(server.jobs.mail).toEqual([]);
});

test('a refused move sends no mail', async () => {
  const { student, opportunity, application } = await between('Offered');
  await server.db
    .update(opportunities)
    .set({ acceptedCount: 3, availableSlots: 3 })
    .where(eq(opportunities.id, opportunity.id));
  await server
    .as(student)
    .refusal(updateApplicationStatus, { application_id: application.id, status: 'Accepted' });
  expect(server.jobs.mail).toEqual([]);
});

test('a deleted business gets no mail', async () => {
  const { student, business, application } = await between('Offered');
  await server.db.delete(users).where(eq(users.id, business.id));
  await server
    .as(student)
    .call(updateApplicationStatus, { application_id: application.id, status: 'Declined' });
  expect(server.jobs.mail).toEqual([]);
});

describe('the mail about an offer names the next step', () => {
  const offered = async (given: { approved?: boolean } = {}) => {
    const { student, business, application } = await between('New');
    await server.db
      .update(users)
      .set({ approved: given.approved ?? true })
      .where(eq(users.id, student.id));
    await server
      .as(business)
      .call(updateApplicationStatus, { application_id: application.id, status: 'Offered' });
    return server.jobs.mail.at(-1)?.text;
  };

  test('a reply, by the last day', async () => {
    const text = await offered();
    expect(text).toContain('hopes for your reply by 03/18/2026.');
    expect(text).not.toContain('approved');
  });

  test('an approval first, for an unapproved student', async () => {
    expect(await offered({ approved: false })).toContain(
      'Before you can accept, your account must be approved.',
    );
  });
});

describe('an opportunity for selected students', () => {
  const form = (students: { id: string }[]) =>
    aFormFor(students, { opportunity_title: 'Sail maker', application_close: '2026-12-01' });
  const sentMail = () => server.jobs.mail.map((mail) => [mail.to, mail.subject]).sort();

  test('mails an offer with their own application to each student who wants this mail', async () => {
    const client = await server.aClient();
    const business = server.as(await server.aBusiness({ client }));
    const [one, two] = [await server.aStudent({ client }), await server.aStudent({ client })];
    const quiet = await server.aStudent({ client, mutedMail: ['offer'] });
    await business.call(createOpportunity, form([one, two, quiet]));
    expect(sentMail()).toEqual(
      [one.email, two.email].sort().map((email) => [email, 'You are offered a placement: Sail maker']),
    );
    for (const student of [one, two]) {
      const [mine] = await server.as(student).call(applicationCalls.getMyApplications, {});
      const mail = server.jobs.mail.find(({ to }) => to === student.email);
      expect(mail?.text).toContain(`/application/view/${mine?._id}`);
    }
  });

  test('mails a change of the list only to students who were added or removed', async () => {
    const client = await server.aClient();
    const business = server.as(await server.aBusiness({ client }));
    const [stays, leaves, comes] = [
      await server.aStudent({ client }),
      await server.aStudent({ client }),
      await server.aStudent({ client }),
    ];
    const { _id } = await business.call(createOpportunity, form([stays, leaves]));
    server.jobs.mail.length = 0;
    await business.call(editOpportunity, { ...form([stays, comes]), _id });
    expect(sentMail()).toEqual(
      [
        [comes.email, 'You are offered a placement: Sail maker'],
        [leaves.email, 'An offer was taken back: Sail maker'],
      ].sort(),
    );
    server.jobs.mail.length = 0;
    await business.call(editOpportunity, { ...form([stays, comes]), _id });
    expect(sentMail()).toEqual([]);
  });
});
