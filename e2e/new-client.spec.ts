import type { Page } from '@playwright/test';
import { confirmEmail, fillAddress, PASSWORD, signUp } from './forms.ts';
import { mailedLink } from './mails.ts';
import { expect, signIn, test } from './product.ts';
import { activate, fillStudentProfile } from './profiles.ts';
import { expectScreen } from './screens.ts';
import type { Product } from './server.ts';

/* An empty production database: no one can log in without an invitation by email. */
const emails = {
  owner: 'owner@platform.test',
  admin: 'ruth.adler@patuxent.test',
  student: 'nia.ellsworth@students.test',
};
// Two-step login has its own tests (web/src/people/second-factor).
const settings = {
  NODE_ENV: 'production',
  DEMO: 'off',
  SUPERADMIN_EMAIL: emails.owner,
  SUPERADMIN_SECOND_FACTOR: 'off',
};
test.use({ settings });

const schoolSystem = 'Patuxent River Public Schools';

test('a new school system gets to its first approved student using only screens', async ({
  somebody,
  product,
}) => {
  const owner = await somebody();
  const admin = await somebody();
  const nia = await somebody();

  await test.step('the platform’s owner logs in with the mailed link, and writes the defaults', async () => {
    await enterFromInvitation(owner, product, emails.owner);
    await expectScreen(owner, 'Waypost Clients');
    await expect(owner.getByText('No school systems yet')).toBeVisible();
    await addDefault(owner, 'Default Programs', 'Marine Trades');
    await addDefault(owner, 'Default Focus Areas', 'Boats');
    await addDefault(owner, 'Default Reflection Questions', 'What did you learn?');
    await addDefault(owner, 'Default Evaluation Questions', 'Arrives on time');
  });

  await test.step('the owner creates the school system and invites its administrator', async () => {
    await owner.getByRole('link', { name: 'Client Management' }).click();
    await owner.getByRole('link', { name: 'Create a school system' }).click();
    await expectScreen(owner, 'New school system');
    await owner.getByLabel('Full name').fill(schoolSystem);
    await owner.getByLabel('Short name').fill('PRPS');
    await owner.getByLabel('Maximum users').fill('100');
    await owner.getByRole('button', { name: 'Create school system' }).click();
    await expect(owner.getByText('Client successfully created.')).toBeVisible();
    await expectScreen(owner, schoolSystem);
    await owner.getByRole('button', { name: 'Add an administrator' }).click();
    await owner.getByLabel('First name').fill('Ruth');
    await owner.getByLabel('Last name').fill('Adler');
    await owner.getByLabel('Email').fill(emails.admin);
    await expectScreen(owner, schoolSystem);
    await owner.getByRole('button', { name: 'Create Admin' }).click();
    await expect(owner.getByText('Invited, no password yet')).toBeVisible();
    await expectScreen(owner, schoolSystem);
  });

  await test.step('the administrator logs in and sets up the school system', async () => {
    await enterFromInvitation(admin, product, emails.admin);
    await expectScreen(admin, 'Site Settings');
    await fillSettings(admin);
    await expectScreen(admin, 'Dashboard');
    await siteAdmin(admin, 'Schools');
    await admin.getByRole('button', { name: 'Add Your First School' }).click();
    await admin.getByLabel('School name').fill('Severn River High School');
    await admin.getByLabel('Type').selectOption('High');
    await fillAddress(admin, '1 Riva Road', 'Annapolis', '21401');
    await admin.getByRole('button', { name: 'Save and Go Back' }).click();
    // No geocoding service is configured, so the ZIP code is used. The form first says so, and saves on the second try.
    await expect(admin.getByText('Your address is not found, trying zip code.')).toBeVisible();
    await admin.getByRole('button', { name: 'Save and Go Back' }).click();
    await expect(admin.getByText('1 school', { exact: true })).toBeVisible();
    await expectScreen(admin, 'Manage Schools');
    await startWithDefaults(admin, 'Focus Areas', 'Boats');
    await startWithDefaults(admin, 'Programs', 'Marine Trades');
    await startWithDefaults(admin, 'Reflection Questions', 'What did you learn?');
    await startWithDefaults(admin, 'Evaluation Questions', 'Arrives on time');
    await admin.getByRole('link', { name: 'Reports' }).click();
    await expect(admin.getByText('Your school system is set up.')).toBeVisible();
  });

  await test.step('a student signs up and fills in the profile, and the administrator approves it', async () => {
    const names = { 'First name': 'Nia', 'Last name': 'Ellsworth' };
    await signUp(nia, { type: 'Student', names, email: emails.student, schoolSystem }, async () => undefined);
    await confirmEmail(nia, await mailedLink(product, emails.student, 'confirm'));
    await fillStudentProfile(nia, 'Nia');
    await nia.getByRole('button', { name: 'Save profile' }).click();
    await expect(nia.getByText('Profile Updated.')).toBeVisible();
    await expectScreen(nia, 'Browse opportunities');
    await admin.goto('/admin/dashboard');
    const tasks = admin.getByRole('region', { name: 'Waiting for you' });
    await tasks.getByRole('link', { name: 'Review students' }).click();
    await activate(admin, 'Nia Ellsworth');
  });

  await test.step('the administrator reads the audit trail; the owner sees that the system is in use', async () => {
    await siteAdmin(admin, 'Audit trail');
    const trail = admin.getByRole('table', { name: 'Audit trail' });
    await expect(trail.getByRole('row').filter({ hasText: 'Activated an account' })).toHaveCount(1);
    await expectScreen(admin, 'Audit trail');
    await admin.getByLabel('What was done').selectOption('Logged in');
    await expect(trail.getByRole('row').filter({ hasText: 'Ruth Adler' })).toHaveCount(1);
    await owner.getByRole('link', { name: 'All school systems' }).click();
    await expect(owner.getByText('2 of 100 accounts')).toBeVisible();
    await expectScreen(owner, 'Waypost Clients');
  });
});

