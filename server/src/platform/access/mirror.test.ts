import { randomUUID } from 'node:crypto';
import { allCalls, type CallName } from '@waypost/contract/all-calls';
import type { Call } from '@waypost/contract/call';
import { linkPurposes } from '@waypost/contract/messages/links/rules';
import type { Role } from '@waypost/contract/roles';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { anOpportunityForm } from '../../../../contract/testing/opportunity-form.ts';
import { derivedInput, haveUsualNames, idsOf } from '../../../testing/derived-inputs.ts';
import { aLinkedPlacement, openLink, postLink } from '../../../testing/links.ts';
import { type Caller, startTestServer } from '../../../testing/server.ts';
import { aFormFor } from '../../../testing/work-factories.ts';
import { agreementTemplates } from '../database/tables/agreements.ts';
import { businessContacts } from '../database/tables/contacts.ts';
import { guardians } from '../database/tables/guardians.ts';
import { evaluationQuestions, reflectionQuestions } from '../database/tables/lists.ts';
import { sessions } from '../database/tables/logins.ts';
import { notices } from '../database/tables/notices.ts';
import { projectReflections } from '../database/tables/projects.ts';
import { hashPassword } from './passwords.ts';

/* The two-client mirror: each id of one school system, tried by every role of another, is refused exactly like an unknown id, and nothing in the first school system changes. */
const server = startTestServer();
const PASSWORD = 'a boat on the bay';

/** Ids of one client, by what they name. */
type Ids = Record<
  | 'client'
  | 'student'
  | 'business'
  | 'teacher'
  | 'file'
  | 'guardian'
  | 'contact'
  | 'opportunity'
  | 'application'
  | 'project'
  | 'hours'
  | 'school'
  | 'program'
  | 'focusArea'
  | 'reflectionQuestion'
  | 'evaluationQuestion'
  | 'reflection'
  | 'session'
  | 'notice'
  | 'agreementTemplate',
  string
>;

const place = {
  street: '1 Main Street',
  city: 'Annapolis',
  state: 'MD',
  zip: '21401',
  lat: 38.9,
  lon: -76.4,
};
const anEvaluationForm = {
  evaluation_date: '2026-03-02',
  supervisor: 'Grace',
  internship_facilitator: 'Mary',
  contact_phone: '(410)555-0100',
  term: 'Spring 2026',
  ratings: [],
  comments: '<p>Good.</p>',
};
const aReadText = { text_hash: 'a'.repeat(64) };
const aSchoolForm = { ...place, name: 'Taken over', type: 'High' };
const orderOf = (...ids: string[]) => [{ list: ids.map((_id, index) => ({ _id, ordinal: index + 1 })) }];

const aTeacherForm = {
  first_name: 'Tess',
  last_name: 'Reed',
  email: 'tess@waypost.test',
  schools: [],
  programs: [],
};

