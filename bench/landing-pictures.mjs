// Takes the landing page's pictures again, from a running demo: `node bench/landing-pictures.mjs
// http://localhost:3000`. Each shows what a person in the demo sees, at the size of their device, in light and in dark.
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';

const top = resolve(import.meta.dirname, '..');
const sharp = createRequire(join(top, 'server/package.json'))('sharp');
const [origin = 'http://localhost:3000'] = process.argv.slice(2);
const folder = join(top, 'web/public/landing');

const pictures = [
  { name: 'student', path: '/opportunity/browse', width: 390, height: 700 },
  { name: 'business', path: '/interns/viewall', width: 1240, height: 800 },
  { name: 'admin', path: '/admin/dashboard', width: 1240, height: 800 },
];

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' });
const all = pictures.flatMap((one) => ['light', 'dark'].map((colorScheme) => ({ ...one, colorScheme })));
for (const { name, path, width, height, colorScheme } of all) {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: 1.5,
    colorScheme,
  });
  const page = await context.newPage();
  const data = { email: `${name}@demo.waypost.test`, password: 'waypost-demo' };
  await page.request.post(`${origin}/auth/login`, { data });
  await page.goto(origin + path);
  // Not until the network is idle: the bell's stream never ends.
  await page.getByRole('heading', { level: 2 }).or(page.getByRole('article')).first().waitFor();
  await page.getByRole('button', { name: /^Notifications/ }).waitFor();
  // Pictures further down load only when they come near the screen.
  await page.waitForFunction(() =>
    [...document.images].every((one) => one.complete || one.getBoundingClientRect().top > window.innerHeight),
  );
  // The banner says that this computer's copy is not public.
  await page.getByText('Local copy: nothing here is public').evaluate((banner) => {
    banner.style.display = 'none';
  });
  const picture = sharp(await page.screenshot()).resize({ width: name === 'student' ? 585 : 1000 });
  await picture
    .webp({ quality: 60, effort: 6 })
    .toFile(join(folder, `${name}${colorScheme === 'dark' ? '-dark' : ''}.webp`));
  await context.close();
}
await browser.close();
