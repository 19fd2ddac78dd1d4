import { followUpCalls } from '@waypost/contract/oversight/follow-ups/calls';
import { consentCalls } from '@waypost/contract/people/consents/calls';
import { guardianCalls } from '@waypost/contract/people/guardians/calls';
import { agreementCalls } from '@waypost/contract/placements/agreements/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { evaluationCalls } from '@waypost/contract/placements/evaluations/calls';
import { supervisorCalls } from '@waypost/contract/placements/supervisors/calls';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { ANNE, aLinkedPlacement, openLink, postLink } from '../../../testing/links.ts';
import { startTestServer } from '../../../testing/server.ts';
import { mailPendingHours } from '../../oversight/follow-ups/digest.ts';
import { businessContacts } from '../../platform/database/tables/contacts.ts';
import { links } from '../../platform/database/tables/links.ts';
import { projects } from '../../platform/database/tables/projects.ts';

/* Which conversation an email belongs to (docs/behavior/mail.md#delivery). */
const server = startTestServer();
beforeEach(() => {
  server.jobs.mail.length = 0;
});

/** The conversations of the mails queued since the last call. */
const threads = () => server.jobs.mail.splice(0).map(({ thread }) => thread);

test('emails about one application, and those about one placement, each form one thread', async () => {
  const owner = await server.aBusiness();
  const opportunity = await server.anOpportunity({ business: owner });
  const student = await server.aStudent({ client: { id: owner.clientId } });
  const application = await server.anApplication({ student, opportunity });
  const move = (status: 'Offered' | 'Accepted') => ({ application_id: application.id, status });
  await server.as(owner).call(applicationCalls.updateApplicationStatus, move('Offered'));
  await server.as(student).call(applicationCalls.updateApplicationStatus, move('Accepted'));
  expect(threads().slice(0, 2)).toEqual([application.id, application.id]);

  const placement = await aLinkedPlacement(server);
  const { client, project } = placement;
  const ofProject = eq(projects.id, project.id);
  const [owen] = await server.db
    .select()
    .from(businessContacts)
    .where(eq(businessContacts.businessId, placement.business.id));
  await server.db
    .update(projects)
    .set({ supervisorId: owen?.id ?? null })
    .where(ofProject);
  const staff = server.as(await server.aTeacher({ client }));
  const project_id = project.id;

  // By a link, by passing it on, by correcting an address, and by a reminder of one thing.
  await staff.call(evaluationCalls.askForEvaluation, { project_id });
  await staff.call(supervisorCalls.askSupervisor, { project_id });
  const passed = { from_name: 'Grace', to_name: 'Alan', to_email: 'alan@bay.test', do: 'pass-on' };
  await postLink(server, await placement.issue('supervisor'), passed);
  await placement.issue('sign');
  const key = { student_id: placement.student.id };
  const anne = (await staff.call(guardianCalls.getGuardians, key)).find(({ email }) => email === ANNE);
  const corrected = {
    ...key,
    _id: anne?._id ?? '',
    name: 'Anne',
    email: 'anne@new.test',
    phone: '',
    relationship: '' as const,
    language: 'en' as const,
    may_sign: true,
  };
  await staff.call(guardianCalls.saveGuardian, corrected);
  await staff.call(followUpCalls.remindFollowUps, { _ids: [`hours:${project_id}`] });
  expect(threads()).toEqual(Array(5).fill(project_id));
  const text = { project_id, reason: 'Too far.', text_hash: placement.agreement.textHash };
  await server.as(placement.student).call(agreementCalls.declineAgreement, text);
  expect(new Set(threads())).toEqual(new Set([project_id]));
});

test('all email to a guardian about one placement forms one thread', async () => {
  const placement = await aLinkedPlacement(server);
  const { client, project, student, agreement, issue } = placement;
  const staff = server.as(await server.aTeacher({ client }));
  const key = { student_id: student.id };
  const toAnne = () => server.jobs.mail.splice(0).flatMap(({ to, thread }) => (to === ANNE ? [thread] : []));
  const anne = (await staff.call(guardianCalls.getGuardians, key)).find(({ email }) => email === ANNE);
  await staff.call(consentCalls.askForConsent, { ...key, guardian_id: anne?._id ?? '' });
  expect(toAnne()).toEqual([project.id]);
  await staff.call(followUpCalls.remindFollowUps, { _ids: [`consent:${student.id}`] });
  expect(toAnne()).toEqual([project.id]);

  // The receipts of a signature and of a consent.
  const signing = { name: 'Anne Lovelace', agreed: 'yes', text_hash: agreement.textHash, do: 'sign' };
  expect((await postLink(server, await issue('sign'), signing)).status).toBe(200);
  expect(toAnne()).toEqual([project.id]);
  const consent = await issue('consent');
  const page = await (await openLink(server, consent)).text();
  const [, text_hash = ''] = /name="text_hash" value="([0-9a-f]{64})"/.exec(page) ?? [];
  const given = { name: 'Anne Lovelace', agreed: 'yes', text_hash, do: 'consent' };
  expect((await postLink(server, consent, given)).status).toBe(200);
  expect(toAnne()).toEqual([project.id]);

  // A new link to the placement's progress.
  const progress = await issue('progress');
  await server.db.update(links).set({ expiresAt: new Date(server.clock.now().getTime() - 1) });
  await postLink(server, progress, { name: 'Anne Lovelace', do: 'renew' });
  expect(toAnne()).toEqual([project.id]);
});

test('an email about several placements is in no conversation', async () => {
  const { client, business, project } = await aLinkedPlacement(server);
  const other = await server.aProject({ business, student: await server.aStudent({ client }) });
  await server.someHours(other, { createdAt: server.clock.now() });
  const staff = server.as(await server.aTeacher({ client }));
  const _ids = [`hours:${project.id}`, `hours:${other.id}`];
  await staff.call(followUpCalls.remindFollowUps, { _ids });
  expect(threads()).toEqual([undefined]);
  // The daily email: about both, and once one is approved about the other.
  const { jobs } = server;
  const mailOn = (day: string) =>
    mailPendingHours(server.database.app, {
      jobs,
      publicUrl: 'https://waypost.test',
      now: new Date(`${day}T13:00:00Z`),
    });
  const ofBusiness = () =>
    server.jobs.mail.splice(0).flatMap(({ to, thread }) => (to === business.email ? [thread] : []));
  await mailOn('2026-03-09');
  expect(ofBusiness()).toEqual([undefined]);
  await server.database.owner.query(`update hour_entries set business_approved = 1 where project_id = $1`, [
    other.id,
  ]);
  await mailOn('2026-03-10');
  expect(ofBusiness()).toEqual([project.id]);
});
