import type { Page } from '@playwright/test';
import { DEMO_PASSWORD, expect, hold, networkIdle, signIn, test } from './product.ts';
import { addressOf, stops } from './stops.ts';

// The bars and menus of each role. They are listed here too, so that they must match the documentation, and not only
// navigation.ts.

interface Ways {
  /** The top bar; a menu is listed with its items. */
  top: string[];
  menus: Record<string, string[]>;
  /** The profile picture's item in the profile menu. */
  picture: RegExp;
  /** The bottom bar on a phone. */
  bottom: string[];
}

const staff = {
  menus: {},
  picture: /^(Upload|Change) Profile Pic$/,
  bottom: ['User Search', 'Home', 'Menu'],
};

const ways: Record<string, Ways> = {
  student: {
    top: ['Browse', 'Applications', 'My Jobs', 'Resources'],
    menus: {},
    picture: /^(Upload|Change) Profile Pic$/,
    bottom: ['Search', 'Applications', 'Jobs', 'Profile', 'Menu'],
  },
  business: {
    top: ['Create Opportunities', 'Manage Opportunities', 'Current Interns', 'Resources'],
    menus: {},
    picture: /^(Upload|Change) Logo$/,
    bottom: ['Opportunities', 'Interns', 'Profile', 'Menu'],
  },
  teacher: { ...staff, top: ['User Search', 'Reports'] },
  admin: {
    ...staff,
    top: ['User Search', 'Reports', 'Sign-off', 'Site Admin'],
    menus: {
      'Site Admin': [
        'Site Settings',
        'Schools',
        'Focus Areas',
        'Programs',
        'Reflection Questions',
        'Evaluation Questions',
        'Training agreements',
        'Student Resources',
        'Business Resources',
        'Teachers',
        'Imports',
        'Duplicate Users',
        'Audit trail',
      ],
    },
  },
  superadmin: {
    top: ['Client Management', 'Client Defaults', 'Duplicate Users', 'Audit trail'],
    menus: {
      'Client Defaults': [
        'Default Reflection Questions',
        'Default Evaluation Questions',
        'Default Focus Areas',
        'Default Programs',
      ],
    },
    picture: /^(Upload|Change) Profile Pic$/,
    bottom: ['Clients', 'Menu'],
  },
};

const entries = (page: Page, bar: string) =>
  page.getByRole('navigation', { name: bar }).locator('a:visible, button:visible');

for (const [role, { top, menus, picture, bottom }] of Object.entries(ways))
  test(`the bars and menus of a ${role} are the documented ones`, async ({ somebody }) => {
    const page = await somebody();
    await signIn(page, `${role}@demo.waypost.test`);
    await expect(entries(page, 'Main')).toHaveText(top);
    for (const [menu, links] of Object.entries(menus)) {
      await page.getByRole('button', { name: menu }).click();
      await expect(page.getByRole('navigation', { name: 'Main' }).locator('[data-align] a')).toHaveText(
        links,
      );
      await page.keyboard.press('Escape');
    }
    await page.getByRole('banner').getByRole('button').last().click();
    const own = page.getByRole('banner').locator('[data-align]:visible');
    await expect(own.getByRole('link')).toHaveText(['Profile', 'Change Log In Info']);
    await expect(own.getByRole('button')).toHaveText([picture, 'Logout']);

    await page.setViewportSize({ width: 390, height: 740 });
    await expect(entries(page, 'Bottom')).toHaveText(bottom);
    await expect(entries(page, 'Main')).toHaveCount(0);
  });

test('a visitor has Contact, and on a phone Login in the bottom bar', async ({ somebody }) => {
  const page = await somebody();
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByText('Coming Soon...')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 740 });
  await expect(entries(page, 'Bottom')).toHaveText(['Login']);
});

test('the start requests the session, the settings and a student’s projects only once', async ({
  somebody,
}) => {
  const page = await somebody();
  await signIn(page, 'student@demo.waypost.test');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/default');
  await page.waitForURL('**/projects/viewall');
  for (const path of ['/api/current-user', '/api/getSettings', '/api/getProjectsByStudent'])
    expect(asked.filter((each) => each === path)).toHaveLength(1);
});

