import { isStaff, type Role } from './accounts/rules.ts';
import type { CallName } from './all-calls.ts';
import type { LinkPurpose } from './links/rules.ts';

/**
 * The access table: who may make which call and open which screen. Anything not listed is denied. `session`: being
 * logged in is enough. `finished`: the profile was saved once and the email is confirmed. `approved`: staff approved
 * the account as well. The last two never apply to Teachers, Admins and SuperAdmins (docs/behavior/access.md#standing).
 */
export type Standing = 'session' | 'finished' | 'approved';
type Roles = Partial<Record<Role, Standing>>;
type Access = 'anyone' | Roles;

/** A link for this purpose may also make the call, without an account (docs/behavior/links.md). */
export type CallAccess = 'anyone' | (Roles & { link?: LinkPurpose });

const staff = { Teacher: 'session', Admin: 'session' } as const;
const everyone = { Student: 'session', Business: 'session', ...staff, SuperAdmin: 'session' } as const;
const everyoneFinished = { ...everyone, Student: 'finished', Business: 'finished' } as const;
const clientMembers = { Student: 'session', Business: 'session', ...staff } as const;
const clientMembersFinished = { Student: 'finished', Business: 'finished', ...staff } as const;
const owner = { SuperAdmin: 'session' } as const;
/** An Admin maintains the school system's lists, a SuperAdmin the platform's defaults. */
const listKeepers = { Admin: 'session', SuperAdmin: 'session' } as const;
const businessAndStaff = { Business: 'finished', ...staff } as const;
/** For everything that shows a business its students. Access ends when the business loses its approval. */
const studentsOfBusiness = { Business: 'approved', ...staff } as const;
const clientMembersSeeingStudents = { ...clientMembersFinished, Business: 'approved' } as const;

/** Calls, row by row as in `calls.csv`. Which objects a caller may touch within a call is decided by ownership. */
export const callAccess: Record<CallName, CallAccess> = {
  login: 'anyone',
  logout: 'anyone',
  signUp: 'anyone',
  getCurrentUser: 'anyone',
  resetPassword: 'anyone',
  findUserByCode: 'anyone',
  changePasswordById: 'anyone',
  confirmEmail: 'anyone',
  resendConfirmation: { Student: 'session', Business: 'session' },
  changePassword: everyone,
  getUserData: everyone,
  saveLocale: everyone,
  getSessions: everyone,
  endSessions: everyone,
  getSecondFactor: everyone,
  startSecondFactor: everyone,
  confirmSecondFactor: everyone,
  stopSecondFactor: everyone,
  renewRecoveryCodes: everyone,
  getMailSettings: everyone,
  saveMailSettings: everyone,
  getNotices: clientMembersFinished,
  readNotices: clientMembersFinished,
  getCalendarFeed: clientMembersFinished,
  makeCalendarFeed: clientMembersFinished,
  endCalendarFeed: clientMembersFinished,

  // Every role has its own.
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

  getDefaultFocusAreas: listKeepers,
  loadDefaultFocusAreas: { Admin: 'session' },
  createFocusArea: listKeepers,
  editFocusArea: listKeepers,
  deleteFocusArea: listKeepers,
  reorderFocusAreas: listKeepers,
  getDefaultPrograms: listKeepers,
  loadDefaultPrograms: { Admin: 'session' },
  createProgram: listKeepers,
  editProgram: listKeepers,
  deleteProgram: listKeepers,
  reorderPrograms: listKeepers,
  createSchool: { Admin: 'session' },
  editSchool: { Admin: 'session' },
  deleteSchool: { Admin: 'session' },
  reorderSchools: { Admin: 'session' },
  getMyReflectionQuestions: { Admin: 'session' },
  getDefaultReflectionQuestions: listKeepers,
  loadDefaultQuestions: { Admin: 'session' },
  createReflectionQuestion: listKeepers,
  editReflectionQuestion: listKeepers,
  deleteReflectionQuestion: listKeepers,
  reorderReflectionQuestions: listKeepers,
  getDefaultEvaluationQuestions: listKeepers,
  loadDefaultEvaluationQuestions: { Admin: 'session' },
  createEvaluationQuestion: listKeepers,
  deleteEvaluationQuestion: listKeepers,
  reorderEvaluationQuestions: listKeepers,

  getAgreements: staff,
  getUsersFiles: everyone,
  getFileById: everyone,
  uploadFile: everyone,
  saveUserFile: everyone,
  deleteFile: everyone,
  getResourceFiles: clientMembersFinished,
  // The file decides who may download it: a logo is public.
  getFile: 'anyone',

  getUser: everyone,
  saveProfile: everyone,
  updateLatLong: clientMembers,
  geocode: clientMembers,

  // Never a business. Ownership limits a student to their own.
  getGuardians: { Student: 'session', ...staff },
  saveGuardian: { Student: 'finished', ...staff },
  confirmGuardian: staff,
  getRelease: { Student: 'session', ...staff },
  askForConsent: staff,
  recordConsent: { ...staff, link: 'consent' },
  removeGuardian: { Student: 'finished', ...staff },
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
  filterUsers: staff,
  searchUsers: staff,
  adminResetPassword: staff,
  endSessionsOfUser: staff,
  resetSecondFactor: { ...staff, SuperAdmin: 'session' },
  exportPerson: { Admin: 'session' },
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
  saveOpportunity: { Student: 'finished' },
  getSavedSearch: { Student: 'finished' },
  saveSearch: { Student: 'finished' },
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
  // A student may rescind or decline while unapproved. The handler requires approval for accepting.
  updateApplicationStatus: { Student: 'finished', Business: 'approved' },
  offerPlacement: { Business: 'approved' },
  undoOffer: { Business: 'approved' },
  saveApplicantNote: { Business: 'approved' },
  declineApplications: { Business: 'approved' },
  inviteToInterview: { Business: 'approved' },
  confirmInterview: { Student: 'finished', Business: 'approved' },
  proposeInterviewTime: { Student: 'finished' },
  cancelInterview: { Business: 'approved' },

  loadStudentProject: clientMembersSeeingStudents,
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
  getAgreementSample: { Admin: 'session' },
  getAgreement: clientMembersSeeingStudents,
  startAgreement: staff,
  saveAgreementTerms: { Business: 'approved', ...staff },
  sendAgreement: staff,
  // A Teacher records signatures on paper; only an Admin signs for the school.
  signAgreement: { Student: 'finished', Business: 'approved', Admin: 'session', link: 'sign' },
  declineAgreement: { Student: 'finished', Business: 'approved', Admin: 'session', link: 'sign' },
  sendSigningLink: studentsOfBusiness,
  recordPaperSignature: staff,
  changeAgreement: staff,
  checkDocument: 'anyone',
  downloadAgreement: clientMembersSeeingStudents,
  voidAgreement: { Admin: 'session' },

  addContactLogEntry: staff,
  getContactLog: staff,

  getMyEvaluationQuestions: { Business: 'finished', Admin: 'session' },
  askForEvaluation: studentsOfBusiness,
  saveEvaluation: { Business: 'approved', link: 'evaluation' },

  createHoursEntry: { Student: 'approved' },
  correctHoursEntry: { Student: 'approved' },
  deleteHoursEntry: { Student: 'approved' },
  approveHours: { Business: 'approved', link: 'hours' },
};

