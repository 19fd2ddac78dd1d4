import { allCalls, type CallName } from '@waypost/contract/all-calls';
import { derivedCaller, derivedInput } from './derived-inputs.ts';
import { anOpportunityRow, aSheet } from './sheets.ts';
import type { World } from './world.ts';

/** The caller of a call and its minimal input, without any optional field. */
interface Minimal {
  as: 'visitor' | 'student' | 'business' | 'teacher' | 'admin' | 'owner';
  input: object;
  /** The expected status if the minimal input is valid but the state of the data forbids success. */
  status?: number;
  file?: { name: string; content: Uint8Array };
}

const aPlace = { street: '1 Main Street', city: 'Annapolis', state: 'MD', zip: '21401' };
const aPerson = { first_name: 'Tess', last_name: 'Reed', email: 'tess@waypost.test' };
const inOrder = (...ids: string[]) => ({ list: ids.map((_id, index) => ({ _id, ordinal: index + 1 })) });

/**
 * The minimal input of every call, in a separate world. A call that is not listed is made by the first role that may
 * make it, with an input derived from its schema.
 */
export function minimalInputs(world: World): Record<CallName, Minimal> {
  const listed = listedInputs(world);
  const derived = (name: CallName): Minimal => ({
    as: derivedCaller(name),
    input: derivedInput(name, (what) => world[what].id),
  });
  const names = Object.keys(allCalls) as CallName[];
  return Object.fromEntries(names.map((name) => [name, listed[name] ?? derived(name)])) as Record<
    CallName,
    Minimal
  >;
}

