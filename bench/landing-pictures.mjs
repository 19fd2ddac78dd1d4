// Takes the landing page's pictures again, from a running demo: `node bench/landing-pictures.mjs
// http://localhost:3000`. Each shows the telling part of a screen on a phone, so that its text stays readable in a
// card, in each language, in light and in dark.
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';

const top = resolve(import.meta.dirname, '..');
const sharp = createRequire(join(top, 'server/package.json'))('sharp');
const [origin = 'http://localhost:3000'] = process.argv.slice(2);
const folder = join(top, 'web/public/landing');

/** In CSS pixels. LandingScreen.tsx reserves the same space. */
const viewport = { width: 360, height: 520 };
/** The space above the part. */
const ABOVE = 12;

const pictures = [
  // The first opportunities, with their heading if they are grouped.
  { name: 'student', path: '/opportunity/browse', part: 'main section:has(article), main article' },
  { name: 'business', path: '/interns/viewall', part: 'main article' },
  // The tasks, with their heading.
  { name: 'admin', path: '/admin/dashboard', part: 'main section:has(> section)' },
];

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' });
for (const picture of pictures)
  for (const locale of ['en', 'es'])
    for (const colorScheme of ['light', 'dark']) await take(picture, locale, colorScheme);
await browser.close();

async function take({ name, path, part }, locale, colorScheme) {
  const context = await browser.newContext({
    viewport,
    colorScheme,
    deviceScaleFactor: 1.75,
    locale: `${locale}-US`,
    // It would answer some requests itself.
    serviceWorkers: 'block',
  });
  await context.addCookies([{ name: 'waypost_locale', value: locale, url: origin }]);
  const page = await context.newPage();
  // The language of the account takes precedence. Change it in the reply only, not in the demo.
  await page.route('**/api/current-user*', async (route) => {
    const response = await route.fetch();
    const session = await response.json();
    await route.fulfill({ response, json: 'user' in session ? { ...session, locale } : session });
  });
  const data = { email: `${name}@demo.waypost.test`, password: 'waypost-demo' };
  await page.request.post(`${origin}/auth/login`, { data });
  await page.goto(origin + path);
  const shown = page.locator(part).first();
  await shown.waitFor();
  // Some parts load later, so wait until the height has not changed for a second. The network is never idle, because
  // the bell's stream does not end.
  await page.waitForFunction(() => {
    const height = document.body.scrollHeight;
    if (window.lastHeight?.height !== height) window.lastHeight = { height, at: performance.now() };
    return performance.now() - window.lastHeight.at > 1000;
  });
  await shown.evaluate((element, above) => {
    const main = element.closest('main');
    for (const one of main.parentElement.children) if (one !== main) one.style.display = 'none';
    window.scrollTo(0, window.scrollY + element.getBoundingClientRect().top - above);
  }, ABOVE);
  // Pictures further down load only when they come near the screen.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main img')].every(
      (one) => one.complete || one.getBoundingClientRect().top > window.innerHeight,
    ),
  );
  const file = `${name}${locale === 'en' ? '' : `-${locale}`}${colorScheme === 'dark' ? '-dark' : ''}.webp`;
  await sharp(await page.screenshot())
    .webp({ quality: 60, effort: 6 })
    .toFile(join(folder, file));
  await context.close();
}
