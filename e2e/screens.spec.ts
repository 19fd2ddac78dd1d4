import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { checkScreen, expect, expectToFit, networkIdle, signIn, test, waitForAnimations } from './product.ts';
import { addressOf, screenAt, screenOf, screensWithoutStop, stops } from './stops.ts';

// Every screen of the access table, opened as the demo's people: it has its heading, axe finds no faults in light and
// dark, nothing scrolls sideways from 320 to 1440 pixels, and switching the language takes effect without a reload.
// With PICTURES=1, also saves screenshots for phone, tablet and desktop to pictures/ for manual review.

const folder = join(import.meta.dirname, '..', 'pictures');
const widths = [360, 768, 1440] as const;

test.describe.configure({ mode: 'parallel' });

for (const [whose, places] of Object.entries(stops))
  test(`every screen of: ${whose}`, async ({ somebody }) => {
    const [role] = whose.split(',');
    const page = await somebody();
    if (role === 'visitor') await page.goto('/');
    else await signIn(page, `${role}@demo.waypost.test`);
    const addresses = new Map<string, string>();
    for (const [name, place] of Object.entries(places)) addresses.set(name, await addressOf(page, place));
    // Loaded in Spanish and used in English, so that a single load shows whether a switched page differs from a loaded one.
    await choose(page, 'es');
    // The choice is saved in the account.
    await networkIdle(page);
    for (const [name, place] of Object.entries(places))
      await test.step(name, async () => {
        await page.goto(addresses.get(name) ?? '');
        await waitForPage(page);
        const loaded = await linesOf(page);
        await choose(page, 'en');
        await waitForPage(page);
        await checkScreen(page, /./, ['light', 'dark']);
        expect(screenAt(new URL(page.url()).pathname)).toBe(screenOf(place));
        for (const width of [320, ...widths]) {
          await page.setViewportSize({ width, height: width < 768 ? 740 : 900 });
          await expectToFit(page);
        }
        if (process.env.PICTURES) await takePictures(page, `${role}-${name}`);
        await page.setViewportSize({ width: 1280, height: 900 });
        await choose(page, 'es');
        await waitForPage(page);
        expect.soft(otherLines(loaded, await linesOf(page)), `${name} in Spanish`).toEqual([]);
      });
    await choose(page, 'en');
    await networkIdle(page);
  });

test('every screen of the access table has a stop', () => {
  expect(screensWithoutStop()).toEqual([]);
});

/** The lines of one page that the other one does not have. */
function otherLines(one: readonly string[], other: readonly string[]): string[] {
  // The number of rendered rows of a long list may differ between the two.
  const [fewer, more] = one.length < other.length ? [one, other] : [other, one];
  const others = new Set(more);
  return [...new Set(fewer)].filter((line) => !others.has(line));
}

async function choose(page: Page, locale: string): Promise<void> {
  await languageOf(page).selectOption(locale);
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
}

/** Waits until the app has replaced the static page and loaded its data. */
async function waitForPage(page: Page): Promise<void> {
  await expect(languageOf(page)).toBeVisible();
  await networkIdle(page);
  await expect(page.getByRole('status').filter({ hasText: /^(Loading|Cargando)$/ })).toHaveCount(0);
  await waitForAnimations(page);
}

const languageOf = (page: Page) => page.getByRole('combobox', { name: 'Language / Idioma' });

/**
 * The page's lines, without the number of unread notifications, which concurrent journeys change. Outside of the root is
 * also what a chart last measured.
 */
const linesOf = async (page: Page) =>
  (await page.locator('#root').innerText())
    .split('\n')
    .map((line) => line.replace(/^(Notificaciones), .*/, '$1'));

async function takePictures(page: Page, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await networkIdle(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
    // As tall as the page, so that the bars are at its top and bottom. Limited, because the first rows of a long list
    // are enough.
    const tall = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height: Math.min(tall, 4000) });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      await waitForAnimations(page);
      await page.screenshot({
        animations: 'disabled',
        path: join(folder, `${name}-${width}-${colorScheme}.png`),
      });
    }
  }
}
