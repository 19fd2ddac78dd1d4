import type { Page } from '@playwright/test';
import { atRest, expect, signIn, test } from './product.ts';
import { go, stops } from './stops.ts';

// A language is chosen without reloading anything. What the page says then is what it says when it is loaded in that
// language: nothing that is on the screen stays behind.

test.describe.configure({ mode: 'parallel' });

for (const [whose, places] of Object.entries(stops))
  test(`every screen follows a choice of the language: ${whose}`, async ({ somebody }) => {
    const [role] = whose.split(',');
    const page = await somebody();
    if (role !== 'visitor') await signIn(page, `${role}@demo.waypost.test`);
    for (const [name, place] of Object.entries(places))
      await test.step(name, async () => {
        await go(page, place);
        await whole(page);
        await choose(page, 'es');
        const followed = await linesOf(page);
        await page.reload();
        await whole(page);
        const loaded = await linesOf(page);
        // Of a long list, more rows may have been drawn the one time than the other.
        const [fewer, more] = followed.length < loaded.length ? [followed, loaded] : [loaded, followed];
        const others = new Set(more);
        expect
          .soft(
            [...new Set(fewer)].filter((line) => !others.has(line)),
            name,
          )
          .toEqual([]);
        await choose(page, 'en');
      });
  });

/** Until the application has taken the place of the painted page, and has read what it shows. */
async function whole(page: Page): Promise<void> {
  await expect(languageOf(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  await atRest(page);
}

async function choose(page: Page, locale: string): Promise<void> {
  await languageOf(page).selectOption(locale);
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
  await page.waitForLoadState('networkidle');
  await atRest(page);
}

const languageOf = (page: Page) => page.getByRole('combobox', { name: 'Language / Idioma' });

const linesOf = async (page: Page) => (await page.locator('body').innerText()).split('\n');
