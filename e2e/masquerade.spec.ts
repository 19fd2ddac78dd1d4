import type { Page } from '@playwright/test';
import { ask } from './calls.ts';
import { PHONE } from './from-email.ts';
import { aStudent } from './people.ts';
import { DEMO_PASSWORD, expect, test } from './product.ts';
import { logIn } from './school-system.ts';
import { expectScreen } from './screens.ts';

const banner = (page: Page) => page.getByRole('complementary', { name: 'Masquerade' });

/** Checks a screen during a masquerade: the banner is visible and says who acts as whom. */
async function expectMasquerading(page: Page, heading: string, words: RegExp): Promise<void> {
  await expectScreen(page, heading);
  await expect(banner(page)).toContainText(words);
  await expect(banner(page)).toBeInViewport();
}

test('a SuperAdmin acts as an administrator, then as a student, and returns to their own account, on a phone', async ({
  somebody,
  staff,
}) => {
  await aStudent(await somebody(), staff, 'Maya', 'Mask');
  const { client } = await ask<{ client: string }>({ request: staff }, '/auth/userdata');
  const page = await somebody({ viewport: PHONE, hasTouch: true });
  // A session of its own, because a masquerade replaces it.
  await logIn(page.request, 'superadmin@demo.waypost.test', DEMO_PASSWORD);
  await page.goto(`/waypost/editClient/${client}`);
  await page.getByRole('link', { name: /^Masquerade as / }).tap();
  await page.waitForURL('**/admin/dashboard');
  await expectMasquerading(page, 'Dashboard', /\(Admin\)/);

  await page.goto('/admin/user_search');
  await page.getByRole('button', { name: /^More for/ }).tap();
  await page.getByRole('link', { name: /^Masquerade as/ }).tap();
  await page.waitForURL('**/opportunity/browse');
  const words = /is masquerading as Maya Mask \(Student\)/;
  await expectMasquerading(page, 'Browse opportunities', words);
  await page.goto('/admin/user_search');
  await expectMasquerading(page, 'Something Went Wrong', words);

  const exit = banner(page).getByRole('button', { name: 'Exit' });
  expect((await exit.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await exit.tap();
  await page.waitForURL('**/waypost/dashboard');
  await expect(banner(page)).toHaveCount(0);
  await expectScreen(page, 'Waypost Clients');
});
