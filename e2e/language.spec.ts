import type { Page } from '@playwright/test';
import { atRest, expect, networkIdle, signIn, test } from './product.ts';
import { go, stops } from './stops.ts';

// The language changes without a reload. Afterwards the page reads as if it had been loaded in that
// language: no text on the screen stays behind.

test.describe.configure({ mode: 'parallel' });

for (const [whose, places] of Object.entries(stops))
  test(`every screen follows a change of the language: ${whose}`, async ({ somebody }) => {
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
        // The number of rendered rows of a long list may differ between the two.
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

/** Waits until the app has replaced the static page and loaded its data. */
async function whole(page: Page): Promise<void> {
  await expect(languageOf(page)).toBeVisible();
  await networkIdle(page);
  await expect(page.getByRole('status').filter({ hasText: /^(Loading|Cargando)$/ })).toHaveCount(0);
  await atRest(page);
}

async function choose(page: Page, locale: string): Promise<void> {
  await languageOf(page).selectOption(locale);
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
  await whole(page);
}

const languageOf = (page: Page) => page.getByRole('combobox', { name: 'Language / Idioma' });

/** Without the number of unread notifications, which the journeys beside this one change. */
const linesOf = async (page: Page) =>
  (await page.locator('body').innerText())
    .split('\n')
    .map((line) => line.replace(/^(Notificaciones), .*/, '$1'));
