import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { checkScreen, expect, networkIdle, signIn, test, waitForAnimations } from './product.ts';
import { go, screenAt, screenOf, screensWithoutStop, stops } from './stops.ts';

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
    if (role !== 'visitor') await signIn(page, `${role}@demo.waypost.test`);
    for (const [name, place] of Object.entries(places))
      await test.step(name, async () => {
        await go(page, place);
        await checkScreen(page, /./, ['light', 'dark']);
        expect(screenAt(new URL(page.url()).pathname)).toBe(screenOf(place));
        for (const width of [320, ...widths]) await fits(page, width);
        if (process.env.PICTURES) await takePictures(page, `${role}-${name}`);
        await page.setViewportSize({ width: 1280, height: 900 });
        await checkLanguageSwitch(page, name);
      });
  });

test('every screen of the access table has a stop', () => {
  expect(screensWithoutStop()).toEqual([]);
});

async function fits(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width < 768 ? 740 : 900 });
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(sideways, `${page.url()} at ${width} pixels`).toBeLessThanOrEqual(0);
}

/** Switches the language, and expects the page to read as if it had been loaded in that language. */
async function checkLanguageSwitch(page: Page, name: string): Promise<void> {
  await choose(page, 'es');
  await waitForPage(page);
  const followed = await linesOf(page);
  await page.reload();
  await waitForPage(page);
  const loaded = await linesOf(page);
  // The number of rendered rows of a long list may differ between the two.
  const [fewer, more] = followed.length < loaded.length ? [followed, loaded] : [loaded, followed];
  const others = new Set(more);
  const left = [...new Set(fewer)].filter((line) => !others.has(line));
  expect.soft(left, `${name} in Spanish`).toEqual([]);
  await choose(page, 'en');
  await networkIdle(page);
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

/** The page's lines, without the number of unread notifications, which concurrent journeys change. */
const linesOf = async (page: Page) =>
  (await page.locator('body').innerText())
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