/** The inputs of calls whose ids have no usual names, or that name things in several ways. */
const listed: Partial<Record<CallName, (ids: Ids) => object[]>> = {
  getAgreements: ({ student, business }) => [{ id: student }, { id: business }],
  getFileById: ({ file }) => [{ id: file }],
  getFile: ({ file }) => [{ id: file, name: 'resume.pdf' }],
  saveUserFile: ({ student, file }) => [{ user_id: student, file_id: file, key: 'resume_file_id_fk' }],
  // The SuperAdmin manages every school system and its administrators, and nobody else in it.
  editAdmin: ({ student, client }) => [
    { _id: student, client, first_name: 'Eve', last_name: 'Adler', email: 'eve@elsewhere.test' },
  ],
  deleteAdmin: ({ student, business }) => [{ id: student }, { id: business }],
  mergeUsers: ({ student, business }) => [
    { keep: student, remove: business },
    { keep: business, remove: student },
  ],
  getAuditEntries: ({ student }) => [{ before: student }],
  getBudgets: ({ student, business }) => [{ id: student }, { id: business }],
  getUser: ({ student, business }) => [{ id: student }, { id: business }],
  updateLatLong: ({ student, opportunity }) => [
    { collection: 'users', id: student, lat: 1, lon: 1 },
    { collection: 'opportunities', id: opportunity, lat: 1, lon: 1 },
    { collection: 'schools', id: opportunity, lat: 1, lon: 1 },
  ],
  resendConfirmationOf: ({ student, business }) => [{ _id: student }, { _id: business }],
  confirmEmailOf: ({ student, business }) => [{ _id: student }, { _id: business }],
  swapApprovalStatus: ({ student, business }) => [{ _id: student }, { _id: business }],
  masquerade: ({ student, business }) => [{ id: student }, { id: business }],
  setMasquerade: ({ student }) => [{ adminUser_id: student }],
  endMasquerade: ({ student }) => [{ adminUser_id: student }],
  readNotices: ({ notice }) => [{ _id: notice }],
  getReturnedMail: ({ student, business }) => [{ user_id: student }, { user_id: business }],
  tryMailAgain: ({ student, guardian, business, contact }) => [
    { user_id: student, kind: 'account', _id: student },
    { user_id: student, kind: 'guardian', _id: guardian },
    { user_id: business, kind: 'contact', _id: contact },
  ],
  remindFollowUps: ({ project }) => [{ _ids: [`hours:${project}`] }],
  snoozeFollowUp: ({ project }) => [{ _id: `hours:${project}`, until: '2026-03-10' }],
  endSessions: ({ session }) => [{ _id: session, password: PASSWORD }],
  endSessionsOfUser: ({ student, business }) => [{ _id: student }, { _id: business }],
  exportPerson: ({ student, business }) => [
    { _id: student, password: PASSWORD },
    { _id: business, password: PASSWORD },
  ],
  previewErasure: ({ student, business }) => [{ _id: student }, { _id: business }],
  erasePerson: ({ student, business }) => [
    { _id: student, name: 'Maya Okafor', password: PASSWORD },
    { _id: business, name: 'Bayside Marine', password: PASSWORD },
  ],
  resetSecondFactor: ({ student, business }) => [{ _id: student }, { _id: business }],
  adminResetPassword: ({ student, business }) => [{ _id: student }, { _id: business }],
  deleteUser: ({ student, business }) => [{ user: { _id: student } }, { user: { _id: business } }],
  editTeacher: ({ teacher }) => [{ ...aTeacherForm, id: teacher }],
  deleteTeacher: ({ teacher }) => [{ id: teacher }],
  editOpportunity: ({ opportunity }) => [{ ...anOpportunityForm(), _id: opportunity }],
  createOpportunity: ({ student }) => [aFormFor([{ id: student }])],
  deleteOpportunity: ({ opportunity }) => [{ id: opportunity }],
  saveOpportunity: ({ opportunity }) => [
    { opp_id: opportunity, saved: true },
    { opp_id: opportunity, saved: false },
  ],
  getBusinessInternshipStats: ({ business }) => [{ businessId: business }],
  createApplication: ({ opportunity }) => [{ cover_letter: '<p>Please</p>', opportunity_id_fk: opportunity }],
  updateApplicationStatus: ({ application }) =>
    ['Offered', 'Accepted', 'Rescinded', 'Declined'].map((status) => ({
      application_id: application,
      status,
    })),
  saveApplicantNote: ({ application }) => [{ application_id: application, note: 'Taken over', stars: 1 }],
  declineApplications: ({ application }) => [{ application_ids: [application] }],
  inviteToInterview: ({ application }) => [
    { application_id: application, date: '2026-03-10', time: '15:30', place: '2 Dock Street' },
  ],
  confirmInterview: ({ application }) => [
    { application_id: application, starts_at: '2026-03-10T19:30:00.000Z' },
  ],
  proposeInterviewTime: ({ application }) => [
    { application_id: application, date: '2026-03-10', time: '15:30' },
  ],
  getProofs: ({ student }) => [{ account_id: student }],
  saveCodeAddress: ({ student, guardian }) => [
    { account_id: student, _id: guardian, email: 'eve@work.test' },
  ],
  readCode: ({ student, guardian }) => [{ account_id: student, _id: guardian, called: true }],
  deleteAgreementTemplate: ({ agreementTemplate }) => [{ _id: agreementTemplate }],
  getAgreementTemplateVersion: ({ agreementTemplate }) => [{ _id: agreementTemplate, version: '1' }],
  saveAgreementTemplate: ({ agreementTemplate }) => [{ _id: agreementTemplate, body: 'Taken over' }],
  downloadAgreement: ({ project }) => [{ project_id: project, version: '1' }],
  saveAgreementTerms: ({ project }) => [
    { project_id: project, revision: 1, start_date: '2026-06-01', end_date: '2026-08-01' },
  ],
  sendAgreement: ({ project }) => [{ project_id: project, revision: 1 }],
  signAgreement: ({ project }) => [{ project_id: project, ...aReadText, name: 'Eve Adler', agreed: true }],
  declineAgreement: ({ project }) => [{ project_id: project, ...aReadText, reason: 'No.' }],
  recordPaperSignature: ({ project, file }) => [
    {
      project_id: project,
      ...aReadText,
      party: 'guardian',
      name: 'Eve Adler',
      signed_on: '2026-03-02',
      file_id: file,
    },
  ],
  sendSigningLink: ({ project, guardian, contact }) => [
    { project_id: project, party: 'guardian', _id: guardian },
    { project_id: project, party: 'business', _id: contact },
  ],
  changeAgreement: ({ project }) => [{ project_id: project, revision: 1 }],
  voidAgreement: ({ project }) => [{ project_id: project, revision: 1, reason: 'No.' }],
  saveProjectNote: ({ project }) => [{ project_id: project, text: 'A note' }],
  createHoursEntry: ({ project }) => [
    {
      project_id: project,
      start_date: '2026-03-02',
      end_date: '2026-03-02',
      total_hours: 1,
      text_log: 'Worked.',
    },
  ],
  correctHoursEntry: ({ project, hours }) => [
    {
      project_id: project,
      hours_log_id: hours,
      start_date: '2026-03-02',
      end_date: '2026-03-02',
      total_hours: 1,
      text_log: 'Worked.',
    },
  ],
  setAdminApproval: ({ project }) => [{ project_id: project, approval_type: 'hours' }],
  approveItems: ({ project }) => [{ project_id: project, approval_types: ['hours'] }],
  sendBackItem: ({ project }) => [{ project_id: project, approval_type: 'summary', reason: 'Say more.' }],
  getSignOffs: ({ project }) => [{ after: project }],
  reopenItem: ({ project }) => [{ project_id: project, approval_type: 'hours' }],
  saveReflection: ({ project, reflection }) => [
    { project_id: project, _id: reflection, answer_text: 'Taken over', status: 'complete' },
  ],
  saveSummary: ({ project }) => [{ project_id: project, text: 'Taken over' }],
  saveGuardian: ({ student, guardian }) => [
    { student_id: student, name: 'Taken over' },
    { student_id: student, _id: guardian, name: 'Taken over' },
  ],
  recordConsent: ({ student }) => [
    { student_id: student, decision: 'given', name: 'Eve Adler', decided_on: '2026-03-02' },
  ],
  confirmGuardian: ({ student, guardian }) => [{ student_id: student, _id: guardian }],
  sendProgressLink: ({ student, guardian }) => [{ student_id: student, _id: guardian }],
  removeGuardian: ({ student, guardian }) => [{ student_id: student, _id: guardian }],
  saveBirthDate: ({ student }) => [{ student_id: student, birth_date: '2009-04-17' }],
  saveContact: ({ business, contact }) => [
    { business_id: business, name: 'Taken over' },
    { business_id: business, _id: contact, name: 'Taken over' },
  ],
  removeContact: ({ business, contact }) => [{ business_id: business, _id: contact }],
  addContactLogEntry: ({ student }) => [
    {
      student_id: student,
      data: { log_date: '2026-03-02', primary_contact_name: 'Grace', associated_business: 'Bayside Marine' },
    },
  ],
  changeBusinessStatus: ({ project }) =>
    ['open', 'completed', 'terminated'].map((business_status) => ({ project_id: project, business_status })),
  saveEvaluation: ({ project }) => [{ ...anEvaluationForm, project_id: project }],
  saveSettings: ({ file }) => [
    {
      short_name: 'TO',
      full_name: 'Taken over',
      phone_number: '(410)555-0100',
      default_password: 'a quiet lantern',
      logo: file,
    },
  ],
  reorderFiles: ({ file }) => orderOf(file),
  translateResource: ({ file }) => [{ file_id: file, name_es: 'De otros' }],
  editFocusArea: ({ focusArea }) => [{ _id: focusArea, name: 'Taken over' }],
  deleteFocusArea: ({ focusArea }) => [{ id: focusArea }],
  reorderFocusAreas: ({ focusArea }) => orderOf(focusArea),
  editProgram: ({ program }) => [{ _id: program, name: 'Taken over' }],
  deleteProgram: ({ program }) => [{ id: program }],
  reorderPrograms: ({ program }) => orderOf(program),
  editSchool: ({ school }) => [{ ...aSchoolForm, _id: school }],
  deleteSchool: ({ school }) => [{ id: school }],
  reorderSchools: ({ school }) => orderOf(school),
  editReflectionQuestion: ({ reflectionQuestion }) => [
    { _id: reflectionQuestion, question_text: 'Taken over?' },
  ],
  deleteReflectionQuestion: ({ reflectionQuestion }) => [{ id: reflectionQuestion }],
  reorderReflectionQuestions: ({ reflectionQuestion }) => orderOf(reflectionQuestion),
  translateEvaluationQuestion: ({ evaluationQuestion }) => [
    { _id: evaluationQuestion, question_text_es: '¿De otros?' },
  ],
  deleteEvaluationQuestion: ({ evaluationQuestion }) => [{ id: evaluationQuestion }],
  reorderEvaluationQuestions: ({ evaluationQuestion }) => orderOf(evaluationQuestion),
  approveHours: ({ project, hours }) => [{ project_id: project, hours_id: hours, business_approved: 1 }],
};

