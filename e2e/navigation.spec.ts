import { ask } from './calls.ts';
import { PASSWORD } from './forms.ts';
import { aBusiness, aPlacement, aStudent } from './people.ts';
import { expect, hold, test } from './product.ts';
import { settle } from './screens.ts';

// What the built app loads, and when.

const TABLET = { viewport: { width: 768, height: 900 } };

test('the start requests the session, the settings and a student’s projects only once', async ({
  somebody,
  staff,
}) => {
  const { page } = await aStudent(await somebody(), staff, 'Uma', 'Once');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/default');
  await page.waitForURL('**/opportunity/browse');
  for (const path of ['/api/current-user', '/api/getSettings', '/api/getProjectsByStudent'])
    expect(asked.filter((each) => each === path)).toHaveLength(1);
});

test('code that a login needs loads while the person types, for every role in a browser that is new', async ({
  somebody,
  staff,
}) => {
  const { email: admin } = await ask<{ email: string }>({ request: staff }, '/auth/userdata');
  const student = await aStudent(await somebody(), staff, 'Nils', 'New');
  const business = await aBusiness(await somebody(), staff, 'New Moorings');
  // A notice that arrives after the login would request the tasks again.
  for (const { page } of [student, business])
    await expect
      .poll(async () => (await ask<{ unread: number }>(page, '/api/getNotices')).unread)
      .toBeGreaterThan(0);
  for (const [email, home] of [
    [student.email, '/opportunity/browse'],
    [business.email, '/opportunity/all'],
    [admin, '/admin/dashboard'],
  ] as const) {
    const page = await somebody();
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await settle(page);
    await page.evaluate(noteHome);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL((url) => !['/login', '/default'].includes(url.pathname));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await settle(page);
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

test('a profile shows its parts together, so that one which loads later moves none', async ({
  somebody,
  staff,
}) => {
  const { page } = await aStudent(await somebody(TABLET), staff, 'Maya', 'Part');
  const show = await hold(page, 'src/people/guardians/Guardians.tsx');
  await page.goto('/profile');
  await page.getByRole('link', { name: 'View profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Maya Part' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(1);
  const contact = page.getByRole('region', { name: 'Contact' });
  await expect(contact).toHaveCount(0);
  show();
  await expect(page.getByRole('heading', { name: 'Parents and guardians' })).toBeVisible();
  await expect(contact).toBeVisible();
});

test('a placement’s tab opened on a tablet is scrolled to, and nothing moves, even on a reload', async ({
  somebody,
  staff,
  office,
}) => {
  const business = await aBusiness(await somebody(), staff, 'Spa Creek Spars');
  const student = await aStudent(await somebody(), staff, 'Ines', 'Okafor');
  const id = await aPlacement(business, student, 'Spar making from tree to mast');
  const page = await office(TABLET);
  await page.addInitScript(() => {
    const moved = { by: 0 };
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries())
        moved.by += (shift as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`/admin/project/${id}/status`);
  for (const way of ['opened', 'reloaded']) {
    if (way === 'reloaded') await page.reload();
    await expect(page.getByRole('region', { name: 'Internship Status' })).toBeFocused();
    await settle(page);
    const moved = await page.evaluate(() => (window as unknown as { moved: { by: number } }).moved.by);
    expect(moved, way).toBeLessThan(0.05);
  }
});
