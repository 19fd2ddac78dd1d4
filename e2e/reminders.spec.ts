import { PHONE, SCHEMES } from './from-email.ts';
import { checkScreen, expect, signIn, test } from './product.ts';

// Runs apart (playwright.config.ts), because other files rely on the reminders of the school system.

test('an Admin changes on a phone how often hours are asked for, and who is told of a late evaluation', async ({
  somebody,
}) => {
  const page = await somebody({ viewport: PHONE, hasTouch: true, isMobile: true });
  await signIn(page, 'admin@demo.waypost.test');
  await page.goto('/admin/siteSettings');
  const entry = (name: string) => page.getByRole('article', { name });

  await test.step('reminders of hours are sent once a week, for up to two months', async () => {
    const hours = entry('Approve hours');
    await expect(hours).toContainText('First after 1 day, then every day, at most 180 times.');
    await page.getByRole('button', { name: 'Change: Approve hours' }).tap();
    await hours.getByLabel('First reminder after (days)').fill('70');
    await hours.getByLabel('Then every (days)').fill('7');
    await hours.getByLabel('No more after (days)').fill('60');
    await hours.getByRole('button', { name: 'Save reminders' }).tap();
    await expect(hours.getByText('must not be before the first reminder')).toBeVisible();
    await checkScreen(page, 'Site Settings', SCHEMES);
    await hours.getByLabel('First reminder after (days)').fill('7');
    await expect(hours.getByRole('status')).toHaveText(
      /^First after 7 days, then every 7 days, at most 8 times\./,
    );
    await hours.getByRole('button', { name: 'Save reminders' }).tap();
    await expect(page.getByText('Reminders saved')).toBeVisible();
  });

  await test.step('the business and Admins, but not teachers, learn of a late evaluation after ten days', async () => {
    const evaluation = entry('Evaluate an intern');
    await page.getByRole('button', { name: 'Change: Evaluate an intern' }).tap();
    await evaluation.getByRole('checkbox', { name: 'Teachers' }).tap();
    await evaluation.getByRole('checkbox', { name: 'Admins' }).tap();
    await evaluation.getByRole('button', { name: 'Save reminders' }).tap();
    await expect(evaluation.getByText('choose at least one')).toBeVisible();
    await evaluation.getByRole('checkbox', { name: 'Admins' }).tap();
    await evaluation.getByRole('checkbox', { name: 'The business' }).tap();
    await evaluation.getByLabel('Tell them after (days)').fill('10');
    await checkScreen(page, 'Site Settings', SCHEMES);
    await evaluation.getByRole('button', { name: 'Save reminders' }).tap();
    await expect(evaluation).toContainText('After 10 days, Waypost tells admins and the business.');
  });

  await test.step('both settings persist after a reload', async () => {
    await page.reload();
    await expect(entry('Approve hours')).toContainText(
      'First after 7 days, then every 7 days, at most 8 times.',
    );
    await expect(entry('Evaluate an intern')).toContainText(
      'After 10 days, Waypost tells admins and the business.',
    );
    await checkScreen(page, 'Site Settings');
  });
});