/** Follows the newest mail's link, sets a password, and logs in. */
async function enterFromInvitation(page: Page, product: Product, email: string): Promise<void> {
  await page.goto(await mailedLink(product, email, 'forgotPassword'));
  await page.getByLabel(/^New password/).fill(PASSWORD);
  await page.getByLabel(/^Confirm new password/).fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.waitForURL('**/login');
  await signIn(page, email, PASSWORD);
}

/** Adds the first entry to one of the default lists for new school systems. */
async function addDefault(page: Page, list: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Client Defaults' }).click();
  await page.getByRole('link', { name: list }).click();
  await expect(page.getByRole('heading', { level: 1, name: list })).toBeVisible();
  await page.getByRole('button', { name: /^Add/ }).click();
  await page.getByRole('textbox').first().fill(text);
  await page.getByRole('button', { name: 'Save and Go Back' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: text })).toBeVisible();
  await expectScreen(page, list);
}

async function siteAdmin(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Site Admin' }).click();
  await page.getByRole('link', { name: entry, exact: true }).click();
}

async function startWithDefaults(page: Page, list: string, text: string): Promise<void> {
  await siteAdmin(page, list);
  await page.getByRole('button', { name: /^Start with Default/ }).click();
  await expect(page.getByRole('listitem').filter({ hasText: text })).toBeVisible();
}

async function fillSettings(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill(schoolSystem);
  await page.getByLabel('Short name').fill('PRPS');
  await page.getByLabel('Phone number').fill('4105550199');
  await page.getByLabel('Default password').fill('a harbour full of masts');
  const picture = { name: 'logo.png', mimeType: 'image/png', buffer: await page.screenshot() };
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload Logo' }).click();
  await (await choosing).setFiles(picture);
  await page.getByRole('dialog').getByRole('button', { name: 'Save picture' }).click();
  await expect(page.getByRole('img', { name: 'Your logo' })).toBeVisible();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Site Settings Saved')).toBeVisible();
}
