import type { Page } from '@playwright/test';
import { atStop, expect } from './product.ts';

export const PHONE = { width: 390, height: 844 };
export const SCHEMES = ['light', 'dark'] as const;

/**
 * Opens the link in the newest email to a person that has one and contains these words, from the outbox as from an
 * email app.
 */
export async function openFromEmail(page: Page, to: string, words = ''): Promise<string> {
  const link = page.getByRole('link', { name: /\/link\// });
  const email = page
    .getByRole('article')
    .filter({ hasText: `To: ${to}`, has: link })
    .filter({ hasText: words })
    .first();
  await expect(async () => {
    await page.goto('/outbox');
    await expect(email).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  await email.locator(link).first().click();
  return page.url();
}

/** Scans a page in its current state. Axe needs scripts, which are disabled on the page under test. */
export async function atStopWithoutScripts(page: Page, scan: Page, heading: string | RegExp): Promise<void> {
  await scan.setViewportSize(page.viewportSize() ?? PHONE);
  await scan.setContent(await page.content());
  await atStop(scan, heading, SCHEMES);
}