/** The roles for which no school system is foreign in a call: a SuperAdmin can masquerade as anybody of any client. */
const notForeignTo: Partial<Record<CallName, Role>> = { masquerade: 'SuperAdmin' };

/** Calls whose input names nothing of a client, so there is nothing to try. */
const exempt: CallName[] = [
  'signUp',
  'changePasswordById',
  'changePassword',
  'countClientUsers',
  // Calls on school systems themselves, which only the SuperAdmin manages.
  'getClientById',
  'getClientErasure',
  'startClientErasure',
  'stopClientErasure',
  'getAdminsByClient',
  'editClient',
  'deleteClient',
  'createAdmin',
];

let theirs: Ids;
let before: string;
let strangers: [Role, Caller][];

beforeAll(async () => {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const business = await server.aBusiness({ client });
  const teacher = await server.aTeacher({ client });
  const opportunity = await server.anOpportunity({ business });
  const project = await server.aProject({ student, business, opportunity });
  const other = await server.anOpportunity({ business });
  const application = await server.anApplication({ student, opportunity: other });
  const hours = await server.someHours(project);
  const [reflection] = await server.db
    .select({ id: projectReflections.id })
    .from(projectReflections)
    .where(eq(projectReflections.projectId, project.id));
  if (!reflection) throw new Error('the project has no questions');
  const file = await server.aFile(student);
  const [session] = await server.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, student.id));
  if (!session) throw new Error('the student is not logged in');
  const [notice] = await server.db
    .insert(notices)
    .values({ clientId: student.clientId, userId: student.id, kind: 'offer', text: 'An offer', path: '/' })
    .returning();
  const aQuestion = { clientId: client.id, questionText: 'Why?', ordinal: 9 };
  const [asked] = await server.db.insert(reflectionQuestions).values(aQuestion).returning();
  const [rated] = await server.db.insert(evaluationQuestions).values(aQuestion).returning();
  const [guardian] = await server.db.select().from(guardians).where(eq(guardians.studentId, student.id));
  const ofBusiness = eq(businessContacts.businessId, business.id);
  const [contact] = await server.db.select().from(businessContacts).where(ofBusiness);
  const ofEverything = { clientId: client.id, version: 1 };
  const [template] = await server.db.insert(agreementTemplates).values(ofEverything).returning();
  if (!asked || !rated || !template) throw new Error('nothing was inserted');
  theirs = {
    guardian: guardian?.id ?? '',
    contact: contact?.id ?? '',
    client: client.id,
    student: student.id,
    business: business.id,
    teacher: teacher.id,
    file: file.id,
    opportunity: opportunity.id,
    application: application.id,
    project: project.id,
    hours: hours.id,
    school: client.school.id,
    program: client.program.id,
    focusArea: client.area.id,
    reflectionQuestion: asked.id,
    evaluationQuestion: rated.id,
    reflection: reflection.id,
    session: session.id,
    notice: notice?.id ?? '',
    agreementTemplate: template.id,
  };
  const own = await server.aClient();
  // The session is only looked up after the caller's own password was correct.
  const passwordHash = await hashPassword(PASSWORD);
  strangers = [
    ['Student', server.as(await server.aStudent({ client: own, passwordHash }))],
    ['Business', server.as(await server.aBusiness({ client: own, passwordHash }))],
    ['Teacher', server.as(await server.aTeacher({ client: own, passwordHash }))],
    ['Admin', server.as(await server.anAdmin({ client: own, passwordHash }))],
    ['SuperAdmin', server.as(await server.aSuperAdmin({ passwordHash }))],
  ];
  before = await dumpFirstClient();
});

