import { isStaff, type Role } from './roles.ts';

/**
 * The access table: who may open which screen, and in `call-access.ts` who may make which call. Anything not listed is
 * denied. `session`: being logged in is enough. `finished`: the profile was saved once. `approved`: the email is
 * confirmed and staff approved the account as well. `active`: staff have not withdrawn the approval; a deactivated
 * student can only read, and change their account's login, language and emails. Apart from `session`, none of them apply
 * to Teachers, Admins and SuperAdmins (docs/behavior/access.md#standing).
 */
export type Standing = 'session' | 'active' | 'finished' | 'finished and active' | 'approved';
export type Roles = Partial<Record<Role, Standing>>;
type Access = 'anyone' | Roles;

export const staff = { Teacher: 'session', Admin: 'session' } as const;
export const everyone = { Student: 'session', Business: 'session', ...staff, SuperAdmin: 'session' } as const;
export const everyoneFinished = { ...everyone, Student: 'finished', Business: 'finished' } as const;
export const everyoneActive = { ...everyone, Student: 'active' } as const;
export const clientMembers = { Student: 'session', Business: 'session', ...staff } as const;
export const clientMembersFinished = { Student: 'finished', Business: 'finished', ...staff } as const;
export const owner = { SuperAdmin: 'session' } as const;
/** An Admin maintains the school system's lists, a SuperAdmin the platform's defaults. */
export const listManagers = { Admin: 'session', SuperAdmin: 'session' } as const;
export const businessAndStaff = { Business: 'finished', ...staff } as const;
/** For everything that shows a business its students. Access ends when the business loses its approval. */
export const studentsOfBusiness = { Business: 'approved', ...staff } as const;
export const clientMembersSeeingStudents = { ...clientMembersFinished, Business: 'approved' } as const;

/** Screens. A `visitor` screen sends anyone who is logged in to /profile. */
export type ScreenAccess = 'visitor' | Access;

/** The cookie with the home screen that a browser showed last. */
export const HOME_COOKIE = 'waypost_home';

/** Where `/default` leads those whose account is set up, most people's first (docs/behavior/app.md#where-to-start). */
export const homes = [
  '/projects/viewall',
  '/opportunity/browse',
  '/opportunity/all',
  '/admin/dashboard',
  '/waypost/dashboard',
] as const;

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
  // All logged-in users. A SuperAdmin is told that the page belongs to a school system, as below.
  '/project/$id/hours': everyoneFinished,
  '/project/$id/reflections': everyoneFinished,
  '/project/$id/summary': everyoneFinished,
  '/project/$id/file': everyoneFinished,
  '/project/$id/agreement': clientMembersSeeingStudents,
  '/project/$id/progress': clientMembersSeeingStudents,
  '/interns/viewall': { Business: 'approved' },
  '/interns/hours': { Business: 'approved' },
  '/interns/hours_log/$project_id': { Business: 'approved', ...staff },
  '/evaluation/new/$id': { Business: 'approved' },
  '/evaluation/view/$project_id/$evaluation_id': studentsOfBusiness,

  // A SuperAdmin is told that these pages belong to a school system (docs/behavior/app.md#route-guard).
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
  '/admin/retention': { Admin: 'session' },
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
  /** Staff withdrew the approval. Someone who was never approved is not deactivated. */
  deactivated: boolean;
}

/** Whether someone can only read, and change what belongs to the account itself. */
export const isReadOnly = ({ role, deactivated }: Pick<Person, 'role' | 'deactivated'>): boolean =>
  role === 'Student' && deactivated;

type Lacking = 'unfinished' | 'unconfirmed' | 'unapproved';
export type Verdict = 'yes' | 'no-session' | 'not-allowed' | Lacking;

/** The first requirement of a standing that this person does not meet; null if they meet all. */
export function missingRequirement(person: Person, needed: Standing): Lacking | null {
  if (isStaff(person.role) || needed === 'session') return null;
  if (needed === 'active') return isReadOnly(person) ? 'unapproved' : null;
  if (person.saves === 0) return 'unfinished';
  if (needed === 'finished') return null;
  if (needed === 'finished and active') return isReadOnly(person) ? 'unapproved' : null;
  if (!person.confirmed) return 'unconfirmed';
  return person.approved ? null : 'unapproved';
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
  const lacking = missingRequirement(person, strictest);
  if (lacking) return screenFor[lacking];
  return needed ? null : '/permissionsError';
}
