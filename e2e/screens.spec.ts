import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { ask } from './calls.ts';
import { expectFocusToShow } from './focus.ts';
import { linkPages, linksOfAPlacement, requireCodes } from './linked.ts';
import { DEMO_PASSWORD, expect, test } from './product.ts';
import { scan } from './scan.ts';
import { ADMIN, invite, logIn } from './school-system.ts';
import { expectToFit, settle } from './screens.ts';
import type { Product } from './server.ts';
import { addressOf, screenAt, screenOf, stops } from './stops.ts';

// Every screen of the access table, opened as the demo's people: it has its heading, axe finds no faults in light and
// dark, nothing scrolls sideways from 320 to 1440 pixels, and switching the language takes effect without a reload.
// With PICTURES=1, also saves screenshots for phone, tablet and desktop to pictures/ for manual review.

const folder = join(import.meta.dirname, '..', 'pictures');
const widths = [360, 768, 1440] as const;

test.describe.configure({ mode: 'parallel' });

for (const [whose, places] of Object.entries(stops))
  test(`every screen of: ${whose}`, async ({ somebody, platform, product }) => {
    const [role] = whose.split(',');
    const page = await somebody({ viewport: { width: 1440, height: 900 } });
    // The parts run in parallel and each chooses languages, so each has an administrator of its own.
    if (role === 'admin') await logIn(page.request, await anotherAdmin(platform, product));
    else if (role !== 'visitor') await logIn(page.request, `${role}@demo.waypost.test`, DEMO_PASSWORD);
    if (role === 'superadmin') await keepLanguageHere(page);
    await page.goto('/');
    const addresses = new Map<string, string>();
    for (const [name, place] of Object.entries(places)) addresses.set(name, await addressOf(page, place));
    // Loaded in Spanish and used in English, so that a single load shows whether a switched page differs from a loaded one.
    await choose(page, 'es');
    for (const [name, place] of Object.entries(places))
      await test.step(name, async () => {
        await page.goto(addresses.get(name) ?? '');
        await settle(page);
        const loaded = await linesOf(page);
        await choose(page, 'en');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await scan(page);
        expect(screenAt(new URL(page.url()).pathname)).toBe(screenOf(place));
        await expectFocusToShow(page);
        await expectToFit(page, [320, ...widths]);
        if (process.env.PICTURES) await takePictures(page, `${role}-${name}`);
        await choose(page, 'es');
        expect.soft(otherLines(loaded, await linesOf(page)), `${name} in Spanish`).toEqual([]);
      });
    await choose(page, 'en');
  });

test('the page of every link', async ({ somebody, staff }) => {
  const links = await linksOfAPlacement(somebody, staff);
  const page = await somebody();
  for (const { purpose, code } of linkPages)
    await test.step(`${purpose}${code ? ', with a code' : ''}`, async () => {
      await requireCodes(staff, code);
      await page.goto(links[purpose]);
      await scanOnPhones(page);
    });
  await page.goto('/link/no-such-link');
  await scanOnPhones(page);
});

async function scanOnPhones(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const width of [320, 390]) {
    await expectToFit(page, [width]);
    await scan(page);
  }
}

/** The lines of one page that the other one does not have. */
function otherLines(one: readonly string[], other: readonly string[]): string[] {
  // The number of rendered rows of a long list may differ between the two.
  const [fewer, more] = one.length < other.length ? [one, other] : [other, one];
  const others = new Set(more);
  return [...new Set(fewer)].filter((line) => !others.has(line));
}

/** Creates another administrator of the demo's school system, and returns their email. */
async function anotherAdmin(platform: APIRequestContext, product: Product): Promise<string> {
  const by = { request: platform };
  const clients = await ask<{ _id: string; full_name: string }[]>(by, '/api/getClients');
  const client = clients.find(({ full_name }) => full_name === 'Chesapeake Bay Public Schools')?._id;
  const email = `${randomUUID()}@round.test`;
  await invite(by, product, '/api/createAdmin', { ...ADMIN, email, client });
  return email;
}

/**
 * Lets this page choose languages without saving them in the account, because other journeys use the only SuperAdmin
 * meanwhile.
 */
async function keepLanguageHere(page: Page): Promise<void> {
  let own = { locale: 'en' };
  await page.route('**/api/saveLocale', async (route) => {
    own = route.request().postDataJSON();
    await route.fulfill({ json: own });
  });
  await page.route('**/api/current-user*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...own } });
  });
}

/** Changes the language, which a member's account saves, and waits until the page shows it. */
async function choose(page: Page, locale: string): Promise<void> {
  const isMember = (await page.context().cookies()).some(({ name }) => name.endsWith('waypost_session'));
  const saved = isMember ? page.waitForResponse('**/api/saveLocale') : null;
  await languageOf(page).selectOption(locale);
  await saved;
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
  await settle(page);
}

const languageOf = (page: Page) => page.getByRole('combobox', { name: 'Language / Idioma' });

/**
 * The page's lines, without the number of unread notifications, which concurrent journeys change. Outside of the root is
 * also what a chart last measured.
 */
const linesOf = async (page: Page) =>
  (await page.locator('#root').innerText())
    .split('\n')
    // A map’s credit, which shows once it is drawn.
    .filter((line) => !['', 'Leaflet'].includes(line.trim()))
    .map((line) => line.replace(/^(Notificaciones), .*/, '$1'));

async function takePictures(page: Page, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
    // As tall as the page, so that the bars are at its top and bottom. Limited, because the first rows of a long list
    // are enough.
    const tall = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height: Math.min(tall, 4000) });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      await settle(page);
      await page.screenshot({
        animations: 'disabled',
        path: join(folder, `${name}-${width}-${colorScheme}.png`),
      });
    }
  }
}
