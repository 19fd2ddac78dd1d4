import {
  businessAndStaff,
  clientMembers,
  clientMembersFinished,
  clientMembersSeeingStudents,
  everyone,
  everyoneActive,
  everyoneFinished,
  listManagers,
  missingRequirement,
  owner,
  type Person,
  type Roles,
  staff,
  studentsOfBusiness,
  type Verdict,
} from './access.ts';
import type { CallName } from './all-calls.ts';
import type { LinkPurpose } from './messages/links/rules.ts';

// Separate from the screens' part of the table, because a visitor's browser needs only that part.

/** A link for this purpose may also make the call, without an account (docs/behavior/links.md). */
export type CallAccess = 'anyone' | (Roles & { link?: LinkPurpose });

/**
 * Every call. `npm run access-docs` copies the roles to the documentation. Ownership decides which objects a caller may
 * touch within a call.
 */
export const callAccess: Record<CallName, CallAccess> = {
  login: 'anyone',
  logout: 'anyone',
  signUp: 'anyone',
  getCurrentUser: 'anyone',
  resetPassword: 'anyone',
  findUserByCode: 'anyone',
  changePasswordById: 'anyone',
  findConfirmation: 'anyone',
  confirmEmail: 'anyone',
  resendConfirmation: { Student: 'session', Business: 'session' },
  changePassword: everyone,
  getUserData: everyone,
  saveLocale: everyone,
  getSessions: everyone,
  endSessions: everyone,
  getMasquerades: everyone,
  getSecondFactor: everyone,
  startSecondFactor: everyone,
  confirmSecondFactor: everyone,
  stopSecondFactor: everyone,
  renewRecoveryCodes: everyone,
  getMailSettings: everyone,
  saveMailSettings: everyone,
  // Ownership limits a student and a business to their own.
  getReturnedMail: clientMembers,
  tryMailAgain: clientMembers,
  getNotices: clientMembersFinished,
  readNotices: clientMembersFinished,
  getCalendarFeed: clientMembersFinished,
  makeCalendarFeed: clientMembersFinished,
  endCalendarFeed: clientMembersFinished,

  // Every role has its own tasks.
  loadTasks: everyoneFinished,
  find: clientMembersSeeingStudents,

  // Ownership decides whom one may act as. In a masquerade, every role must be able to return.
  masquerade: everyone,
  setMasquerade: everyone,
  endMasquerade: everyone,

  getClients: 'anyone',
  getStates: 'anyone',
  getSettings: 'anyone',
  getPrograms: clientMembers,
  getFocusAreas: clientMembers,
  getSchools: clientMembers,

  saveSettings: { Admin: 'session' },
  setSettingsAsComplete: { Admin: 'session' },
  reorderFiles: { Admin: 'session' },
  translateResource: { Admin: 'session' },
  getStudentApplicationCount: staff,
  getTotalStudentsEmployed: staff,
  getFunnel: staff,
  getYearSoFar: staff,
  getActiveUsers: { Admin: 'session' },
  filterAvailableOpportunities: staff,
  filterApplicationCount: staff,
  filterInternshipStatus: staff,
  countGraduatedStudents: staff,
  deactivateGraduatedStudents: staff,

  filterFollowUps: staff,
  remindFollowUps: staff,
  snoozeFollowUp: staff,
  getReminders: { Admin: 'session' },
  saveReminderPlan: { Admin: 'session' },
  saveReminderHours: { Admin: 'session' },

  getDefaultFocusAreas: listManagers,
  loadDefaultFocusAreas: { Admin: 'session' },
  createFocusArea: listManagers,
  editFocusArea: listManagers,
  deleteFocusArea: listManagers,
  reorderFocusAreas: listManagers,
  getDefaultPrograms: listManagers,
  loadDefaultPrograms: { Admin: 'session' },
  createProgram: listManagers,
  editProgram: listManagers,
  deleteProgram: listManagers,
  reorderPrograms: listManagers,
  createSchool: { Admin: 'session' },
  editSchool: { Admin: 'session' },
  deleteSchool: { Admin: 'session' },
  reorderSchools: { Admin: 'session' },
  getMyReflectionQuestions: { Admin: 'session' },
  getDefaultReflectionQuestions: listManagers,
  loadDefaultQuestions: { Admin: 'session' },
  createReflectionQuestion: listManagers,
  editReflectionQuestion: listManagers,
  deleteReflectionQuestion: listManagers,
  reorderReflectionQuestions: listManagers,
  getDefaultEvaluationQuestions: listManagers,
  loadDefaultEvaluationQuestions: { Admin: 'session' },
  createEvaluationQuestion: listManagers,
  translateEvaluationQuestion: listManagers,
  deleteEvaluationQuestion: listManagers,
  reorderEvaluationQuestions: listManagers,

  getAgreements: staff,
  getUsersFiles: everyone,
  getFileById: everyone,
  uploadFile: everyoneActive,
  saveUserFile: everyoneActive,
  deleteFile: everyoneActive,
  getResourceFiles: clientMembersFinished,
  // The file decides who may download it: a logo is public.
  getFile: 'anyone',

  getUser: everyone,
  saveProfile: everyoneActive,
  updateLatLong: { ...clientMembers, Student: 'active' },
  geocode: clientMembers,
  getZipPlace: clientMembers,

  // Never a business. Ownership limits a student to their own.
  getGuardians: { Student: 'session', ...staff },
  saveGuardian: { Student: 'finished and active', ...staff },
  confirmGuardian: staff,
  sendProgressLink: staff,
  getRelease: { Student: 'session', ...staff },
  askForConsent: staff,
  getProofs: staff,
  saveCodeAddress: staff,
  readCode: staff,
  recordConsent: { ...staff, link: 'consent' },
  removeGuardian: { Student: 'finished and active', ...staff },
  saveBirthDate: staff,

  // Ownership limits a business to its own.
  getContacts: { Business: 'session', ...staff },
  saveContact: businessAndStaff,
  removeContact: businessAndStaff,
  chooseSupervisor: { ...studentsOfBusiness, link: 'supervisor' },
  askSupervisor: studentsOfBusiness,

  // Finding students is part of posting an opportunity, so an unapproved business cannot look up a student's name.
  getUserByEmail: { Business: 'approved', ...staff },
  searchStudents: { Business: 'approved', ...staff },
  swapApprovalStatus: staff,
  resendConfirmationOf: staff,
  confirmEmailOf: staff,
  filterUsers: staff,
  searchUsers: staff,
  adminResetPassword: staff,
  endSessionsOfUser: staff,
  resetSecondFactor: { ...staff, SuperAdmin: 'session' },
  exportPerson: { Admin: 'session' },
  previewErasure: { Admin: 'session' },
  erasePerson: { Admin: 'session' },
  getClientErasure: owner,
  startClientErasure: owner,
  stopClientErasure: owner,
  getRetention: { Admin: 'session' },
  saveRetention: { Admin: 'session' },
  filterLeftStudents: { Admin: 'session' },
  deleteUser: { ...staff, SuperAdmin: 'session' },
  getAllBusinesses: staff,
  getBudgets: staff,
  createTeacher: { Admin: 'session' },
  editTeacher: { Admin: 'session' },
  deleteTeacher: { Admin: 'session' },
  countClientUsers: { ...staff, SuperAdmin: 'session' },

  uploadImport: { Admin: 'session' },
  parseImport: { Admin: 'session' },
  importStudents: { Admin: 'session' },
  blowItAway: { Admin: 'session' },

  findDuplicateUsers: { Admin: 'session', ...owner },
  mergeUsers: { Admin: 'session' },

  getAuditEntries: { Admin: 'session', ...owner },
  getAuditHead: { Admin: 'session', ...owner },

  getBackups: owner,
  getClientById: owner,
  getAdminsByClient: owner,
  createClient: owner,
  editClient: owner,
  deleteClient: owner,
  createAdmin: owner,
  editAdmin: owner,
  deleteAdmin: owner,

  createOpportunity: { Business: 'approved' },
  editOpportunity: { Business: 'approved' },
  deleteOpportunity: { Business: 'approved' },
  loadOpportunity: clientMembersFinished,
  getOpportunities: clientMembersFinished,
  saveOpportunity: { Student: 'finished and active' },
  getSavedSearch: { Student: 'finished' },
  saveSearch: { Student: 'finished and active' },
  // The link in an email is enough to stop the emails.
  stopSearchEmails: 'anyone',
  getBusinessInternshipStats: businessAndStaff,

  getApplicationToOpportunity: { Student: 'finished' },
  getMyApplications: { Student: 'finished' },
  createApplication: { Student: 'approved' },
  getApplicants: studentsOfBusiness,
  getNewApplications: studentsOfBusiness,
  getApplicationById: clientMembersSeeingStudents,
  getApplicationsByStudent: { Student: 'finished', ...staff },
  // A student may rescind or decline while unapproved, but not deactivated. The handler requires approval for accepting.
  updateApplicationStatus: { Student: 'finished and active', Business: 'approved' },
  offerPlacement: { Business: 'approved' },
  undoOffer: { Business: 'approved' },
  takeBackOffer: { Business: 'approved' },
  saveApplicantNote: { Business: 'approved' },
  declineApplications: { Business: 'approved' },
  inviteToInterview: { Business: 'approved' },
  confirmInterview: { Student: 'finished and active', Business: 'approved' },
  proposeInterviewTime: { Student: 'finished and active' },
  cancelInterview: { Business: 'approved' },

  loadStudentProject: clientMembersSeeingStudents,
  getProgress: { ...clientMembersSeeingStudents, link: 'progress' },
  getProjectsByStudent: everyone,
  getProjectsByStudentId: { Student: 'finished', ...staff },
  getInterns: { Business: 'approved' },
  setAdminApproval: { Admin: 'session' },
  getProjectNotes: staff,
  saveProjectNote: staff,
  approveItems: { Admin: 'session' },
  sendBackItem: { Admin: 'session' },
  reopenItem: { Admin: 'session' },
  getSignOffs: { Admin: 'session' },
  saveReflection: { Student: 'approved' },
  enableRemainingReflections: { Admin: 'session' },
  saveSummary: { Student: 'approved' },
  saveFileLink: { Student: 'approved' },
  removeFileLink: { Student: 'approved' },
  changeBusinessStatus: { Business: 'approved', Admin: 'session' },

  getAgreementSetup: { Admin: 'session' },
  saveAgreementSettings: { Admin: 'session' },
  saveAgreementTemplate: { Admin: 'session' },
  deleteAgreementTemplate: { Admin: 'session' },
  getAgreementTemplateVersion: { Admin: 'session' },
  getAgreementSample: { Admin: 'session' },
  getAgreement: clientMembersSeeingStudents,
  startAgreement: staff,
  saveAgreementTerms: { Business: 'approved', ...staff },
  sendAgreement: staff,
  // A Teacher records signatures on paper; only an Admin signs for the school.
  signAgreement: { Student: 'finished and active', Business: 'approved', Admin: 'session', link: 'sign' },
  declineAgreement: { Student: 'finished and active', Business: 'approved', Admin: 'session', link: 'sign' },
  sendSigningLink: studentsOfBusiness,
  recordPaperSignature: staff,
  changeAgreement: staff,
  checkDocument: 'anyone',
  downloadAgreement: clientMembersSeeingStudents,
  voidAgreement: { Admin: 'session' },

  addContactLogEntry: staff,
  getContactLog: staff,

  getMyEvaluationQuestions: { Business: 'finished', Admin: 'session' },
  getEvaluationStart: { Business: 'approved' },
  askForEvaluation: studentsOfBusiness,
  saveEvaluation: { Business: 'approved', link: 'evaluation' },

  createHoursEntry: { Student: 'approved' },
  correctHoursEntry: { Student: 'approved' },
  deleteHoursEntry: { Student: 'approved' },
  getHoursToApprove: { Business: 'approved' },
  approveHours: { Business: 'approved', link: 'hours' },
};

/** Whether this person may make this call at all. Which objects they may access is checked later. */
export function mayCall(name: CallName, person: Person | null): Verdict {
  const access = callAccess[name];
  if (access === 'anyone') return 'yes';
  if (!person) return 'no-session';
  const needed = access[person.role];
  if (!needed) return 'not-allowed';
  return missingRequirement(person, needed) ?? 'yes';
}

/** Whether a link for this purpose may make this call. Which objects it may access is checked later. */
export function mayCallByLink(name: CallName, purpose: LinkPurpose): boolean {
  const access = callAccess[name];
  return access !== 'anyone' && access.link === purpose;
}
