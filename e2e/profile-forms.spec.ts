import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expectError, fillAddress, PASSWORD, richText } from './forms.ts';
import { aNewcomer, ask } from './people.ts';
import { expect, newestMail, type Product, signIn, test } from './product.ts';
import { openSection } from './profiles.ts';

// The three profile forms (docs/behavior/profiles.md): an invalid field shows its error and the first one
// gets the focus, no input is lost, and then the form is saved.

const REQUIRED = 'this field is required';

const save = (page: Page) => page.getByRole('button', { name: 'Save profile' }).click();
const refused = (page: Page) =>
  expect(page.getByRole('alert').filter({ hasText: 'Form Error' })).toContainText(
    'Check your form for errors',
  );

async function expectErrors(fields: readonly Locator[], message: string): Promise<void> {
  for (const field of fields) await expectError(field, message);
}

const address = (page: Page) =>
  ['Street', 'City', 'State', 'ZIP code'].map((label) => page.getByLabel(label));

test('a student’s form shows each field’s error, keeps the input, and saves it', async ({ somebody }) => {
  const names = { first_name: 'Priya', last_name: 'Lindqvist' };
  const { page } = await aNewcomer(await somebody(), { type: 'Student', ...names });
  const studentId = page.getByLabel('Student ID');
  const gender = page.getByLabel('Gender');
  const born = page.getByRole('textbox', { name: 'Birth date' });
  const school = page.getByRole('combobox', { name: 'School', exact: true });
  const program = page.getByLabel('Program');
  const year = page.getByLabel('Graduation year');
  const areas = page.getByRole('group', { name: 'Focus areas' });
  const parent = page.getByRole('textbox', { name: 'Parent or guardian', exact: true });
  const cellPhone = page.getByLabel('Cell phone');

  await test.step('when empty, it shows an error at every required field, whatever section it is in', async () => {
    await page.goto('/profile');
    await save(page);
    await refused(page);
    await expect(studentId).toBeFocused();
    await expectErrors([studentId, gender, born, school, program, year, parent, ...address(page)], REQUIRED);
    await expect(areas).toHaveAccessibleDescription(new RegExp(`${REQUIRED}$`));
  });

  await test.step('once the first error is corrected, the next one has the focus, and a reload keeps the input', async () => {
    await studentId.fill('5518204');
    await cellPhone.fill('41055501');
    await page.getByLabel('ZIP code').fill('214');
    await save(page);
    await expect(gender).toBeFocused();
    await expectError(cellPhone, 'must look like \\(000\\)000-0000');
    await expectError(page.getByLabel('ZIP code'), 'must be a ZIP code of five digits');
    await page.reload();
    await expect(studentId).toHaveValue('5518204');
    await save(page);
    await expect(gender).toBeFocused();
    await expect(cellPhone).toHaveValue('(410)555-01');
  });

  await test.step('once it is valid, it is saved, and shows the same values later', async () => {
    await gender.selectOption('Non-Binary');
    await born.fill('04/17/2009');
    for (const choice of [school, program, year]) await choice.selectOption({ index: 2 });
    await areas.locator('label').nth(1).click();
    await cellPhone.fill('4105550188');
    await parent.fill('Ravi Lindqvist');
    await fillAddress(page, '7 Chesapeake Avenue', 'Annapolis', '21403');
    await save(page);
    await expect(page.getByText('Profile Updated.')).toBeVisible();
    await page.waitForURL('**/opportunity/browse');
    await page.goto('/profile');
    await expect(studentId).toHaveValue('5518204');
    await expect(cellPhone).toHaveValue('(410)555-0188');
    await openSection(page, 'School and interests');
    await expect(areas.getByRole('checkbox').nth(1)).toBeChecked();
  });
});

test('a business’s form does the same for its texts and its contact', async ({ somebody }) => {
  const business_name = 'Whitehall Bay Oysters';
  const { page, email } = await aNewcomer(await somebody(), { type: 'Business', business_name });
  const texts = [
    'About your business',
    'Featured projects',
    'Career opportunities',
    'Internship opportunities',
  ].map((label) => richText(page, label));
  const name = page.getByLabel('Contact’s name');
  const mail = page.getByLabel('Contact’s email');
  const phone = page.getByLabel('Contact’s phone');

  await test.step('when empty, it shows an error at every required field, starting with the first text', async () => {
    await page.goto('/profile');
    // The editor loads after the form.
    await expect(texts[0] as Locator).toBeVisible();
    await save(page);
    await refused(page);
    await expectErrors([...texts, name, mail, phone, ...address(page)], REQUIRED);
    await expect(texts[0] as Locator).toBeFocused();
  });

  await test.step('an email must be valid, and typed text survives a reload', async () => {
    for (const text of texts) await text.fill('Oysters, from the spat to the plate.');
    await name.fill('Ada Whitehall');
    await mail.fill('ada at whitehall');
    await phone.fill('4105550161');
    await page.getByLabel('Administrator’s email').fill('nobody');
    await save(page);
    await expect(mail).toBeFocused();
    await expectError(mail, 'must be a valid email address');
    await expectError(page.getByLabel('Administrator’s email'), 'must be a valid email address');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Save profile' })).toBeVisible();
    await save(page);
    await expect(mail).toBeFocused();
    await openSection(page, 'What you offer students');
    await expect(texts[3] as Locator).toHaveText('Oysters, from the spat to the plate.');
  });

  await test.step('once it is valid, it is saved and leads to the opportunities', async () => {
    await mail.fill(email);
    await page.getByLabel('Administrator’s email').fill('');
    await fillAddress(page, '18 Severn Avenue', 'Annapolis', '21403');
    await save(page);
    await expect(page.getByText('Profile Updated.')).toBeVisible();
    await page.waitForURL('**/opportunity/all');
  });
});

test('a teacher’s form requires a first and last name', async ({ somebody, staff, product }) => {
  const page = await somebody();
  const email = 'lou.marsh@teachers.test';
  await aTeacher(page, staff, product, { first_name: 'Lou', last_name: 'Marsh', email });
  await signIn(page, email, PASSWORD);
  await page.goto('/profile');
  const names = [page.getByLabel('First name'), page.getByLabel('Last name')] as const;
  for (const name of names) await name.fill('');
  await save(page);
  await refused(page);
  await expectErrors(names, REQUIRED);
  await expect(names[0]).toBeFocused();
  await names[0].fill('Louise');
  await save(page);
  await expect(names[1]).toBeFocused();
  await names[1].fill('Marsh');
  await save(page);
  await expect(page.getByText('Profile Updated.')).toBeVisible();
  await page.waitForURL('**/admin/dashboard');
  await page.goto('/profile');
  await expect(names[0]).toHaveValue('Louise');
});

/** A teacher invited by the administrator, with a password set through the mailed link. */
async function aTeacher(
  page: Page,
  staff: APIRequestContext,
  product: Product,
  teacher: { first_name: string; last_name: string; email: string },
): Promise<void> {
  await ask({ request: staff }, '/api/createTeacher', { ...teacher, schools: [], programs: [] });
  const mail = await newestMail(product, teacher.email, 'Your Waypost account');
  const [, code] = /\/forgotPassword\/([\w-]+)/.exec(mail) ?? [];
  const { _id } = await ask<{ _id: string }>(page, '/auth/findUserByCode', { code });
  await ask(page, '/auth/changePasswordById', { _id, new_password: PASSWORD });
}
