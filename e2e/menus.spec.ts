import type { Page } from '@playwright/test';
import { expect, signIn, test } from './product.ts';

// Menus and filter panels by pointer, keyboard and touch, because a synthetic click once worked where a real one did
// not.

type Press = (page: Page, name: string | RegExp, role: 'button' | 'link') => Promise<void>;

const ways: Record<string, Press> = {
  'the pointer': (page, name, role) => page.getByRole(role, { name }).click(),
  'the keyboard': async (page, name, role) => {
    const entry = page.getByRole(role, { name });
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

for (const [way, press] of Object.entries(ways))
  test(`the profile menu opens screens and logs out by ${way}`, async ({ somebody }) => {
    const page = await somebody({ hasTouch: true });
    await signIn(page, 'student@demo.waypost.test');
    await mark(page);
    await press(page, /Maya/, 'button');
    await press(page, 'Change Log In Info', 'link');
    await page.waitForURL('**/password');
    expect(await isSameDocument(page)).toBe(true);
    // Wait until the new screen has the focus, because a key pressed before would be lost.
    await expect(page.getByRole('heading', { name: 'Change Log In Info' })).toBeFocused();
    await expect(page.getByRole('link', { name: 'Change Log In Info' })).toHaveCount(0);

    await press(page, /Maya/, 'button');
    const chooser = page.waitForEvent('filechooser');
    await press(page, /Profile Pic/, 'button');
    await chooser;

    await press(page, /Maya/, 'button');
    await press(page, 'Logout', 'button');
    await page.waitForURL('/');
    expect(await isSameDocument(page)).toBe(true);
    await page.goto('/projects/viewall');
    await page.waitForURL('**/login?**');
  });

for (const [way, press] of Object.entries(ways))
  test(`a row’s menu and the Site Admin menu work by ${way}`, async ({ somebody }) => {
    const page = await somebody({ hasTouch: true });
    await signIn(page, 'admin@demo.waypost.test');
    await page.goto('/admin/user_search?search=student%40demo');
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

test('choosing an option by name filters the list, and the panel stays open for more', async ({
  somebody,
}) => {
  const page = await somebody({ hasTouch: true });
  await signIn(page, 'admin@demo.waypost.test');
  await page.goto('/admin/user_search?year=All');
  await page.getByRole('button', { name: /^Schools/ }).click();
  const options = page.getByRole('group', { name: 'Schools' }).getByRole('checkbox');
  await expect(options.first()).toBeVisible();
  const names = await options.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  for (const [index, choose] of (['click', 'tap'] as const).entries()) {
    const name = names[index] ?? '';
    await page.getByRole('group', { name: 'Schools' }).getByText(name, { exact: true })[choose]();
    await expect(options.nth(index)).toBeChecked();
  }
  await expect
    .poll(() => new URL(page.url()).searchParams.get('schools'))
    .toBe(JSON.stringify(names.slice(0, 2)));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('group', { name: 'Schools' })).toBeHidden();
  await expect(page.getByRole('button', { name: /^Schools/ })).toContainText('2 chosen');
});

test('/default and an unknown URL paint immediately and start without waiting', async ({ somebody }) => {
  for (const address of ['/default', '/no/such/place']) {
    const page = await somebody();
    // Without the fallback timer, only the first paint starts the app.
    await page.addInitScript(() => {
      const start = window.setTimeout;
      Object.assign(window, {
        setTimeout: (then: () => void, delay = 0) => (delay >= 2000 ? 0 : start(then, delay)),
      });
    });
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const unscripted = await somebody();
    await unscripted.route('**/assets/*.js', (route) => route.abort());
    await unscripted.goto(address);
    await expect(unscripted.getByRole('banner').getByText('Waypost')).toBeVisible();
  }
});

test('a notice closes when its screen does', async ({ somebody }) => {
  const page = await somebody();
  await signIn(page, 'teacher@demo.waypost.test');
  await page.goto('/profile');
  await page.getByRole('button', { name: /^Save/ }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Profile Updated.' });
  await expect(notice).toBeVisible();
  await page.getByRole('link', { name: 'User Search' }).first().click();
  await page.waitForURL('**/admin/user_search');
  // Less than the five seconds after which it closes anyway.
  await expect(notice).toHaveCount(0, { timeout: 2_000 });
});