/** All data of the first client, as one text. */
async function dumpFirstClient(): Promise<string> {
  const { rows: tables } = await server.database.owner.query<{ name: string }>(`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'client_id' order by 1`);
  const parts = tables.map(
    ({ name }) => `select '${name}: ' || to_jsonb(t)::text as row from ${name} t where client_id = $1`,
  );
  const all = `${parts.join(' union all ')} order by row`;
  const { rows } = await server.database.owner.query<{ row: string }>(all, [theirs.client]);
  return rows.map(({ row }) => row).join('\n');
}

const names = Object.keys(allCalls) as CallName[];
/** Calls with an id in their input, each id by its usual name. */
const derived = Object.fromEntries(
  names
    .filter((name) => !exempt.includes(name) && idsOf(name).length > 0 && haveUsualNames(idsOf(name)))
    .map((name) => [name, (ids: Ids) => [derivedInput(name, (what) => ids[what], { allIds: true })]]),
);
const sent = { ...derived, ...listed };

const unknown = (ids: Ids) => Object.fromEntries(Object.keys(ids).map((key) => [key, randomUUID()])) as Ids;

test('every call with an ID is covered by this test', () => {
  expect(names.filter((name) => idsOf(name).length > 0 && !sent[name] && !exempt.includes(name))).toEqual([]);
});

