import type { Page } from '@playwright/test';
import { aStudent } from './people.ts';
import { expect, test } from './product.ts';
import { logIn } from './school-system.ts';

// Menus and filter panels by pointer, keyboard and touch, because a synthetic click once worked where a real one did
// not.

type Press = (page: Page, name: string | RegExp, role: 'button' | 'link') => Promise<void>;

const ways: Record<string, Press> = {
  'the pointer': (page, name, role) => page.getByRole(role, { name }).click(),
  'the keyboard': async (page, name, role) => {
    const entry = page.getByRole(role, { name });
    await entry.waitFor();
    for (let tabs = 0; tabs < 40; tabs += 1) {
      if (await entry.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await expect(entry).toBeFocused();
    await page.keyboard.press('Enter');
  },
  touch: (page, name, role) => page.getByRole(role, { name }).tap(),
};

/** Marks the document, to tell a full page load from navigation within the app. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isSameDocument: true }));
const isSameDocument = (page: Page) => page.evaluate(() => 'isSameDocument' in window);

test('the profile menu works by pointer, keyboard and touch', async ({ somebody, staff }) => {
  const { page, email, name } = await aStudent(await somebody({ hasTouch: true }), staff, 'Maya', 'Bell');
  for (const [way, press] of Object.entries(ways))
    await test.step(`the profile menu opens screens and logs out by ${way}`, async () => {
      await logIn(page.request, email);
      await page.goto('/applications/list');
      await mark(page);
      await press(page, name, 'button');
      await press(page, 'Change Log In Info', 'link');
      await page.waitForURL('**/password');
      expect(await isSameDocument(page)).toBe(true);
      // Wait until the new screen has the focus, because a key pressed before would be lost.
      await expect(page.getByRole('heading', { name: 'Change Log In Info' })).toBeFocused();
      await expect(page.getByRole('link', { name: 'Change Log In Info' })).toHaveCount(0);

      await press(page, name, 'button');
      const chooser = page.waitForEvent('filechooser');
      await press(page, 'Upload Profile Pic', 'button');
      await chooser;

      await press(page, name, 'button');
      await press(page, 'Logout', 'button');
      await page.waitForURL('/');
      expect(await isSameDocument(page)).toBe(true);
    });
  await page.goto('/applications/list');
  await page.waitForURL('**/login?**');
});

test('the menus and the filters of staff work by pointer, keyboard and touch', async ({
  somebody,
  staff,
  office,
}) => {
  await aStudent(await somebody(), staff, 'Tess', 'Menu');
  const page = await office({ hasTouch: true });
  for (const [way, press] of Object.entries(ways))
    await test.step(`a row’s menu and the Site Admin menu work by ${way}`, async () => {
      await page.goto('/admin/user_search');
      await mark(page);
      for (const entry of ['Reset password', 'Delete']) {
        await press(page, /^More for/, 'button');
        await press(page, entry, 'button');
        const dialog = page.getByRole('dialog');
        await expect(dialog).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
        await expect(page.getByRole('button', { name: /^More for/ })).toBeFocused();
      }
      await press(page, 'Site Admin', 'button');
      await press(page, 'Focus Areas', 'link');
      await page.waitForURL('**/admin/focusAreas');
      expect(await isSameDocument(page)).toBe(true);
    });

  await test.step('choosing an option by name filters the list, and the panel stays open for more', async () => {
    await page.goto('/admin/user_search?year=All');
    await page.getByRole('button', { name: /^Programs/ }).click();
    const options = page.getByRole('group', { name: 'Programs' }).getByRole('checkbox');
    await expect(options.first()).toBeVisible();
    const names = await options.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    for (const [index, choose] of (['click', 'tap'] as const).entries()) {
      const name = names[index] ?? '';
      await page.getByRole('group', { name: 'Programs' }).getByText(name, { exact: true })[choose]();
      await expect(options.nth(index)).toBeChecked();
    }
    await expect
      .poll(() => new URL(page.url()).searchParams.get('programs'))
      .toBe(JSON.stringify(names.slice(0, 2)));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('group', { name: 'Programs' })).toBeHidden();
    await expect(page.getByRole('button', { name: /^Programs/ })).toContainText('2 chosen');
  });

  await test.step('a notice closes when its screen does', async () => {
    // Its own timer would close it, too.
    await page.addInitScript(ignoreTimers, 4000);
    await page.goto('/profile');
    await page.getByRole('button', { name: /^Save/ }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Profile Updated.' });
    await expect(notice).toBeVisible();
    await page.getByRole('link', { name: 'User Search' }).first().click();
    await page.waitForURL('**/admin/user_search');
    await expect(notice).toHaveCount(0);
  });
});

test('/default and an unknown URL paint immediately and start without waiting', async ({ somebody }) => {
  for (const address of ['/default', '/no/such/place']) {
    const page = await somebody();
    // Without the fallback timer, only the first paint starts the app.
    await page.addInitScript(ignoreTimers, 2000);
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const unscripted = await somebody();
    await unscripted.route('**/assets/*.js', (route) => route.abort());
    await unscripted.goto(address);
    await expect(unscripted.getByRole('banner').getByText('Waypost')).toBeVisible();
  }
});

/** Runs in the page: timers of at least this many milliseconds never end. */
function ignoreTimers(least: number): void {
  const start = window.setTimeout;
  Object.assign(window, {
    setTimeout: (then: () => void, delay = 0) => (delay >= least ? 0 : start(then, delay)),
  });
}
