import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { atRest, atStop, expect, networkIdle, signIn, test } from './product.ts';
import { go, screenAt, screenOf, screensWithoutStop, stops } from './stops.ts';

// Every screen of the access table, as the demo's people see it: it has its heading, axe finds no faults in
// light and dark, and nothing scrolls sideways from 320 to 1440 pixels. With PICTURES=1, also saves
// screenshots for phone, tablet and desktop to pictures/ for manual review.

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
        await atStop(page, /./, ['light', 'dark']);
        expect(screenAt(new URL(page.url()).pathname)).toBe(screenOf(place));
        for (const width of [320, ...widths]) await fits(page, width);
        if (process.env.PICTURES) await takePictures(page, `${role}-${name}`);
        await page.setViewportSize({ width: 1280, height: 900 });
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

async function takePictures(page: Page, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await networkIdle(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
    // As tall as the page, so that the bars are at its top and bottom. Limited, because a screenshot of the
    // longest list needs no more than its first rows.
    const tall = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height: Math.min(tall, 4000) });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await atRest(page);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
    }
  }
}
