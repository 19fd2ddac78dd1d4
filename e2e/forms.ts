import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';

/** An email address that no other test uses. */
export const anAddress = (name: string) => `${name}.${randomUUID().slice(0, 8)}@people.test`;

export const PASSWORD = 'a quiet lantern at dusk';

interface Account {
  type: 'Student' | 'Business';
  /** The form's fields besides email and password, by label. */
  names: Record<string, string>;
  email: string;
  schoolSystem: string;
}

/** Signs up for a new account in a school system, starting from the landing page. */
export async function signUp(page: Page, account: Account, seen: () => Promise<void>) {
  const { type, names, email, schoolSystem } = account;
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
  const client = page.getByRole('combobox', { name: 'School system' });
  await client.click();
  await page.getByRole('option', { name: schoolSystem }).click();
  await seen();
  await page.getByRole('button', { name: type }).click();
  for (const [label, text] of Object.entries(names)) await page.getByLabel(label).fill(text);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByLabel(/^Confirm password/).fill(PASSWORD);
  await seen();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/profile');
}

/** Finds the confirmation mail in the demo's outbox, which opens in a new tab. */
export async function confirmationInOutbox(page: Page, email: string): Promise<string> {
  const mails = await page.context().newPage();
  const link = mails
    .getByRole('article')
    .filter({ hasText: `To: ${email}` })
    .filter({ hasText: 'Confirm your email' })
    .getByRole('link', { name: /\/confirm\// });
  await expect(async () => {
    await mails.goto('/outbox');
    await expect(link.first()).toBeVisible({ timeout: 500 });
  }).toPass();
  const address = await link.first().innerText();
  await mails.close();
  return address;
}

/** Opens the mailed link in a new tab of the browser that signed up, which confirms the email, and closes the tab. */
export async function confirmEmail(page: Page, link: string): Promise<void> {
  const mailed = await page.context().newPage();
  await mailed.goto(link);
  await mailed.waitForURL('**/profile');
  await mailed.close();
  await page.reload();
}

/** Expects a field's error message to be visible and announced. */
export async function expectError(field: Locator, message: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(`(^| )${message}( |$)`));
}

/** A form's rich-text editor, found by its label because it is not an input. */
export function richText(page: Page, label: string): Locator {
  return page.getByRole('textbox', { name: label, exact: true });
}

/** Enters an address in one of the demo's towns, whose ZIP codes are known without a geocoding service. */
export async function fillAddress(page: Page, street: string, city: string, zip: string): Promise<void> {
  await page.getByLabel('Street').fill(street);
  await page.getByLabel('City').fill(city);
  await page.getByLabel('State').selectOption('MD');
  await page.getByLabel('ZIP code').fill(zip);
}

/** The time zone of the people in the journeys. */
export const TIME_ZONE = 'America/New_York';

/** The date this many days from today, in the format that people type. */
export function dayFromNow(days: number): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-US', {
    ...parts,
    timeZone: TIME_ZONE,
  });
}

/** The same date in wire format. */
export function isoDayFromNow(days: number): string {
  return dayFromNow(days).replace(/(\d+)\/(\d+)\/(\d+)/, '$3-$1-$2');
}

/** The smallest file that is recognized as a PDF. */
export const agreement = {
  name: 'signed-agreement.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    [
      '%PDF-1.4',
      '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
      '2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj',
      '3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792]>> endobj',
      'trailer <</Size 4 /Root 1 0 R>>',
      '%%EOF',
      '',
    ].join('\n'),
  ),
};
