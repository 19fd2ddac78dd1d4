import type { Page } from '@playwright/test';
import { checkScreen, expect } from './product.ts';

export const PHONE = { width: 390, height: 844 };
export const SCHEMES = ['light', 'dark'] as const;

/**
 * Opens the link in the newest email to this address that has a link and contains these words. Uses the outbox, like an
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

/** Copies a page without scripts into `scan`, and scans it there, because axe needs scripts. */
export async function checkScreenWithoutScripts(
  page: Page,
  scan: Page,
  heading: string | RegExp,
): Promise<void> {
  await scan.setViewportSize(page.viewportSize() ?? PHONE);
  await scan.setContent(await page.content());
  await checkScreen(scan, heading, SCHEMES);
}