test.each(Object.entries(sent) as [CallName, (ids: Ids) => object[]][])(
  '%s answers an ID of another school system exactly like an unknown one, and changes nothing',
  async (name, inputs) => {
    const call = allCalls[name] as Call;
    for (const [role, stranger] of strangers) {
      if (notForeignTo[name] === role) continue;
      const forNobody = inputs(unknown(theirs));
      for (const [index, input] of inputs(theirs).entries()) {
        const [foreign, nobody] = [
          await stranger.send(call, input),
          await stranger.send(call, forNobody[index]),
        ];
        const foreignReply = [foreign.status, await foreign.text()];
        expect([role, input, ...foreignReply]).toEqual([role, input, nobody.status, await nobody.text()]);
      }
    }
    expect(await dumpFirstClient()).toBe(before);
  },
);

test.each(linkPurposes)(
  'a link for %s shows the same with and without another school system, and reaches none of its ids',
  async (purpose) => {
    const mine = await aLinkedPlacement(server);
    const token = await mine.issue(purpose);
    const read = async () => (await openLink(server, token)).text();
    const page = await read();
    expect(page).toContain(purpose === 'sign' ? 'Ada' : 'Ada L.');
    // The same people, placement and hours once more, in another school system.
    await aLinkedPlacement(server);
    expect(await read()).toBe(page);
    const typed = { name: 'Eve Adler', sure: 'Eve Adler', seen: server.clock.now().toISOString() };
    const posted = (ids: Ids): [string, string][][] =>
      [
        { ...typed, entry: ids.hours, do: 'approve' },
        { ...typed, entry: ids.hours, reason: 'No.', do: 'disapprove' },
        { ...typed, do: `all ${ids.project} 1` },
        {
          ...typed,
          ...anEvaluationForm,
          ratings: '',
          [`r-${ids.evaluationQuestion}`]: '4',
          do: 'evaluate',
        },
        { ...typed, project_id: ids.project, agreed: 'yes', do: 'sign' },
        { ...typed, student_id: ids.student, agreed: 'yes', do: 'consent' },
      ].map((fields) => Object.entries(fields));
    const forNobody = posted(unknown(theirs));
    for (const [index, fields] of posted(theirs).entries()) {
      const [foreign, nobody] = [
        await postLink(server, token, fields),
        await postLink(server, token, forNobody[index] ?? []),
      ];
      const foreignReply = [foreign.status, await foreign.text()];
      expect([fields, ...foreignReply]).toEqual([fields, nobody.status, await nobody.text()]);
      expect(foreign.status).toBeGreaterThanOrEqual(400);
    }
    expect(await dumpFirstClient()).toBe(before);
  },
);

test('the mirror would detect a leak: their own business gets another reply', async () => {
  const owner = server.as(await server.aTeacher({ clientId: theirs.client }));
  expect((await owner.send(allCalls.loadOpportunity as Call, { opp_id: theirs.opportunity })).status).toBe(
    200,
  );
});