/** The calls for which more must be known than their schema and their access. */
export function listedInputs(world: World): Partial<Record<CallName, Minimal>> {
  const { student, business, teacher, admin, client, opportunity, application, project, hours } = world;
  const project_id = project.id;
  const anOpportunity = {
    opportunity_title: 'Boat builder',
    short_description: '<p>Short</p>',
    skills_required: '<p>Care</p>',
    full_description: '<p>Full</p>',
    available_slots: 2,
    application_open: '2026-01-01',
    application_close: '2026-12-01',
    employment_start: '2026-06-01',
    employment_stop: '2026-08-01',
  };
  return {
    logout: { as: 'student', input: {} },
    signUp: {
      as: 'visitor',
      input: {
        client: client.id,
        email: 'new@waypost.test',
        password: 'a quiet lantern',
        type: 'Business',
        business_name: 'Bayside',
      },
    },
    changePassword: { as: 'student', input: { email: student.email, password: 'wrong' } },
    resetPassword: { as: 'visitor', input: { email: 'nobody@waypost.test' } },
    findUserByCode: { as: 'visitor', input: { code: 'none' } },
    changePasswordById: { as: 'visitor', input: { _id: student.id, new_password: 'a quiet lantern' } },
    findConfirmation: { as: 'visitor', input: { code: 'none' } },
    confirmEmail: { as: 'visitor', input: { code: 'none' } },
    resendConfirmation: { as: 'student', input: {}, status: 409 },

    saveAgreementSettings: { as: 'admin', input: { signing_order: 'sequence', hours_before_signed: false } },
    saveAgreementTemplate: { as: 'admin', input: { body: 'Between [student] and [business].' } },
    deleteAgreementTemplate: { as: 'admin', input: { _id: project_id }, status: 404 },
    getAgreementTemplateVersion: { as: 'admin', input: { _id: project_id, version: '1' }, status: 404 },
    // The placement has no agreement yet.
    saveAgreementTerms: {
      as: 'business',
      input: { project_id, revision: 1, start_date: '2026-06-01', end_date: '2026-08-01' },
      status: 404,
    },
    sendAgreement: { as: 'teacher', input: { project_id, revision: 1 }, status: 404 },
    signAgreement: {
      as: 'student',
      input: { project_id, text_hash: 'a'.repeat(64), name: 'Ada Lovelace', agreed: true },
      status: 404,
    },
    declineAgreement: {
      as: 'student',
      input: { project_id, text_hash: 'a'.repeat(64), reason: 'No.' },
      status: 404,
    },
    recordPaperSignature: {
      as: 'teacher',
      input: {
        project_id,
        text_hash: 'a'.repeat(64),
        party: 'guardian',
        name: 'Anne Byron',
        signed_on: '2026-03-02',
      },
      status: 404,
    },
    sendSigningLink: {
      as: 'teacher',
      input: { project_id, party: 'guardian', _id: project_id },
      status: 404,
    },
    changeAgreement: { as: 'teacher', input: { project_id, revision: 1 }, status: 404 },
    checkDocument: { as: 'visitor', input: { code: '0000-0000-0000' } },
    downloadAgreement: { as: 'student', input: { project_id, version: '1' }, status: 404 },
    voidAgreement: { as: 'admin', input: { project_id, revision: 1, reason: 'No.' }, status: 404 },

    getApplicationsByStudent: { as: 'teacher', input: { student_id: student.id } },
    createApplication: {
      as: 'student',
      input: { cover_letter: '<p>Please</p>', opportunity_id_fk: world.otherOpportunity.id },
    },
    updateApplicationStatus: {
      as: 'business',
      input: { application_id: application.id, status: 'Offered' },
    },
    inviteToInterview: {
      as: 'business',
      input: { application_id: application.id },
    },
    confirmInterview: {
      as: 'student',
      input: { application_id: application.id, starts_at: '2026-03-10T19:30:00.000Z' },
      status: 409,
    },
    proposeInterviewTime: {
      as: 'student',
      input: { application_id: application.id, date: '2026-03-10', time: '15:30' },
      status: 409,
    },
    cancelInterview: { as: 'business', input: { application_id: application.id }, status: 409 },
    declineApplications: { as: 'business', input: { application_ids: [application.id] } },
    undoOffer: { as: 'business', input: { application_id: application.id }, status: 409 },
    takeBackOffer: { as: 'business', input: { application_id: application.id }, status: 409 },

    getAgreements: { as: 'teacher', input: { id: student.id } },
    getBudgets: { as: 'admin', input: { id: business.id } },

    getClientById: { as: 'owner', input: { id: client.id } },
    getAdminsByClient: { as: 'owner', input: { id: client.id } },
    createClient: { as: 'owner', input: { full_name: 'Bay Schools', short_name: 'BS', max_users: 100 } },
    editClient: {
      as: 'owner',
      input: { _id: client.id, full_name: 'Bay Schools', short_name: 'BS', max_users: 100 },
    },
    deleteClient: { as: 'owner', input: { id: client.id } },
    createAdmin: { as: 'owner', input: { ...aPerson, client: client.id } },
    editAdmin: { as: 'owner', input: { ...aPerson, _id: admin.id, client: client.id } },
    deleteAdmin: { as: 'owner', input: { id: admin.id } },

    addContactLogEntry: {
      as: 'teacher',
      input: {
        student_id: student.id,
        data: {
          log_date: '2026-03-02',
          primary_contact_name: 'Grace',
          associated_business: 'Bayside Marine',
        },
      },
    },

    saveGuardian: { as: 'teacher', input: { student_id: student.id, name: 'Anne' } },
    askForConsent: {
      as: 'teacher',
      input: { student_id: student.id, guardian_id: world.guardian.id },
      status: 409,
    },
    recordConsent: {
      as: 'teacher',
      input: { student_id: student.id, decision: 'given', name: 'Anne', decided_on: '2026-03-02' },
    },
    confirmGuardian: { as: 'teacher', input: { student_id: student.id, _id: world.guardian.id } },
    sendProgressLink: {
      as: 'teacher',
      input: { student_id: student.id, _id: world.guardian.id },
      status: 409,
    },
    removeGuardian: { as: 'teacher', input: { student_id: student.id, _id: world.guardian.id } },
    getProofs: { as: 'teacher', input: { account_id: student.id } },
    saveCodeAddress: { as: 'teacher', input: { account_id: student.id, _id: world.guardian.id } },
    // The school system requires no codes.
    readCode: {
      as: 'teacher',
      input: { account_id: student.id, _id: world.guardian.id, called: true },
      status: 409,
    },
    saveBirthDate: { as: 'teacher', input: { student_id: student.id, birth_date: '2009-04-17' } },

    saveContact: { as: 'business', input: { business_id: business.id, name: 'Sam' } },
    removeContact: { as: 'teacher', input: { business_id: business.id, _id: world.contact.id } },
    askSupervisor: { as: 'business', input: { project_id }, status: 409 },
    askForEvaluation: { as: 'business', input: { project_id }, status: 409 },

    mergeUsers: { as: 'admin', input: { keep: student.id, remove: world.otherStudent.id } },

    saveEvaluation: {
      as: 'business',
      input: {
        project_id,
        evaluation_date: '2026-03-02',
        supervisor: 'Grace',
        internship_facilitator: 'Mary',
        contact_phone: '(410)555-0100',
        comments: '<p>Good.</p>',
      },
    },

    getFileById: { as: 'student', input: { id: world.file.id } },
    uploadFile: { as: 'student', input: {}, file: { name: 'letter.pdf', content: world.pdf } },
    getResourceFiles: { as: 'student', input: { type: 'student' } },
    translateResource: { as: 'admin', input: { file_id: world.resource.id } },
    reorderFiles: { as: 'admin', input: inOrder(world.resource.id) },
    // The row has no stored bytes.
    getFile: { as: 'student', input: { id: world.file.id, name: 'resume.pdf' }, status: 404 },

    saveSummary: { as: 'student', input: { project_id, text: 'It went well.' } },
    removeFileLink: { as: 'student', input: { project_id, file_id: world.linkedFile.id } },

    createHoursEntry: {
      as: 'student',
      input: {
        project_id,
        start_date: '2026-03-02',
        end_date: '2026-03-02',
        total_hours: 1,
        text_log: 'Sanded.',
      },
    },
    correctHoursEntry: {
      as: 'student',
      input: {
        project_id,
        hours_log_id: hours.id,
        start_date: '2026-03-02',
        end_date: '2026-03-02',
        total_hours: 1,
        text_log: 'Sanded.',
      },
      status: 409,
    },

    uploadImport: {
      as: 'admin',
      input: { kind: 'opportunities' },
      file: aSheet('opportunities', [anOpportunityRow(business.email)]),
    },
    parseImport: { as: 'admin', input: {}, status: 404 },
    importStudents: { as: 'admin', input: {}, status: 404 },

    loadDefaultFocusAreas: { as: 'admin', input: {}, status: 409 },
    createFocusArea: { as: 'admin', input: { name: 'Radio' } },
    editFocusArea: { as: 'admin', input: { _id: client.area.id, name: 'Radio' } },
    deleteFocusArea: { as: 'admin', input: { id: client.area.id } },
    reorderFocusAreas: { as: 'admin', input: inOrder(client.area.id, client.otherArea.id) },
    loadDefaultPrograms: { as: 'admin', input: {}, status: 409 },
    createProgram: { as: 'admin', input: { name: 'Radio' } },
    editProgram: { as: 'admin', input: { _id: client.program.id, name: 'Radio' } },
    deleteProgram: { as: 'admin', input: { id: client.program.id } },
    reorderPrograms: { as: 'admin', input: inOrder(client.program.id) },
    createSchool: { as: 'admin', input: { ...aPlace, name: 'Bay High', type: 'High' } },
    editSchool: { as: 'admin', input: { ...aPlace, _id: client.school.id, name: 'Bay High', type: 'High' } },
    deleteSchool: { as: 'admin', input: { id: client.school.id } },
    reorderSchools: { as: 'admin', input: inOrder(client.school.id) },
    loadDefaultQuestions: { as: 'admin', input: {}, status: 409 },
    createReflectionQuestion: { as: 'admin', input: { question_text: 'Why?' } },
    editReflectionQuestion: {
      as: 'admin',
      input: { _id: world.reflectionQuestion.id, question_text: 'Why?' },
    },
    deleteReflectionQuestion: { as: 'admin', input: { id: world.reflectionQuestion.id } },
    reorderReflectionQuestions: { as: 'admin', input: inOrder(...world.reflectionQuestionIds) },
    loadDefaultEvaluationQuestions: { as: 'admin', input: {}, status: 409 },
    createEvaluationQuestion: { as: 'admin', input: { question_text: 'Why?' } },
    translateEvaluationQuestion: { as: 'admin', input: { _id: world.evaluationQuestion.id } },
    deleteEvaluationQuestion: { as: 'admin', input: { id: world.evaluationQuestion.id } },
    reorderEvaluationQuestions: { as: 'admin', input: inOrder(world.evaluationQuestion.id) },

    masquerade: { as: 'admin', input: { id: student.id } },
    setMasquerade: { as: 'admin', input: { adminUser_id: admin.id }, status: 404 },
    endMasquerade: { as: 'admin', input: { adminUser_id: admin.id } },

    endSessions: { as: 'student', input: { password: 'wrong' } },
    startSecondFactor: { as: 'student', input: { password: 'wrong' } },
    confirmSecondFactor: { as: 'student', input: { code: '123456' } },
    stopSecondFactor: { as: 'student', input: { password: 'wrong' } },
    renewRecoveryCodes: { as: 'student', input: { password: 'wrong' } },
    exportPerson: { as: 'admin', input: { _id: student.id, password: 'wrong' }, status: 400 },
    previewErasure: { as: 'admin', input: { _id: student.id } },
    erasePerson: { as: 'admin', input: { _id: student.id, name: 'x', password: 'wrong' }, status: 400 },
    resetSecondFactor: { as: 'teacher', input: { _id: student.id } },
    endSessionsOfUser: { as: 'teacher', input: { _id: student.id } },
    getClientErasure: { as: 'owner', input: { id: client.id } },
    startClientErasure: {
      as: 'owner',
      input: { id: client.id, name: 'x', password: 'wrong' },
      status: 400,
    },
    stopClientErasure: { as: 'owner', input: { id: client.id } },
    saveRetention: { as: 'admin', input: { password: 'wrong' }, status: 400 },
    filterLeftStudents: { as: 'admin', input: { years: 5 } },
    remindFollowUps: { as: 'teacher', input: { _ids: [`hours:${project_id}`] } },
    snoozeFollowUp: { as: 'teacher', input: { _id: `hours:${project_id}` } },
    saveReminderPlan: {
      as: 'admin',
      input: { kind: 'offer', first: 2, every: 2, last: 8, escalate: 9, escalates_to: ['Admin'] },
    },
    saveReminderHours: { as: 'admin', input: { from: 9, until: 16, days: ['Monday'] } },
    getReturnedMail: { as: 'teacher', input: { user_id: student.id } },
    tryMailAgain: { as: 'teacher', input: { user_id: student.id, kind: 'account', _id: student.id } },

    saveProjectNote: { as: 'teacher', input: { project_id, text: 'A note' } },

    createOpportunity: { as: 'business', input: anOpportunity },
    editOpportunity: { as: 'business', input: { ...anOpportunity, _id: opportunity.id } },
    stopSearchEmails: { as: 'visitor', input: { code: 'none' } },
    deleteOpportunity: { as: 'business', input: { id: world.otherOpportunity.id } },
    getBusinessInternshipStats: { as: 'teacher', input: {} },

    getUserByEmail: { as: 'teacher', input: {} },
    find: { as: 'teacher', input: { text: 'ada' } },
    searchStudents: { as: 'teacher', input: { search: 'ada' } },
    resendConfirmationOf: { as: 'teacher', input: { _id: business.id }, status: 409 },
    confirmEmailOf: { as: 'teacher', input: { _id: business.id }, status: 409 },
    swapApprovalStatus: { as: 'teacher', input: { _id: business.id } },
    adminResetPassword: { as: 'teacher', input: { _id: student.id }, status: 409 },
    deleteUser: { as: 'teacher', input: { user: { _id: world.otherStudent.id } } },

    getUser: { as: 'student', input: { id: student.id } },
    saveProfile: {
      as: 'business',
      input: {
        profile: {
          business_bio: '<p>Boats</p>',
          featured_projects: '<p>Boats</p>',
          career_opportunities: '<p>Boats</p>',
          internship_opportunities: '<p>Boats</p>',
          contact_name: 'Grace',
          contact_email: 'grace@waypost.test',
          contact_phone: '(410)555-0100',
          location: aPlace,
        },
      },
    },
    saveUserFile: {
      as: 'student',
      input: { user_id: student.id, file_id: world.file.id, key: 'resume_file_id_fk' },
    },
    updateLatLong: { as: 'student', input: { collection: 'users', id: student.id, lat: 38, lon: -76 } },
    geocode: { as: 'student', input: { state: 'MD', zip: '21401' } },

    getProjectsByStudentId: { as: 'teacher', input: { student_id: student.id } },
    setAdminApproval: { as: 'admin', input: { project_id, approval_type: 'reflection' }, status: 409 },
    approveItems: { as: 'admin', input: { project_id, approval_types: ['reflection'] }, status: 409 },
    sendBackItem: {
      as: 'admin',
      input: { project_id, approval_type: 'reflection', reason: 'Say more.' },
      status: 409,
    },
    reopenItem: { as: 'admin', input: { project_id, approval_type: 'reflection' }, status: 409 },

    saveReflection: {
      as: 'student',
      input: { project_id, _id: world.reflection.id, answer_text: 'I learned.' },
    },

    getFunnel: { as: 'teacher', input: { by: 'school' } },
    loadTasks: { as: 'teacher', input: {} },

    saveSettings: {
      as: 'admin',
      input: {
        short_name: 'BS',
        full_name: 'Bay Schools',
        phone_number: '(410)555-0100',
        default_password: 'a quiet lantern',
        logo: world.logo.id,
      },
    },

    createTeacher: { as: 'admin', input: aPerson },
    editTeacher: { as: 'admin', input: { ...aPerson, id: teacher.id } },
    deleteTeacher: { as: 'admin', input: { id: teacher.id } },
  };
}
