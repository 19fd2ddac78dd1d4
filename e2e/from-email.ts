import type { Page } from '@playwright/test';
import { atStop, expect } from './product.ts';

export const PHONE = { width: 390, height: 844 };
export const SCHEMES = ['light', 'dark'] as const;

/** The page of the link in the newest email to somebody, opened from the outbox as from a mail program. */
export async function openFromEmail(page: Page, to: string): Promise<string> {
  const email = page
    .getByRole('article')
    .filter({ hasText: `To: ${to}` })
    .first();
  await expect(async () => {
    await page.goto('/outbox');
    await expect(email).toBeVisible({ timeout: 1000 });
  }).toPass();
  await email.getByRole('link', { name: /\/link\// }).click();
  return page.url();
}

/** Scans a page as it is: axe needs scripts, which the page that a person uses here has not. */
export async function atStopWithoutScripts(page: Page, scan: Page, heading: string): Promise<void> {
  await scan.setViewportSize(page.viewportSize() ?? PHONE);
  await scan.setContent(await page.content());
  await atStop(scan, heading, SCHEMES);
}