test('code that a login needs loads while the person types, for every role in a browser that is new', async ({
  somebody,
}) => {
  for (const [role, home] of [
    ['student', '/projects/viewall'],
    ['business', '/opportunity/all'],
    ['admin', '/admin/dashboard'],
  ] as const) {
    const page = await somebody();
    await page.goto('/login');
    await page.getByLabel('Email').fill(`${role}@demo.waypost.test`);
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await networkIdle(page);
    await page.evaluate(noteHome);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL((url) => !['/login', '/default'].includes(url.pathname));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await networkIdle(page);
    const { asked, first } = await page.evaluate(requestsOfLogin);
    expect(asked.filter((path) => path === '/api/loadTasks')).toHaveLength(1);
    expect(new URL(page.url()).pathname).toBe(home);
    expect(first).toContain('/auth/login');
    expect(first.filter((path) => path.startsWith('/assets/'))).toEqual([]);
    expect(first.length, first.join(' ')).toBeLessThanOrEqual(12);
    // On the next visit, the page of /default preloads this screen.
    const preloads = async (address: string) =>
      [...(await (await page.request.get(address)).text()).matchAll(/modulepreload[^>]*href="([^"]+)/g)].map(
        ([, file]) => file,
      );
    expect(await preloads('/default')).toEqual(expect.arrayContaining(await preloads(home)));
  }
});

/** Runs in the page: records when the login starts, and when the home screen has its heading. */
function noteHome(): void {
  performance.clearResourceTimings();
  performance.mark('login');
  const observer = new MutationObserver(() => {
    if (['/login', '/default'].includes(location.pathname) || !document.querySelector('main h1')) return;
    performance.mark('home');
    observer.disconnect();
  });
  observer.observe(document, { subtree: true, childList: true });
}

/**
 * Runs in the page: returns the paths of calls and code requested since the login, and those requested before the
 * heading. Leaves out images, because whether a person has a picture depends on what was uploaded.
 */
function requestsOfLogin() {
  const home = performance.getEntriesByName('home')[0]?.startTime ?? 0;
  const asked = performance
    .getEntriesByType('resource')
    .filter(({ name }) => /^\/(api|auth|assets)\//.test(new URL(name).pathname));
  const paths = (entries: PerformanceEntry[]) => entries.map(({ name }) => new URL(name).pathname);
  return { asked: paths(asked), first: paths(asked.filter(({ startTime }) => startTime < home)) };
}

test('a profile shows its parts together, so that one which loads later moves none', async ({ somebody }) => {
  const page = await somebody({ viewport: { width: 768, height: 900 } });
  await signIn(page, 'student@demo.waypost.test');
  const show = await hold(page, 'src/guardians/Guardians.tsx');
  await page.goto('/profile');
  await page.getByRole('link', { name: 'View profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Maya Torres' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(1);
  const contact = page.getByRole('region', { name: 'Contact' });
  await expect(contact).toHaveCount(0);
  show();
  await expect(page.getByRole('heading', { name: 'Parents and guardians' })).toBeVisible();
  await expect(contact).toBeVisible();
});

test('a placement’s tab opened on a tablet is scrolled to, and nothing moves, even on a reload', async ({
  somebody,
}) => {
  const page = await somebody({ viewport: { width: 768, height: 900 } });
  await page.addInitScript(() => {
    const moved = { by: 0 };
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries())
        moved.by += (shift as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await signIn(page, 'admin@demo.waypost.test');
  await page.goto(await addressOf(page, stops['admin, people and reports']?.['project-status'] ?? ''));
  for (const way of ['opened', 'reloaded']) {
    if (way === 'reloaded') await page.reload();
    await expect(page.getByRole('region', { name: 'Internship Status' })).toBeFocused();
    await networkIdle(page);
    const moved = await page.evaluate(() => (window as unknown as { moved: { by: number } }).moved.by);
    expect(moved, way).toBeLessThan(0.05);
  }
});