/** Screens. A `visitor` screen sends anyone who is logged in to /profile. */
export type ScreenAccess = 'visitor' | Access;

export const screenAccess = {
  '/': 'anyone',
  '/login': 'visitor',
  '/signup': 'visitor',
  '/forgot': 'visitor',
  '/forgotPassword/$code': 'visitor',
  '/confirm/$code': 'anyone',
  '/stopEmails/$code': 'anyone',
  '/verify/$code': 'anyone',
  '/contact': 'anyone',
  '/participatingBusinesses': 'anyone',
  '/uhoh': 'anyone',
  '/unfinishedProfile': 'anyone',
  '/unconfirmedEmail': { Student: 'session', Business: 'session' },
  '/unapprovedProfile': 'anyone',
  '/permissionsError': 'anyone',
  '/default': everyone,
  '/password': everyone,
  '/profile': everyone,
  '/profile/$variant': everyone,
  '/profile/view/$id': everyoneFinished,
  '/resources': { Student: 'finished', Business: 'finished' },
  '/student_resources': { Student: 'finished' },

  '/opportunity/new': { Business: 'approved' },
  '/opportunity/edit/$id': { Business: 'approved' },
  '/opportunity/duplicate/$id': { Business: 'approved' },
  '/opportunity/all': { Business: 'finished' },
  '/opportunity/browse': { Student: 'finished' },
  '/opportunity/view/$id': clientMembersFinished,
  '/opportunity/view/$id/apply': { Student: 'approved' },
  '/opportunity/applicants/$id': studentsOfBusiness,
  '/application/view/$id': clientMembersSeeingStudents,
  '/applications/list': { Student: 'finished' },

  '/projects/viewall': { Student: 'finished' },
  // Everyone who is logged in. A SuperAdmin is told that it belongs to a school system, as below.
  '/project/$id/hours': everyoneFinished,
  '/project/$id/reflections': everyoneFinished,
  '/project/$id/summary': everyoneFinished,
  '/project/$id/file': everyoneFinished,
  '/project/$id/agreement': clientMembersSeeingStudents,
  '/interns/viewall': { Business: 'approved' },
  '/interns/hours_log/$project_id': { Business: 'approved', ...staff },
  '/evaluation/new/$id': { Business: 'approved' },
  '/evaluation/view/$project_id/$evaluation_id': studentsOfBusiness,

  // A SuperAdmin who opens these is told that they belong to a school system (docs/behavior/app.md#route-guard).
  '/admin/dashboard': { ...staff, SuperAdmin: 'session' },
  '/admin/user_search': { ...staff, SuperAdmin: 'session' },
  '/admin/available_opportunities_report': { ...staff, SuperAdmin: 'session' },
  '/admin/application_count': { ...staff, SuperAdmin: 'session' },
  '/admin/businessReport': { ...staff, SuperAdmin: 'session' },
  '/admin/studentReport': { ...staff, SuperAdmin: 'session' },
  '/admin/internship_status_report': { ...staff, SuperAdmin: 'session' },
  '/admin/imports': { Admin: 'session' },
  '/opportunity/parseImport': { Admin: 'session' },
  '/opportunity/blowItAway': { Admin: 'session' },
  '/admin/duplicateUsersReport': { Admin: 'session', ...owner },
  '/admin/audit': { Admin: 'session' },
  '/admin/masquerade/$admin_id/$user_id': { ...staff, SuperAdmin: 'session' },
  '/admin/siteSettings': { Admin: 'session' },
  '/admin/resources/$type': { Admin: 'session' },
  '/admin/schools': { Admin: 'session' },
  // A SuperAdmin gets the platform's defaults at either address (docs/behavior/lists.md#screens).
  '/admin/focusAreas': { Admin: 'session', ...owner },
  '/admin/programs': { Admin: 'session', ...owner },
  '/admin/reflectionQuestions': { Admin: 'session', ...owner },
  '/admin/evaluationQuestions': { Admin: 'session', ...owner },
  '/waypost/focusAreas': { SuperAdmin: 'session' },
  '/waypost/programs': { SuperAdmin: 'session' },
  '/waypost/reflectionQuestions': { SuperAdmin: 'session' },
  '/waypost/evaluationQuestions': { SuperAdmin: 'session' },
  '/admin/agreements': { Admin: 'session' },
  '/admins': { Admin: 'session' },
  '/admins/$id': { Admin: 'session' },
  '/admin/project/$id': { ...staff, SuperAdmin: 'session' },
  '/admin/project/$id/$content_type': { ...staff, SuperAdmin: 'session' },
  '/admin/sign_off': { Admin: 'session' },
  '/admin/follow_ups': { ...staff, SuperAdmin: 'session' },
  '/waypost/dashboard': owner,
  '/waypost/audit': owner,
  '/waypost/editClient': owner,
  '/waypost/editClient/$id': owner,
} as const satisfies Record<string, ScreenAccess>;

