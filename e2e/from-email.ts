import type { Page } from '@playwright/test';
import { expect } from './product.ts';

export const PHONE = { width: 390, height: 844 };

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
