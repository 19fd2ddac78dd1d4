import type { Page } from '@playwright/test';
import { PASSWORD } from './forms.ts';
import { checkScreen, expect, newestMail, signIn, test } from './product.ts';

// Sets up a new school system: the platform's owner invites an administrator, who first sees the settings and then
// completes the six parts, until the dashboard replaces the setup.

const email = 'grace.hale@patuxent.test';
const picture = {
  name: 'logo.png',
  mimeType: 'image/png',
  // A single navy pixel is enough to test cropping and rendering.
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mMQt8j+DwACtAGy+9PcWgAAAABJRU5ErkJggg==',
    'base64',
  ),
};

test('a new school system is set up by its first administrator', async ({ somebody, product }) => {
  const owner = await somebody();
  const grace = await somebody();

  await test.step('the owner creates the school system and invites its administrator', async () => {
    await signIn(owner, 'superadmin@demo.waypost.test');
    await owner.goto('/waypost/editClient');
    await owner.getByLabel('Full name').fill('Patuxent River Schools');
    await owner.getByLabel('Short name').fill('PRS');
    await owner.getByLabel('Maximum users').fill('500');
    await owner.getByRole('button', { name: 'Create school system' }).click();
    await owner.getByRole('button', { name: 'Add an administrator' }).first().click();
    await owner.getByLabel('First name').fill('Grace');
    await owner.getByLabel('Last name').fill('Hale');
    await owner.getByLabel('Email').fill(email);
    await owner.getByRole('button', { name: 'Create Admin' }).click();
    await expect(owner.getByText('Admin successfully created.')).toBeVisible();
  });

  await test.step('the owner maintains the defaults for new school systems', async () => {
    await owner.goto('/waypost/evaluationQuestions');
    await checkScreen(owner, 'Default Evaluation Questions');
    await add(owner, 'Add evaluation question', 'Question', 'Leaves the place as it was found');
    await expect(owner.getByText('Question saved')).toBeVisible();
    await expect(owner.getByRole('list', { name: 'Default Evaluation Questions' })).toContainText(
      'Leaves the place as it was found',
    );
  });

  await test.step('the administrator sets a password, and is redirected to the settings first', async () => {
    const [link] = (await newestMail(product, email)).match(/https?:\S+\/forgotPassword\/[\w-]+/) ?? [];
    await grace.goto(link ?? 'no link in the mail');
    await grace.getByLabel(/^New password/).fill(PASSWORD);
    await grace.getByLabel(/^Confirm new password/).fill(PASSWORD);
    await grace.getByRole('button', { name: 'Set password' }).click();
    await grace.waitForURL('**/login');
    await signIn(grace, email, PASSWORD);
    await grace.waitForURL('**/admin/siteSettings');
    await checkScreen(grace, 'Site Settings');
  });

  await test.step('the settings are saved with a logo', async () => {
    await expect(grace.getByLabel('Full name')).toHaveValue('Patuxent River Schools');
    await expect(grace.getByLabel('Short name')).toHaveValue('PRS');
    await grace.getByLabel('Phone number').fill('4105550177');
    await grace.getByLabel('Default password').fill('river lanterns at dusk');
    const save = grace.getByRole('button', { name: 'Save settings' });
    await grace.getByLabel('Logo', { exact: true }).setInputFiles(picture);
    await grace.getByRole('button', { name: 'Save picture' }).click();
    await expect(grace.getByAltText('Your logo')).toBeVisible();
    await save.click();
    await expect(grace.getByText('Site Settings Saved')).toBeVisible();
    await grace.waitForURL('**/admin/dashboard');
    await expect(grace.getByRole('img', { name: '17 percent is set up' })).toBeVisible();
    await checkScreen(grace, 'Dashboard');
  });

  await test.step('a school is added, located by its ZIP code if its street is unknown', async () => {
    await grace.getByRole('link', { name: /^Schools/ }).click();
    await checkScreen(grace, 'Manage Schools');
    await grace.getByRole('button', { name: 'Add Your First School' }).click();
    await grace.getByLabel('School name').fill('Patuxent High School');
    await grace.getByLabel('Type').selectOption('High');
    await grace.getByLabel('Street').fill('1 River Road');
    await grace.getByLabel('City').fill('Annapolis');
    await grace.getByLabel('State').selectOption('MD');
    await grace.getByLabel('ZIP code').fill('21401');
    await grace.getByRole('button', { name: 'Save and Go Back' }).click();
    await expect(grace.getByText('Your address is not found, trying zip code.')).toBeVisible();
    await grace.getByRole('button', { name: 'Save and Go Back' }).click();
    await expect(grace.getByText('School saved')).toBeVisible();
    await checkScreen(grace, 'Manage Schools');
  });

  await test.step('lists start with the defaults, or with a first entry', async () => {
    await grace.goto('/admin/focusAreas');
    await grace.getByRole('button', { name: 'Start with Default Focus Areas' }).click();
    await expect(grace.getByText('You have saved the default Focus Areas')).toBeVisible();
    await grace.goto('/admin/programs');
    await grace.getByRole('button', { name: 'Add Your First Program' }).click();
    await grace.getByRole('textbox', { name: 'Name' }).fill('Marine Trades');
    await grace.getByRole('button', { name: 'Save and Add Another' }).click();
    await expect(grace.getByRole('textbox', { name: 'Name' })).toHaveValue('');
    await grace.getByRole('textbox', { name: 'Name' }).fill('Culinary Arts');
    await grace.getByRole('button', { name: 'Save and Go Back' }).click();
    await expect.poll(() => names(grace)).toEqual(['Marine Trades', 'Culinary Arts']);
  });

  await test.step('an order is changed by dragging or by keyboard, and saved', async () => {
    await grace.goto('/admin/focusAreas');
    await expect(grace.getByRole('button', { name: /^Move .* down$/ }).first()).toBeVisible();
    const before = await names(grace);
    const handles = grace.getByRole('button', { name: /^Move .*(?<! up| down)$/ });
    const [from, to] = [await handles.nth(0).boundingBox(), await handles.nth(2).boundingBox()];
    if (!from || !to) throw new Error('a row has no place');
    await grace.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await grace.mouse.down();
    await grace.mouse.move(from.x + from.width / 2, from.y + from.height, { steps: 4 });
    await grace.mouse.move(to.x + to.width / 2, to.y + to.height / 2 + 4, { steps: 12 });
    await grace.mouse.up();
    const [first, second, third, ...rest] = before;
    await expect.poll(() => names(grace)).toEqual([second, third, first, ...rest]);

    await handles.nth(0).focus();
    await grace.keyboard.press('Space');
    await expect(grace.getByText(`${second} is picked up, at place 1 of ${before.length}.`)).toBeAttached();
    await grace.keyboard.press('ArrowDown');
    await expect(grace.getByText(`${second} is over place 2 of ${before.length}.`)).toBeAttached();
    await grace.keyboard.press('Space');
    await expect.poll(() => names(grace)).toEqual([third, second, first, ...rest]);
    await checkScreen(grace, 'Focus Areas');
    await grace.getByRole('button', { name: 'Save Reorder' }).click();
    await expect(grace.getByText('Reorder Successful.')).toBeVisible();
    await grace.reload();
    await expect(grace.getByRole('button', { name: 'Add focus area' })).toBeVisible();
    await expect.poll(() => names(grace)).toEqual([third, second, first, ...rest]);
  });

  await test.step('the last parts complete the setup, and the dashboard replaces it', async () => {
    await grace.goto('/admin/reflectionQuestions');
    await grace.getByRole('button', { name: 'Start with Default Questions' }).click();
    await expect(grace.getByText('You have saved the default questions')).toBeVisible();
    await grace.goto('/admin/evaluationQuestions');
    await checkScreen(grace, 'Evaluation Questions');
    await grace.getByRole('button', { name: 'Start with Default Questions' }).click();
    await expect(grace.getByText('Leaves the place as it was found')).toBeVisible();
    await grace.goto('/admin/dashboard');
    await expect(grace.getByText('Your school system is set up.')).toBeVisible();
    await expect(grace.getByRole('region', { name: 'Active users' })).toContainText('Today: 1 person');
    await checkScreen(grace, 'Dashboard');
  });
});

async function add(page: Page, button: string, label: string, words: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('textbox', { name: label }).fill(words);
  await page.getByRole('button', { name: 'Save and Go Back' }).click();
}

/** The entries of this screen's list, in order. */
async function names(page: Page): Promise<string[]> {
  const buttons = page.getByRole('main').getByRole('button', { name: /^Delete / });
  const labels = await buttons.evaluateAll((found) => found.map((each) => each.getAttribute('aria-label')));
  return labels.map((label) => (label ?? '').replace(/^Delete /, ''));
}
