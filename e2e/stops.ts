import type { Page } from '@playwright/test';
import { type ScreenAccess, type ScreenPath, screenAccess } from '@waypost/contract/access';
import { roles } from '@waypost/contract/roles';
import { settle } from './screens.ts';

// The stops of each role: every screen of the access table at least once. Shared by the scan of all screens
// and the crawler.

/** The way to a screen whose URL contains an id that is not known in advance. */
export interface ScreenRoute {
  /** The URL of the list to start from. */
  from: string;
  /** The links to follow, in order. `part` names the region of a link whose name occurs elsewhere too. */
  links: readonly (RegExp | { part: string; link: RegExp })[];
  /** Appended to the URL that the links lead to. */
  below?: string;
  /** The resulting screen. */
  to: ScreenPath;
}

/** A URL, or the way to a screen, by name. */
type Stops = Record<string, string | ScreenRoute>;

const TO_PROJECT = { from: '/projects/viewall', links: [/Log hours/] };
const TO_OPPORTUNITY = {
  from: '/opportunity/browse?q=Junior%20Web%20Developer',
  links: [/^Junior Web Developer/],
};
const INTERNS = '/interns/viewall';
/** The way for staff to the demo's student and their project. */
const TORRES = {
  from: '/admin/user_search?search=Torres&year=All',
  links: [/Maya Torres/, { part: 'Placements', link: /Sail Loft Assistant/ }],
};

/**
 * The stops of each role. A role with many stops has parts, which run in parallel. A screen whose URL has no id need not
 * be listed, except to choose the role or a query string.
 */
const listed = {
  visitor: {
    landing: '/',
    contact: '/contact',
    'participating-businesses': '/participatingBusinesses',
    login: '/login',
    'sign-up': '/signup',
    forgot: '/forgot',
    'expired-link': '/forgotPassword/not-a-code',
    'confirm-email': '/confirm/not-a-code',
    'stop-emails': '/stopEmails/not-a-code',
    'check-document': '/verify/0000-0000-0000',
    'something-went-wrong': '/uhoh',
    'unapproved-profile': '/unapprovedProfile',
    'not-found': '/no/such/place',
  },
  student: {
    jobs: '/projects/viewall',
    applications: '/applications/list',
    browse: '/opportunity/browse',
    'browse-saved': '/opportunity/browse?saved=only',
    'browse-filters': '/opportunity/browse?panel=shown',
    'browse-map': '/opportunity/browse?view=map',
    resources: '/resources',
    'student-resources': '/student_resources',
    profile: '/profile',
    'profile-maps': '/profile/maps',
    password: '/password',
    'unfinished-profile': '/unfinishedProfile',
    'confirmed-email': '/unconfirmedEmail',
    'permissions-error': '/permissionsError',
    hours: { ...TO_PROJECT, to: '/project/$id/hours' },
    reflections: { ...TO_PROJECT, below: '/../reflections', to: '/project/$id/reflections' },
    summary: { ...TO_PROJECT, below: '/../summary', to: '/project/$id/summary' },
    'final-project': { ...TO_PROJECT, below: '/../file', to: '/project/$id/file' },
    agreement: { ...TO_PROJECT, below: '/../agreement', to: '/project/$id/agreement' },
    progress: { ...TO_PROJECT, below: '/../progress', to: '/project/$id/progress' },
    application: { from: '/applications/list', links: [/./], to: '/application/view/$id' },
    opportunity: { ...TO_OPPORTUNITY, to: '/opportunity/view/$id' },
    apply: { ...TO_OPPORTUNITY, below: '/apply', to: '/opportunity/view/$id/apply' },
  },
  business: {
    opportunities: '/opportunity/all',
    'new-opportunity': '/opportunity/new',
    interns: '/interns/viewall',
    'hours-to-approve': '/interns/hours',
    resources: '/resources',
    profile: '/profile',
    'profile-view': { from: '/profile', links: [/View profile/], to: '/profile/view/$id' },
    'hours-log': { from: INTERNS, links: [/Review hours|See hours/], to: '/interns/hours_log/$project_id' },
    evaluate: { from: INTERNS, links: [/^Evaluate/], to: '/evaluation/new/$id' },
    evaluations: { from: INTERNS, links: [/See evaluations/], to: '/evaluation/new/$id' },
    evaluation: {
      from: INTERNS,
      links: [/See evaluations/, /^Evaluation of/],
      to: '/evaluation/view/$project_id/$evaluation_id',
    },
    agreement: { from: INTERNS, links: [/^Training agreement/], to: '/project/$id/agreement' },
    progress: { from: INTERNS, links: [/^See progress/], to: '/project/$id/progress' },
    applicants: { from: '/opportunity/all', links: [/^Applicants for/], to: '/opportunity/applicants/$id' },
    opportunity: { from: '/opportunity/all', links: [/^View/], to: '/opportunity/view/$id' },
    'edit-opportunity': { from: '/opportunity/all', links: [/^Edit/], to: '/opportunity/edit/$id' },
    'duplicate-opportunity': {
      from: '/opportunity/all',
      links: [/^Duplicate/],
      to: '/opportunity/duplicate/$id',
    },
  },
  teacher: {
    dashboard: '/admin/dashboard',
    'user-search': '/admin/user_search',
    'status-report': '/admin/internship_status_report?year=All',
    profile: '/profile',
  },
  'admin, people': {
    dashboard: '/admin/dashboard',
    'user-search': '/admin/user_search',
    businesses: '/admin/user_search?role=Business',
    student: { from: '/admin/user_search', links: [/Alvarez/], to: '/profile/view/$id' },
    project: { ...TORRES, to: '/admin/project/$id' },
    'project-status': { ...TORRES, below: '/status', to: '/admin/project/$id/$content_type' },
    'project-timeline': { ...TORRES, below: '/timeline', to: '/admin/project/$id/$content_type' },
    'project-hours': { ...TORRES, below: '/hours', to: '/admin/project/$id/$content_type' },
  },
  'admin, reports': {
    'status-report': '/admin/internship_status_report?year=All',
    'status-report-empty': '/admin/internship_status_report?year=1999',
    'opportunities-report': '/admin/available_opportunities_report',
    'opportunities-report-all': '/admin/available_opportunities_report?availability=All',
    'application-count': '/admin/application_count',
    'business-report': '/admin/businessReport',
    'student-report': '/admin/studentReport',
    duplicates: '/admin/duplicateUsersReport',
    audit: '/admin/audit',
    'sign-off': '/admin/sign_off',
    'follow-ups': '/admin/follow_ups',
    agreement: {
      from: TORRES.from,
      links: [...TORRES.links, /^Training agreement/],
      to: '/project/$id/agreement',
    },
    progress: {
      from: TORRES.from,
      links: [...TORRES.links, /^See progress/],
      to: '/project/$id/progress',
    },
  },
  'admin, set-up': {
    'site-settings': '/admin/siteSettings',
    retention: '/admin/retention',
    'student-resources': '/admin/resources/student',
    schools: '/admin/schools',
    'focus-areas': '/admin/focusAreas',
    programs: '/admin/programs',
    'reflection-questions': '/admin/reflectionQuestions',
    'evaluation-questions': '/admin/evaluationQuestions',
    agreements: '/admin/agreements',
    teachers: '/admins',
    teacher: { from: '/admins', links: [/./], to: '/admins/$id' },
    imports: '/admin/imports',
    'parse-import': '/opportunity/parseImport',
    'blow-it-away': '/opportunity/blowItAway',
  },
  superadmin: {
    clients: '/waypost/dashboard',
    client: { from: '/waypost/dashboard', links: [/Chesapeake/], to: '/waypost/editClient/$id' },
    'new-client': '/waypost/editClient',
    audit: '/waypost/audit',
    'school-system-only': '/admin/dashboard',
    'default-focus-areas': '/waypost/focusAreas',
    'default-programs': '/waypost/programs',
    'default-reflection-questions': '/waypost/reflectionQuestions',
    'default-evaluation-questions': '/waypost/evaluationQuestions',
    password: '/password',
  },
} as const satisfies Record<string, Stops>;

