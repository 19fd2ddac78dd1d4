import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { consentCalls } from '@waypost/contract/people/consents/calls';
import { contactCalls } from '@waypost/contract/people/contacts/calls';
import { guardianCalls } from '@waypost/contract/people/guardians/calls';
import { agreementCalls } from '@waypost/contract/placements/agreements/calls';
import { evaluationCalls } from '@waypost/contract/placements/evaluations/calls';
import { progressCalls } from '@waypost/contract/placements/progress/calls';
import { supervisorCalls } from '@waypost/contract/placements/supervisors/calls';
import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ANNE, aLinkedPlacement, OWEN, postLink } from '../../../testing/links.ts';
import { startTestServer } from '../../../testing/server.ts';
import { hashPassword } from '../../platform/access/passwords.ts';
import { businessContacts } from '../../platform/database/tables/contacts.ts';
import { guardians } from '../../platform/database/tables/guardians.ts';
import { links } from '../../platform/database/tables/links.ts';
import { users } from '../../platform/database/tables/people.ts';
import { projects } from '../../platform/database/tables/projects.ts';

const server = startTestServer();
const { saveGuardian, confirmGuardian, getGuardians } = guardianCalls;
const { saveContact, getContacts } = contactCalls;

const PASSWORD = 'a boat on the bay';
const STUDENTS_OWN = 'This is the student’s own email. Enter another one';
const ANOTHERS = 'Someone else in this placement has this email. Enter another one';

const tagged = (email: string) => email.toUpperCase().replace('@', '+family@');

async function aPlacement() {
  const placement = await aLinkedPlacement(server);
  const { client, student, business } = placement;
  const staff = server.as(await server.aTeacher({ client }));
  const ofStudent = { student_id: student.id };
  const guardian = {
    ...ofStudent,
    name: 'Mom',
    relationship: 'Mother',
    phone: '',
    language: 'en',
    may_sign: true,
  } as const;
  const contact = { business_id: business.id, name: 'Sam', phone: '', roles: ['supervisor' as const] };
  /** A guardian on file from before, at this address. */
  const onFile = async (email: string, confirmed = true) => {
    const row = { clientId: client.id, studentId: student.id, ordinal: 7, name: 'Mom', email, confirmed };
    const [made] = await server.db
      .insert(guardians)
      .values({ ...row, addedBy: 'school' })
      .returning({ id: guardians.id });
    return made?.id ?? '';
  };
  /** The supervisor on file from before, at this address. */
  const supervisedFrom = async (email: string) => {
    const row = { clientId: client.id, businessId: business.id, ordinal: 8, name: 'Sam', email };
    const [made] = await server.db
      .insert(businessContacts)
      .values({ ...row, roles: ['supervisor'] })
      .returning({ id: businessContacts.id });
    const supervisorId = made?.id ?? '';
    await server.db.update(projects).set({ supervisorId }).where(eq(projects.id, placement.project.id));
    return supervisorId;
  };
  server.jobs.mail.length = 0;
  return { ...placement, staff, ofStudent, guardian, contact, onFile, supervisedFrom };
}

test('a guardian’s email is not the student’s, in any case and with any tag', async () => {
  const { student, staff, guardian, ofStudent } = await aPlacement();
  for (const who of [staff, server.as(student)])
    for (const email of [student.email, tagged(student.email)]) {
      const refused = await who.refusal(saveGuardian, { ...guardian, email });
      expect(refused).toMatchObject({ status: 400, problem: { errors: { email: [STUDENTS_OWN] } } });
    }
  const saved = await staff.call(getGuardians, ofStudent);
  expect(saved.filter(({ name }) => name === guardian.name)).toEqual([]);
});

test('a guardian who signs has another mailbox than the business’s signatories', async () => {
  const { business, staff, guardian } = await aPlacement();
  for (const email of [business.email, tagged(OWEN)]) {
    const refused = await staff.refusal(saveGuardian, { ...guardian, email });
    expect(refused).toMatchObject({ status: 400, problem: { errors: { email: [ANOTHERS] } } });
  }
  await staff.call(saveGuardian, { ...guardian, may_sign: false, email: tagged(OWEN) });
});

test('a contact has another mailbox than the students, and a signatory than the guardians who sign', async () => {
  const { student, business, staff, contact } = await aPlacement();
  for (const who of [staff, server.as(business)]) {
    const refused = await who.refusal(saveContact, { ...contact, email: tagged(student.email) });
    expect(refused).toMatchObject({ status: 400, problem: { errors: { email: [STUDENTS_OWN] } } });
  }
  await staff.call(saveContact, { ...contact, email: ANNE });
  const saved = await staff.call(getContacts, { business_id: business.id });
  const { _id, revision } = saved.find(({ email }) => email === ANNE) ?? {};
  const signing = { ...contact, _id, revision, email: ANNE, roles: ['signatory' as const] };
  expect((await staff.refusal(saveContact, signing)).problem.errors).toEqual({ email: [ANOTHERS] });
});

