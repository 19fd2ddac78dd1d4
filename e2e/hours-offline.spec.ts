import type { APIRequestContext, Page } from '@playwright/test';
import { ask } from './calls.ts';
import { isoDayFromNow } from './forms.ts';
import { aBusiness, anApplication, anOpportunity, aStudent, move } from './people.ts';
import { expect, test } from './product.ts';
import { scan } from './scan.ts';
import { expectScreen, expectToFit, settle } from './screens.ts';

// Hours logged without a connection are saved exactly once.

const panelOf = (page: Page) => page.getByRole('region', { name: 'Saved on this phone' });
const rowsOf = (page: Page) => page.getByRole('table', { name: 'Logged hours' }).getByRole('row');

/** Creates a placement, and a phone of its student. */
async function aPlacement(
  somebody: (options?: object) => Promise<Page>,
  staff: APIRequestContext,
  firstName: string,
  options: { serviceWorkers?: 'allow' } = {},
) {
  const business = await aBusiness(await somebody(), staff, 'Offline Boat Works');
  const phone = await somebody({ viewport: { width: 390, height: 844 }, hasTouch: true, ...options });
  const student = await aStudent(phone, staff, firstName, 'Underway');
  const days = { employment_start: isoDayFromNow(-28) };
  const application = await anApplication(student, await anOpportunity(business, 'Deckhand', days));
  await move(business, application, 'Offered');
  await move(student, application, 'Accepted');
  const [placement] = await ask<{ _id: string }[]>(phone, '/api/getProjectsByStudent');
  return { business, page: phone, placementId: placement?._id ?? '' };
}

/** Logs out from the bottom bar's menu. */
async function logOut(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Bottom' }).getByRole('button', { name: 'Menu' }).tap();
  await page.getByRole('button', { name: 'Logout' }).tap();
}

