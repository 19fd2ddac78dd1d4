import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { readCatalog } from '../contract/messages/collect.ts';
import { expect, test } from './product.ts';
import { settle } from './screens.ts';
import { addressOf, stops } from './stops.ts';
import { collectTexts } from './walk/in-page.ts';

// `npm run campaign -- walk-locale`: every screen in a pseudo-locale and in Spanish, on a phone and on a desktop. No English is
// left, not even in the demo's texts that have a translation. Nothing is cut off, overlaps, or scrolls sideways. With
// PICTURES=1, also saves screenshots to pictures/. Runs only with WALK set, on a product that was built for that
// language.

const walk = process.env.WALK;
const isPseudo = walk === 'pseudo';
const folder = join(import.meta.dirname, '..', 'pictures');

/** The English texts whose translation differs from them. */
const translated = new Set(
  Object.entries(readCatalog('es'))
    .filter(([message, { translation }]) => translation !== message)
    .map(([message]) => message),
);

test.describe.configure({ mode: 'parallel' });

if (walk)
  for (const [whose, places] of Object.entries(stops))
    test(`every screen in ${walk}: ${whose}`, async ({ somebody, product }) => {
      const [role] = whose.split(',');
      const page = await somebody({ locale: 'es-US' });
      const data = await dataOf(page, product.origin);
      await page.context().addCookies([{ name: 'waypost_locale', value: 'es', url: product.origin }]);
      const reader = { locale: 'es' };
      if (role !== 'visitor') await signInAs(page, `${role}@demo.waypost.test`, reader);
      for (const [name, place] of Object.entries(places))
        await test.step(name, async () => {
          await page.setViewportSize({ width: 1440, height: 900 });
          // The links to follow are found by their English names.
          reader.locale = 'en';
          const address = await addressOf(page, place);
          reader.locale = 'es';
          await page.goto(address);
          for (const width of [1440, 320]) {
            await page.setViewportSize({ width, height: 900 });
            await waitForPage(page);
            const shown = await page.evaluate(collectTexts);
            const faults = [
              ...shown.faults,
              ...shown.texts.filter((text) => hasEnglish(text, data)).map((text) => `in English: ${text}`),
              ...shown.texts
                .filter((text) => !isEditing(page) && hasOriginal(text))
                .map((text) => `not in its own Spanish: ${text}`),
            ];
            expect.soft([...new Set(faults)], `${name} at ${width} pixels`).toEqual([]);
            if (process.env.PICTURES) await takePicture(page, `${walk}-${role}-${name}-${width}`);
          }
        });
    });

/** Logs in as a user with the language of `reader`, which only changes the replies in this browser. */
async function signInAs(page: Page, email: string, reader: { locale: string }): Promise<void> {
  await page.route('**/api/current-user*', async (route) => {
    const response = await route.fetch();
    const session = await response.json();
    await route.fulfill({ response, json: 'user' in session ? { ...session, ...reader } : session });
  });
  await page.goto('/login');
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill('waypost-demo');
  await page.locator('form button[type=submit]').click();
  await page.waitForURL((url) => !['/login', '/default'].includes(url.pathname));
}

async function waitForPage(page: Page): Promise<void> {
  await expect(page.locator('#root > [aria-busy]')).toHaveCount(0);
  await settle(page);
  await settle(page);
}

/** The texts in the server's replies, such as names and questions, which are not translated. */
async function dataOf(page: Page, origin: string): Promise<Set<string>> {
  const data = new Set<string>();
  page.on('response', async (response) => {
    const { pathname, origin: from } = new URL(response.url());
    if (from !== origin || !/^\/(api|auth)\//.test(pathname)) return;
    const reply: unknown = await response.json().catch(() => null);
    addTexts(reply, data);
  });
  return data;
}

/** A school system's own texts that have a translation. */
const originals = new Set<string>();

function addTexts(value: unknown, to: Set<string>): void {
  if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) {
      addTexts(one, to);
      if ((value as Record<string, unknown>)[`${key}_es`]) originals.add(plain(String(one)));
    }
  // The app must translate values from its own catalog, so they do not count as data.
  if (typeof value === 'string' && value.trim().length > 1 && !translated.has(value)) to.add(plain(value));
}

const plain = (text: string) =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Months, days, units and names that are the same in every language. */
const SAME = new Set([
  ...Array.from({ length: 12 }, (_, month) =>
    ['short', 'long'].map((style) => named({ month: style }, month)),
  ).flat(),
  ...Array.from({ length: 7 }, (_, day) =>
    ['short', 'long'].map((style) => named({ weekday: style }, 0, day + 1)),
  ).flat(),
  'Waypost',
  'English',
  'Español',
  'Idioma',
  'Language',
  'CSV',
  'PDF',
  'JPEG',
  'PNG',
  'DOC',
  'DOCX',
  'ODT',
  'MSDE',
  'OpenStreetMap',
  'Facebook',
  'Instagram',
  'Twitter',
  'Snapchat',
  'Leaflet',
  'MM',
  'DD',
  'YYYY',
  'ZIP',
  'de',
  'KB',
  'MB',
  'kB',
  'Ctrl',
  'Esc',
]);

function named(style: object, month: number, day = 1): string {
  return new Date(Date.UTC(2024, month, day)).toLocaleDateString('es', { ...style, timeZone: 'UTC' });
}

function hasEnglish(text: string, data: ReadonlySet<string>): boolean {
  const words = plain(text);
  if (!isPseudo) return translated.has(words);
  // A line may be part of a longer text, or contain several texts. Remove the longest first, because names may contain
  // other names.
  const known = [...data].sort((one, other) => other.length - one.length);
  if (!translated.has(words) && known.some((one) => one.includes(words))) return false;
  let left = words;
  for (const one of known) if (one.length > 2 && left.includes(one)) left = left.replaceAll(one, ' ');
  // In the pseudo-locale, everything from the catalog has accents.
  return (left.match(/(?<![\p{L}⟦'’@./#])[A-Za-z]{3,}(?![\p{L}@])/gu) ?? []).some(
    (word) => !SAME.has(word) && !data.has(word),
  );
}

/** Whether the screen edits translations, and so shows the originals too. */
const isEditing = (page: Page) =>
  /^\/(admin|waypost)\/(focusAreas|programs|\w+Questions|resources)/.test(new URL(page.url()).pathname);

/** Whether one of the school system's own texts is shown in the original, alone or in a list. */
const hasOriginal = (text: string) =>
  [plain(text), ...plain(text).split(/, | · /)].some((part) => originals.has(part));

async function takePicture(page: Page, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const tall = await page.evaluate(() => document.documentElement.scrollHeight);
  const size = page.viewportSize();
  await page.setViewportSize({ width: size?.width ?? 320, height: Math.min(tall, 4000) });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