test('staff confirm no guardian who has the student’s mailbox, and send them nothing', async () => {
  const { student, staff, ofStudent, onFile, project } = await aPlacement();
  const _id = await onFile(tagged(student.email), false);
  const refused = await staff.refusal(confirmGuardian, { ...ofStudent, _id });
  expect(refused).toMatchObject({ status: 409, problem: { detail: STUDENTS_OWN } });

  await server.db.update(guardians).set({ confirmed: true }).where(eq(guardians.id, _id));
  const consent = await staff.refusal(consentCalls.askForConsent, { ...ofStudent, guardian_id: _id });
  expect(consent).toMatchObject({ status: 409, problem: { detail: STUDENTS_OWN } });
  const progress = await staff.refusal(progressCalls.sendProgressLink, { ...ofStudent, _id });
  expect(progress).toMatchObject({ status: 409, problem: { detail: STUDENTS_OWN } });
  const key = { project_id: project.id };
  const sign = await staff.refusal(agreementCalls.sendSigningLink, { ...key, party: 'guardian', _id });
  expect(sign.status).toBe(409);
  const shown = await staff.call(agreementCalls.getAgreement, key);
  expect(shown.agreement?.signers.find((one) => one._id === _id)).toMatchObject({
    obstacle: 'another party',
    may_send: false,
  });
  expect(server.jobs.mail).toEqual([]);
});

test('a student supervises nobody’s placement, least of all their own', async () => {
  const { student, staff, project, supervisedFrom } = await aPlacement();
  const contact_id = await supervisedFrom(tagged(student.email));
  const key = { project_id: project.id };
  const chosen = await staff.refusal(supervisorCalls.chooseSupervisor, { ...key, contact_id });
  expect(chosen.problem.errors).toEqual({ contact_id: [STUDENTS_OWN] });
  expect((await staff.refusal(supervisorCalls.askSupervisor, key)).problem.detail).toBe(STUDENTS_OWN);
  expect((await staff.refusal(evaluationCalls.askForEvaluation, key)).problem.detail).toBe(STUDENTS_OWN);
  expect(server.jobs.mail).toEqual([]);
});

test.each(['hours', 'evaluation', 'supervisor'] as const)(
  'a link for %s is not passed on to the student',
  async (purpose) => {
    const { student, issue } = await aPlacement();
    const form = { from_name: 'Grace', to_name: 'Sam', to_email: tagged(student.email), do: 'pass-on' };
    const refused = await postLink(server, await issue(purpose), form);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(STUDENTS_OWN);
    expect(server.jobs.mail).toEqual([]);
  },
);

test('one mailbox signs a version for one party only', async () => {
  const { agreement, issue, client, business, student, project } = await aPlacement();
  const admin = await server.anAdmin({ client });
  // The Admin is the student's parent, which the school does not forbid.
  await server.db
    .update(guardians)
    .set({ email: tagged(admin.email) })
    .where(eq(guardians.studentId, student.id));
  const form = { text_hash: agreement.textHash, name: 'Anne Lovelace', agreed: 'yes', do: 'sign' };
  const signed = { project_id: project.id, text_hash: agreement.textHash ?? '', agreed: true } as const;
  await server.as(admin).call(agreementCalls.signAgreement, { ...signed, name: 'Pat' });
  const token = await issue('sign');
  const recipientEmail = tagged(admin.email);
  await server.db.update(links).set({ recipientEmail }).where(eq(links.subjectId, agreement.id));
  const refused = await postLink(server, token, form);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('Someone has already signed for another party from your mailbox.');
  await server.as(business).call(agreementCalls.signAgreement, { ...signed, name: 'Grace' });
});

test('a student moves to no mailbox of a guardian, nor a business to one of the other side', async () => {
  const { student, business } = await aPlacement();
  const { changePassword } = accountCalls;
  const passwordHash = await hashPassword(PASSWORD);
  await server.db
    .update(users)
    .set({ passwordHash })
    .where(inArray(users.id, [student.id, business.id]));
  const move = (email: string) => ({ email, password: PASSWORD, new_password: '' });
  const refused = await server.as(student).refusal(changePassword, move(tagged(ANNE)));
  expect(refused).toMatchObject({ status: 400, problem: { errors: { email: [ANOTHERS] } } });
  const other = await server.as(business).refusal(changePassword, move(tagged(student.email)));
  expect(other).toMatchObject({ status: 400, problem: { errors: { email: [STUDENTS_OWN] } } });
});
