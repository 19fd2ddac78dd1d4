import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type ScreenPath, screenAccess } from '@waypost/contract/access';
import { atRest, atStop, expect, signIn, test } from './product.ts';

// Every screen of the access table, as the demo's people see it: it has its heading, axe finds nothing in light
// and dark, and nothing scrolls sideways from 320 to 1440 pixels. With PICTURES=1 each is also photographed
// into pictures/, on a phone, a tablet and a desk, for people to look at.

const folder = join(import.meta.dirname, '..', 'pictures');
const widths = [360, 768, 1440] as const;

/** By name: an address, or the address of a list, the link (or links, one after the other) that leads to one thing, and what follows that thing's own address. */
type Stops = Record<
  string,
  string | readonly [from: string, link: RegExp | readonly RegExp[], below?: string]
>;

/** Where staff find the demo's own student. */
const TORRES = '/admin/user_search?search=Torres&year=All';

const stops: Record<string, Stops> = {
  visitor: {
    landing: '/',
    contact: '/contact',
    'participating-businesses': '/participatingBusinesses',
    login: '/login',
    'sign-up': '/signup',
    forgot: '/forgot',
    'expired-link': '/forgotPassword/not-a-code',
    'something-went-wrong': '/uhoh',
    'not-found': '/no/such/place',
  },
  student: {
    jobs: '/projects/viewall',
    applications: '/applications/list',
    browse: '/opportunity/browse',
    'browse-filters': '/opportunity/browse?panel=shown',
    'browse-map': '/opportunity/browse?view=map',
    resources: '/resources',
    'student-resources': '/student_resources',
    profile: '/profile',
    'profile-maps': '/profile/maps',
    password: '/password',
    'unfinished-profile': '/unfinishedProfile',
    'unapproved-profile': '/unapprovedProfile',
    'permissions-error': '/permissionsError',
    hours: ['/projects/viewall', /Log hours/],
    reflections: ['/projects/viewall', /Log hours/, '/../reflections'],
    summary: ['/projects/viewall', /Log hours/, '/../summary'],
    'final-project': ['/projects/viewall', /Log hours/, '/../file'],
    application: ['/applications/list', /./],
    opportunity: ['/opportunity/browse', /./],
    apply: ['/opportunity/browse', /./, '/apply'],
  },
  business: {
    opportunities: '/opportunity/all',
    'new-opportunity': '/opportunity/new',
    interns: '/interns/viewall',
    resources: '/resources',
    profile: '/profile',
    'profile-view': ['/profile', /View profile/],
    'hours-log': ['/interns/viewall', /Review hours|See hours/],
    evaluate: ['/interns/viewall', /^Evaluate/],
    evaluations: ['/interns/viewall', /See evaluations/],
    evaluation: ['/interns/viewall', [/See evaluations/, /^Evaluation of/]],
    applicants: ['/opportunity/all', /^Applicants for/],
    opportunity: ['/opportunity/all', /^View/],
    'edit-opportunity': ['/opportunity/all', /^Edit/],
    'duplicate-opportunity': ['/opportunity/all', /^Duplicate/],
  },
  teacher: {
    dashboard: '/admin/dashboard',
    'user-search': '/admin/user_search',
    'status-report': '/admin/internship_status_report?year=All',
    profile: '/profile',
  },
  admin: {
    dashboard: '/admin/dashboard',
    'user-search': '/admin/user_search',
    businesses: '/admin/user_search?role=Business',
    'status-report': '/admin/internship_status_report?year=All',
    'status-report-empty': '/admin/internship_status_report?year=1999',
    student: ['/admin/user_search', /Alvarez/],
    project: [TORRES, [/Torres/, /Intern|Apprentice|Assistant/]],
    'project-status': [TORRES, [/Torres/, /Intern|Apprentice|Assistant/], '/status'],
    'project-hours': [TORRES, [/Torres/, /Intern|Apprentice|Assistant/], '/hours'],
    'opportunities-report': '/admin/available_opportunities_report',
    'opportunities-report-all': '/admin/available_opportunities_report?availability=All',
    'application-count': '/admin/application_count',
    'business-report': '/admin/businessReport',
    'student-report': '/admin/studentReport',
    duplicates: '/admin/duplicateUsersReport',
    audit: '/admin/audit',
    'site-settings': '/admin/siteSettings',
    'student-resources': '/admin/resources/student',
    schools: '/admin/schools',
    'focus-areas': '/admin/focusAreas',
    programs: '/admin/programs',
    'reflection-questions': '/admin/reflectionQuestions',
    'evaluation-questions': '/admin/evaluationQuestions',
    teachers: '/admins',
    teacher: ['/admins', /./],
    imports: '/admin/imports',
    'parse-import': '/opportunity/parseImport',
    'blow-it-away': '/opportunity/blowItAway',
  },
  superadmin: {
    clients: '/waypost/dashboard',
    client: ['/waypost/dashboard', /Chesapeake/],
    'new-client': '/waypost/editClient',
    audit: '/waypost/audit',
    'school-system-only': '/admin/dashboard',
    'default-focus-areas': '/waypost/focusAreas',
    'default-programs': '/waypost/programs',
    'default-reflection-questions': '/waypost/reflectionQuestions',
    'default-evaluation-questions': '/waypost/evaluationQuestions',
    password: '/password',
  },
};