export type ScreenPath = keyof typeof screenAccess;

/** The facts about a logged-in person that the table needs. */
export interface Person {
  role: Role;
  approved: boolean;
  /** People who signed up have confirmed their email. Accounts that staff created count as confirmed. */
  confirmed: boolean;
  /** `__v`: how often the profile was saved; 0 means unfinished. */
  saves: number;
}

type Lacking = 'unfinished' | 'unconfirmed' | 'unapproved';
export type Verdict = 'yes' | 'no-session' | 'not-allowed' | Lacking;

function lacks(person: Person, needed: Standing): Lacking | null {
  if (isStaff(person.role) || needed === 'session') return null;
  if (person.saves === 0) return 'unfinished';
  if (!person.confirmed) return 'unconfirmed';
  return needed === 'approved' && !person.approved ? 'unapproved' : null;
}

/** Whether this person may make this call at all. Which objects they may access is checked later. */
export function mayCall(name: CallName, person: Person | null): Verdict {
  const access = callAccess[name];
  if (access === 'anyone') return 'yes';
  if (!person) return 'no-session';
  const needed = access[person.role];
  if (!needed) return 'not-allowed';
  return lacks(person, needed) ?? 'yes';
}

/** Whether a link for this purpose may make this call. Which objects it may access is checked later. */
export function mayCallByLink(name: CallName, purpose: LinkPurpose): boolean {
  const access = callAccess[name];
  return access !== 'anyone' && access.link === purpose;
}

const screenFor = {
  unfinished: '/unfinishedProfile',
  unconfirmed: '/unconfirmedEmail',
  unapproved: '/unapprovedProfile',
} as const satisfies Record<Lacking, ScreenPath>;

/**
 * Where the guard redirects someone who opens a screen, or null if they may stay (docs/behavior/app.md#route-guard).
 */
export function guardScreen(path: ScreenPath, person: Person | null): string | null {
  const access: ScreenAccess = screenAccess[path];
  if (access === 'anyone') return null;
  if (access === 'visitor') return person ? '/profile' : null;
  if (!person) return '/login';
  const needed = access[person.role];
  // The profile and the approval are checked before the role.
  const strictest = needed ?? Object.values(access).find((standing) => standing === 'approved') ?? 'finished';
  const lacking = lacks(person, strictest);
  if (lacking) return screenFor[lacking];
  return needed ? null : '/permissionsError';
}
