import type { Page } from '@playwright/test';
import { agreement, dayFromNow, fillAddress, richText } from './forms.ts';
import { expect } from './product.ts';
import { expectScreen, settle } from './screens.ts';

export const waiting = (page: Page) => page.getByRole('region', { name: 'Approval of your account' });
export const status = (page: Page) => page.getByRole('region', { name: 'Status', exact: true });

/** Opens a section of the form. Complete sections start closed, incomplete ones open. */
export async function openSection(page: Page, title: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 2 }).getByRole('button', { name: title });
  if ((await heading.getAttribute('aria-expanded')) === 'false') await heading.click();
  await expect(heading).toHaveAttribute('aria-expanded', 'true');
}

export async function fillBusinessProfile(
  page: Page,
  { name, email }: { name: string; email: string },
): Promise<void> {
  await openSection(page, 'Your business');
  await expect(page.getByLabel('Business name')).toHaveValue(name);
  await page.getByRole('group', { name: 'Focus areas' }).locator('label').first().click();
  await openSection(page, 'Your story');
  await richText(page, 'About your business').fill('Three generations of wooden boats on the Severn.');
  await page.getByRole('button', { name: 'Bold' }).first().click();
  await richText(page, 'Featured projects').fill('A skipjack from 1901, sailing again.');
  await openSection(page, 'What you offer students');
  await richText(page, 'Career opportunities').fill('Boatbuilder, rigger, yard manager.');
  await richText(page, 'Internship opportunities').fill('Everything from lofting to launching.');
  await expectScreen(page, 'Complete your profile');
  await openSection(page, 'Contacts');
  await page.getByLabel('Contact’s name').fill('Ruth Calloway');
  await page.getByLabel('Contact’s email').fill(email);
  await page.getByLabel('Contact’s phone').fill('4105550142');
  await expect(page.getByLabel('Contact’s phone')).toHaveValue('(410)555-0142');
  await openSection(page, 'Where you are');
  await fillAddress(page, '18 Severn Avenue', 'Annapolis', '21403');
  await expectScreen(page, 'Complete your profile');
}

export async function fillStudentProfile(page: Page, firstName: string): Promise<void> {
  await openSection(page, 'About you');
  await expect(page.getByLabel('First name')).toHaveValue(firstName);
  await page.getByLabel('Student ID').fill('4471902');
  await page.getByRole('textbox', { name: 'Birth date' }).fill('04/17/2009');
  await page.getByLabel('Gender').selectOption('Female');
  await openSection(page, 'School and interests');
  await page.getByRole('combobox', { name: 'School', exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Program').selectOption({ index: 1 });
  await page.getByLabel('Graduation year').selectOption({ index: 1 });
  await page.getByRole('group', { name: 'Focus areas' }).locator('label').first().click();
  await expectScreen(page, 'Complete your profile');
  await openSection(page, 'Phones and parents');
  await page.getByRole('textbox', { name: 'Parent or guardian', exact: true }).fill('Dana Ellsworth');
  await openSection(page, 'Where you live');
  await fillAddress(page, '7 Chesapeake Avenue', 'Annapolis', '21403');
  await openSection(page, 'Résumé and agreement');
  const choosing = page.waitForEvent('filechooser');
  await page.locator('button', { hasText: 'Upload agreement' }).click();
  await (await choosing).setFiles(agreement);
  await expect(page.getByText('Your agreement is on file.')).toBeVisible();
  await expect(page.getByRole('link', { name: agreement.name })).toBeVisible();
  await expectScreen(page, 'Complete your profile');
}

/** Finds a person by name, regardless of the current filters, and approves their account. */
export async function activate(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox').fill(name);
  // The person may be listed before the search too, and its previous rows are dimmed while it loads.
  await page.waitForURL((url) => url.searchParams.get('search') === name);
  await settle(page);
  await page.getByRole('button', { name: `Activate ${name}`, exact: true }).click();
  await expect(page.getByRole('button', { name: `Deactivate ${name}` })).toBeVisible();
  await expectScreen(page, 'User Search');
}

export async function fillOpportunity(page: Page, title: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
  await richText(page, 'Short description').fill('Help us bring a wooden workboat back to the water.');
  await richText(page, 'Skills required').fill('Patience, a steady hand, and a liking for early mornings.');
  await richText(page, 'Full description').fill('You plank, caulk and paint beside two boatbuilders.');
  await page.getByLabel('Spots available').fill('2');
  await expect(page.getByLabel('Street')).toHaveValue('18 Severn Avenue');
  await page.getByRole('textbox', { name: 'Applications close', exact: true }).fill(dayFromNow(21));
  await page.getByRole('textbox', { name: 'Employment starts', exact: true }).fill(dayFromNow(28));
  await page.getByRole('textbox', { name: 'Employment stops', exact: true }).fill(dayFromNow(120));
  await page.getByLabel('Time frame').selectOption('Spring');
  await page.getByRole('radio', { name: 'Paid', exact: true }).check();
}