/** Screens that are no place to stop at: they lead on at once. */
const PASSING: readonly ScreenPath[] = ['/default', '/admin/masquerade/$admin_id/$user_id'];

const seen = new Set<string>();
const finished = new Set<string>();

for (const [role, places] of Object.entries(stops))
  test(`every screen of a ${role}`, async ({ somebody }) => {
    test.setTimeout(900_000);
    const page = await somebody();
    if (role !== 'visitor') await signIn(page, `${role}@demo.waypost.test`);
    for (const [name, place] of Object.entries(places))
      await test.step(name, async () => {
        await go(page, place);
        await atStop(page, /./, ['light', 'dark']);
        for (const width of [320, ...widths]) await fits(page, width);
        if (process.env.PICTURES) await takePictures(page, `${role}-${name}`);
        await page.setViewportSize({ width: 1280, height: 900 });
        const pattern = patternOf(new URL(page.url()).pathname);
        if (pattern) seen.add(pattern);
      });
    finished.add(role);
  });

test('no screen of the access table was left out', () => {
  test.skip(finished.size < Object.keys(stops).length, 'not every role was looked at in this run');
  const all = Object.keys(screenAccess).filter((path) => !PASSING.some((passing) => passing === path));
  expect(all.filter((path) => !seen.has(path))).toEqual([]);
});

async function go(page: Page, place: Stops[string]): Promise<void> {
  if (typeof place === 'string') {
    await page.goto(place);
    return;
  }
  const [from, links, below] = place;
  await page.goto(from);
  for (const link of [links].flat()) {
    const before = new URL(page.url()).pathname;
    await page.getByRole('main').getByRole('link', { name: link }).first().click();
    await page.waitForURL((url) => url.pathname !== before);
  }
  if (below) await page.goto(new URL(page.url()).pathname + below);
}

/** The entry of the table that this address is: the one that says most of it literally. */
function patternOf(pathname: string): string | undefined {
  const literally = (pattern: string) => pattern.split('/').filter((part) => !part.startsWith('$')).length;
  return Object.keys(screenAccess)
    .filter((pattern) => new RegExp(`^${pattern.replace(/\$[^/]+/g, '[^/]+')}$`).test(pathname))
    .sort((a, b) => literally(b) - literally(a))[0];
}

async function fits(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width < 768 ? 740 : 900 });
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(sideways, `${page.url()} at ${width} pixels`).toBeLessThanOrEqual(0);
}

async function takePictures(page: Page, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await page.waitForLoadState('networkidle');
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
    // As tall as the page, so that the bars stand at its head and foot; a picture as long as the longest list
    // would show nobody more than its first rows do.
    const tall = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height: Math.min(tall, 4000) });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await atRest(page);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
    }
  }
}
