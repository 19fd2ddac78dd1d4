import type { Page } from '@playwright/test';
import { checkScreen, expect, signIn, test } from './product.ts';

const banner = (page: Page) => page.getByRole('complementary', { name: 'Masquerade' });

/** Starts a masquerade from the menu of a person's row in User Search. */
async function masqueradeAs(page: Page, name: RegExp): Promise<void> {
  const row = page.getByRole('row', { name }).first();
  await row.getByRole('button', { name: /^More for/ }).click();
  await row.getByRole('link', { name: /^Masquerade as/ }).click();
}

/** Checks a screen during a masquerade: the banner is visible and says who acts as whom. */
async function expectMasquerading(page: Page, heading: string | RegExp, words: RegExp): Promise<void> {
  await expect(banner(page)).toContainText(words);
  await expect(banner(page)).toBeInViewport();
  await checkScreen(page, heading);
}

test('an administrator acts as a student, opens their screens, and returns', async ({ somebody }) => {
  const admin = await somebody();
  await signIn(admin, 'admin@demo.waypost.test');
  await admin.goto('/admin/user_search?search=student%40demo');
  await masqueradeAs(admin, /Maya/);
  await expect(admin.getByRole('heading', { level: 1, name: 'Masquerading' })).toBeVisible();

  const words = /is masquerading as .+ \(Student\)/;
  await admin.waitForURL('**/projects/viewall');
  await expectMasquerading(admin, 'Work-Based Learning', words);
  await expect(admin.getByRole('banner').getByText(/^Masquerading as Student: /)).toBeVisible();
  await admin.getByRole('link', { name: 'Applications' }).click();
  await expectMasquerading(admin, /Applications/, words);
  await admin.reload();
  await expectMasquerading(admin, /Applications/, words);
  await admin.mouse.wheel(0, 2000);
  await expect(banner(admin)).toBeInViewport();
  await admin.goto('/admin/user_search');
  await expectMasquerading(admin, /Went Wrong/, words);

  await banner(admin).getByRole('button', { name: 'Exit masquerade' }).click();
  await admin.waitForURL('**/admin/dashboard');
  await expect(banner(admin)).toHaveCount(0);
  await checkScreen(admin, /./);
  await admin.goto('/admin/user_search');
  await checkScreen(admin, 'User Search');
});

test('on a phone, the banner and its exit are available too', async ({ somebody }) => {
  const teacher = await somebody({ viewport: { width: 360, height: 740 }, hasTouch: true });
  await signIn(teacher, 'teacher@demo.waypost.test');
  await teacher.goto('/admin/user_search?role=Business&search=bayside');
  await masqueradeAs(teacher, /Bayside Marine/);
  await teacher.waitForURL('**/opportunity/all');
  await expectMasquerading(teacher, 'Manage Opportunities', /Bayside Marine \(Business\)/);
  const exit = banner(teacher).getByRole('button', { name: 'Exit' });
  expect((await exit.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await exit.click();
  await teacher.waitForURL('**/admin/dashboard');
  await expect(banner(teacher)).toHaveCount(0);
});

test('a SuperAdmin acts as an administrator, then as a student, and returns to their own account', async ({
  somebody,
}) => {
  const owner = await somebody();
  await signIn(owner, 'superadmin@demo.waypost.test');
  await owner.getByRole('link', { name: 'Chesapeake Bay Public Schools' }).click();
  await owner
    .getByRole('link', { name: /^Masquerade as / })
    .first()
    .click();
  await owner.waitForURL('**/admin/dashboard');
  await expectMasquerading(owner, /./, /\(Admin\)/);
  await owner.goto('/admin/user_search?search=student%40demo');
  await masqueradeAs(owner, /Maya/);
  await owner.waitForURL('**/projects/viewall');
  await expectMasquerading(owner, 'Work-Based Learning', /\(Student\)/);
  await banner(owner).getByRole('button', { name: 'Exit masquerade' }).click();
  await owner.waitForURL('**/waypost/dashboard');
  await expect(banner(owner)).toHaveCount(0);
});