test('hours logged without a connection on a phone arrive once, in two tabs and after a reload', async ({
  somebody,
  staff,
}) => {
  const { business, page, placementId } = await aPlacement(somebody, staff, 'Ola');
  await ask(page, '/api/project_createHoursLogEntry', {
    project_id: placementId,
    start_date: isoDayFromNow(-1),
    end_date: isoDayFromNow(-1),
    total_hours: 3,
    text_log: 'Scrubbed the deck.',
  });

  await test.step('two taps save the usual hours on the phone', async () => {
    await page.goto('/projects/viewall');
    await page.getByRole('link', { name: 'Log hours' }).tap();
    const save = page.getByRole('button', { name: 'Save hours' });
    await expect(save).toBeInViewport({ ratio: 1 });
    await settle(page);
    await page.context().setOffline(true);
    await save.tap();
    await expect(page.getByRole('alert').filter({ hasText: 'Saved on this phone' })).toContainText(
      'We’ll send it when you’re back online.',
    );
    await expect(panelOf(page).getByRole('listitem')).toContainText('Waiting to be sent');
    await expectScreen(page, 'Hours Log');
  });

  const second = await test.step('a reply is lost, and the entry is sent again', async () => {
    await page.getByLabel('Activity log').fill('Coiled every line.');
    await page.context().setOffline(false);
    await expect(panelOf(page)).toBeHidden();
    await expect(rowsOf(page)).toHaveCount(2);
    // The server saves it, but the phone never gets the reply.
    await page.context().route('**/api/project_createHoursLogEntry', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Save hours' }).tap();
    await expect(panelOf(page).getByRole('listitem')).toContainText('Coiled every line.');
    // Another tab shows it too, and both try to send it.
    const other = await page.context().newPage();
    await other.goto(new URL(page.url()).pathname);
    await expect(panelOf(other).getByRole('listitem')).toHaveCount(1);
    return other;
  });

  await test.step('after a reload it is sent again, and was logged only once', async () => {
    await page.context().unrouteAll({ behavior: 'wait' });
    await page.reload();
    for (const tab of [page, second]) {
      await expect(panelOf(tab)).toBeHidden();
      await expect(rowsOf(tab).filter({ hasText: 'Coiled every line.' })).toHaveCount(1);
      await expect(rowsOf(tab).filter({ hasText: 'Scrubbed the deck.' })).toHaveCount(2);
      await expect(rowsOf(tab)).toHaveCount(3);
    }
  });

  await test.step('logging out asks before it deletes an entry that was refused', async () => {
    await second.close();
    await page.context().setOffline(true);
    await page.getByLabel('Activity log').fill('Too late.');
    await page.getByRole('button', { name: 'Save hours' }).tap();
    await expect(panelOf(page)).toBeVisible();
    await ask(business.page, '/api/business_internship_status_change', {
      project_id: placementId,
      business_status: 'terminated',
    });
    await page.context().setOffline(false);
    await expect(panelOf(page).getByRole('listitem')).toContainText('This placement was terminated');
    await expectScreen(page, 'Hours Log');
    await logOut(page);
    await page.getByRole('button', { name: 'Stay logged in' }).tap();
    await page.reload();
    await expect(panelOf(page)).toContainText('Too late.');
    await logOut(page);
    await page.getByRole('button', { name: 'Log out and delete' }).tap();
    await expect(page).toHaveURL('/');
  });
});

test('the app opens on a phone without a connection, and hours logged there arrive once', async ({
  somebody,
  staff,
}) => {
  const { page, placementId } = await aPlacement(somebody, staff, 'Ines', { serviceWorkers: 'allow' });
  const context = page.context();
  // Before the worker is installed, the browser remembers its home screen, whose page mentions more files.
  await page.goto('/default');
  await expectScreen(page, /./);
  await page.goto(`/project/${placementId}/hours`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // The phone keeps the placement once the app is stored.
  await page.waitForFunction((key) => localStorage.getItem(key) !== null, 'waypost.hours.offline');
  await page.close();

  await context.setOffline(true);
  let tab = await context.newPage();
  await test.step('the app opens, and saves hours on the phone', async () => {
    await tab.goto('/projects/viewall');
    await expectScreen(tab, 'You’re offline');
    // The round of all screens does not get here.
    await expectToFit(tab, [320]);
    await scan(tab);
    await expect(tab.getByText('Deckhand · Offline Boat Works')).toBeVisible();
    await tab.getByLabel('Activity log').fill('Tarred the ropes.');
    await tab.getByRole('button', { name: 'Save hours' }).tap();
    await expect(panelOf(tab).getByRole('listitem')).toContainText('Waiting to be sent');
    await expectScreen(tab, 'You’re offline');
    await tab.reload();
    await expect(panelOf(tab).getByRole('listitem')).toContainText('Tarred the ropes.');
    await tab.close();
    // The entry is shown at any URL, here the start page, whose code is not stored on the phone.
    tab = await context.newPage();
    await tab.goto('/');
    await expect(panelOf(tab).getByRole('listitem')).toHaveCount(1);
  });

  await test.step('only the page and files of the build are stored', async () => {
    const stored = await tab.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(stored.length).toBeGreaterThan(10);
    expect(stored.filter((path) => path !== '/offline' && !path.startsWith('/assets/'))).toEqual([]);
  });

  await test.step('back online, the screen opens by itself, and the entry was logged once', async () => {
    await tab.goto('/projects/viewall');
    await expect(panelOf(tab).getByRole('listitem')).toHaveCount(1);
    await context.setOffline(false);
    await expect(
      tab.getByRole('alert').filter({ hasText: 'The entry on this phone was sent.' }),
    ).toBeVisible();
    await expect(tab.getByRole('heading', { level: 1, name: 'Work-Based Learning' })).toBeVisible();
    await tab.goto(`/project/${placementId}/hours`);
    await expect(rowsOf(tab).filter({ hasText: 'Tarred the ropes.' })).toHaveCount(1);
    await expect(panelOf(tab)).toBeHidden();
  });

  await test.step('after logging out, nothing is left, and nothing opens', async () => {
    await logOut(tab);
    await expect(tab).toHaveURL('/');
    const left = () =>
      tab.evaluate(async () => [
        ...(await caches.keys()),
        ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
        ...(await indexedDB.databases()).map(({ name }) => name),
        localStorage.getItem('waypost.hours.offline') ?? [],
      ]);
    await expect.poll(async () => (await left()).flat()).toEqual([]);
    await tab.close();
    await context.setOffline(true);
    tab = await context.newPage();
    await expect(tab.goto('/projects/viewall')).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
  });
});
