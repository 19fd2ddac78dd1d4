import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { atRest, expect, signIn, test } from './product.ts';

// Run with `PICTURES=1 npx playwright test --config e2e pictures`: every screen for the role that works with it,
// on a phone, a tablet and a desk, light and dark, for people to look at.

const folder = join(import.meta.dirname, '..', 'pictures');
const widths = [360, 768, 1440] as const;

const visitors: Record<string, string> = {
  landing: '/',
  contact: '/contact',
  login: '/login',
  'sign-up': '/signup',
  forgot: '/forgot',
  'expired-link': '/forgotPassword/not-a-code',
  'something-went-wrong': '/uhoh',
  'not-found': '/no/such/place',
};

/** By role: the addresses, and the links that lead on to one thing of a list. */
const signedIn: Record<
  string,
  { at: Record<string, string>; on: Record<string, [from: string, link: RegExp]> }
> = {
  student: {
    at: {
      jobs: '/projects/viewall',
      applications: '/applications/list',
      browse: '/opportunity/browse',
      'browse-filters': '/opportunity/browse?panel=shown',
      'browse-map': '/opportunity/browse?view=map',
      resources: '/resources',
      profile: '/profile',
      'profile-maps': '/profile/maps',
      password: '/password',
      'permissions-error': '/interns/viewall',
    },
    on: {
      hours: ['/projects/viewall', /Log hours/],
      application: ['/applications/list', /Answer offer/],
      opportunity: ['/opportunity/browse', /./],
    },
  },
  business: {
    at: {
      opportunities: '/opportunity/all',
      'new-opportunity': '/opportunity/new',
      interns: '/interns/viewall',
      resources: '/resources',
      profile: '/profile',
    },
    on: {
      'hours-log': ['/interns/viewall', /Review hours|See hours/],
      applicants: ['/opportunity/all', /^Applicants for/],
      opportunity: ['/opportunity/all', /^View/],
      'edit-opportunity': ['/opportunity/all', /^Edit/],
      'duplicate-opportunity': ['/opportunity/all', /^Duplicate/],
    },
  },
  teacher: { at: { dashboard: '/admin/dashboard', 'user-search': '/admin/user_search' }, on: {} },
  admin: {
    at: {
      dashboard: '/admin/dashboard',
      'user-search': '/admin/user_search',
      profile: '/profile',
    },
    on: {},
  },
  superadmin: { at: { 'school-system-only': '/admin/dashboard', password: '/password' }, on: {} },
};

test('what a visitor sees', async ({ somebody }) => {
  const visitor = await somebody();
  for (const [name, path] of Object.entries(visitors)) {
    await visitor.goto(path);
    await takePictures(visitor, `visitor-${name}`);
  }
});

for (const [role, { at, on }] of Object.entries(signedIn))
  test(`what a ${role} sees`, async ({ somebody }) => {
    test.setTimeout(900_000);
    const page = await somebody();
    await signIn(page, `${role}@demo.waypost.test`);
    for (const [name, path] of Object.entries(at)) {
      await page.goto(path);
      await takePictures(page, `${role}-${name}`);
    }
    for (const [name, [from, link]] of Object.entries(on)) {
      await page.goto(from);
      await page.getByRole('main').getByRole('link', { name: link }).first().click();
      await page.waitForURL((url) => url.pathname !== from);
      await takePictures(page, `${role}-${name}`);
    }
  });

async function takePictures(page: Page, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await atRest(page);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
  }
}
