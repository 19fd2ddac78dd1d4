import type { Page } from '@playwright/test';
import { atStop, expect } from './product.ts';

export const PHONE = { width: 390, height: 844 };
export const SCHEMES = ['light', 'dark'] as const;

/** Opens the link in somebody's newest email from the outbox, as from an email app. */
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

/** Scans a page in its current state. Axe needs scripts, which are disabled on the page under test. */
export async function atStopWithoutScripts(page: Page, scan: Page, heading: string): Promise<void> {
  await scan.setViewportSize(page.viewportSize() ?? PHONE);
  await scan.setContent(await page.content());
  await atStop(scan, heading, SCHEMES);
}