/** Screens that always redirect, so they are not stops. */
type Passing = '/default' | '/admin/masquerade/$admin_id/$user_id';

type Listed = {
  [Whose in keyof typeof listed]: (typeof listed)[Whose][keyof (typeof listed)[Whose]];
}[keyof typeof listed];
type PatternOf<Path extends string> = Path extends `${infer Start}/$${infer Rest}`
  ? Rest extends `${string}/${infer End}`
    ? `${Start}/${string}/${PatternOf<End>}`
    : `${Start}/${string}`
  : Path;
type HasStop<Path extends ScreenPath> = Path extends Extract<Listed, { to: string }>['to']
  ? Path
  : Extract<Listed, PatternOf<Path>> extends never
    ? never
    : Path;

/** Screens whose URL has an id need a stop: this does not compile if one has none. */
const missing: Record<
  Exclude<Extract<ScreenPath, `${string}$${string}`>, HasStop<ScreenPath> | Passing>,
  never
> = {};

export const stops: Record<string, Stops> = { ...listed, ...missing, ...unlisted() };

/** The screens that are not listed, as stops of the first role that may open them. */
function unlisted(): Record<string, Stops> {
  const known = new Set(
    Object.values<Stops>(listed).flatMap((places) => Object.values(places).map(screenOf)),
  );
  const added: Record<string, Stops> = {};
  for (const [path, access] of Object.entries<ScreenAccess>(screenAccess)) {
    if (known.has(path) || path.includes('$') || path === '/default') continue;
    const role = typeof access === 'string' ? 'visitor' : roles.find((one) => access[one])?.toLowerCase();
    const whose = `${role}, others`;
    added[whose] = { ...added[whose], [path.slice(1).replaceAll('/', '-')]: path };
  }
  return added;
}

/** The URL of a stop. Follows the links of a way. */
export async function addressOf(page: Page, place: string | ScreenRoute): Promise<string> {
  if (typeof place === 'string') return place;
  await page.goto(place.from);
  for (const step of place.links) {
    const before = new URL(page.url()).pathname;
    const main = page.getByRole('main');
    const link =
      'part' in step
        ? main.getByRole('region', { name: step.part }).getByRole('link', { name: step.link })
        : main.getByRole('link', { name: step });
    await link.first().click();
    await page.waitForURL((url) => url.pathname !== before);
    // The URL changes before the screen appears, so wait for its code and data.
    await settle(page);
  }
  return place.below ? new URL(page.url()).pathname + place.below : page.url();
}

/** The screen of a stop, unless the person is redirected. */
export function screenOf(place: string | ScreenRoute): string | undefined {
  return typeof place === 'string' ? screenAt(new URL(place, 'http://waypost').pathname) : place.to;
}

/** The access table's entry for this URL: the one with the most literal segments. */
export function screenAt(pathname: string): string | undefined {
  const literally = (pattern: string) => pattern.split('/').filter((part) => !part.startsWith('$')).length;
  return Object.keys(screenAccess)
    .filter((pattern) => new RegExp(`^${pattern.replace(/\$[^/]+/g, '[^/]+')}$`).test(pathname))
    .sort((a, b) => literally(b) - literally(a))[0];
}
