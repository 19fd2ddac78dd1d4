/*
 * A screen of 20,000 rows in a browser: User Search of a large school system. From the arrival of its data until
 * its rows are painted, a second at most; scrolled with the wheel, at least 50 frames in every second, at its
 * beginning, where parts are still read, and at its end, where all of them are there. Exits 1 where one is missed.
 *
 *   node scripts/prepare.mjs && npx tsx bench/screen.ts [seconds of scrolling, 8]
 */
import { type Browser, chromium, type Page } from '@playwright/test';
import { SESSION_COOKIE } from '../server/src/access/pipeline.ts';
import { SIZE } from './data.ts';
import { machine, type Product, size, startBenchDatabase, startProduct } from './product.ts';

const SECONDS = Number(process.argv[2] ?? 8);
const PAINTED_WITHIN = 1000;
const FRAMES_AT_LEAST = 50;
/** Pixels of one notch of a wheel, and how many notches somebody in a hurry turns in a second. */
const NOTCH = 120;
const NOTCHES = 15;

const missed: string[] = [];
const insist = (kept: boolean, sentence: string) => {
  if (!kept) missed.push(sentence);
};

const database = await startBenchDatabase('waypost-bench');
let product: Product | undefined;
let browser: Browser | undefined;
try {
  product = await startProduct(database);
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  console.log(`${machine}, Chromium ${browser.version()}; ${size}\n`);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addCookies([
    { name: SESSION_COOKIE, value: database.loaded.tokens.admin, url: product.origin },
  ]);
  await open(await context.newPage(), `${product.origin}/admin/user_search?year=All`);
} finally {
  await browser?.close();
  await product?.stop();
  await database.stop();
}
for (const sentence of missed) console.error(sentence);
if (missed.length > 0) process.exitCode = 1;

async function open(page: Page, address: string): Promise<void> {
  // What carries a function into the page may wrap the names in it with this.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.addInitScript(watchFirstRows);
  await page.goto(address);
  await page.getByText(`${SIZE.students.toLocaleString('en-US')} students`).waitFor();
  const painted = await page.evaluate(() => (window as Watching).paintedAfter);
  if (!painted) throw new Error('no row was painted');
  console.log(`first rows painted ${painted.toFixed(0)} ms after their data had come`);
  insist(painted <= PAINTED_WITHIN, `the first rows were painted after ${painted.toFixed(0)} ms`);

  await page.mouse.move(640, 600);
  await scroll(page, 'down from the first row', NOTCH);
  const began = performance.now();
  await toTheEnd(page);
  console.log(
    `all ${SIZE.students} rows read on the way to the end: ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  await scroll(page, 'up from the last row', -NOTCH);
  await scroll(page, 'down again to it', NOTCH);
  const drawn = await page.locator('tbody tr[aria-rowindex]').count();
  console.log(`${drawn} rows are drawn by then`);
}

interface Watching extends Window {
  paintedAfter?: number;
  drawnAt?: number[];
}

/** Runs in the page before anything else: takes the time from the first list's last byte to the frame behind its rows. */
function watchFirstRows() {
  new MutationObserver((_, watcher) => {
    if (!document.querySelector('tbody tr')) return;
    watcher.disconnect();
    // The second callback runs once the frame with the rows has been handed over.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const list = performance
          .getEntriesByType('resource')
          .find(({ name }) => name.endsWith('/api/filterUsers')) as PerformanceResourceTiming | undefined;
        (window as Watching).paintedAfter = performance.now() - (list?.responseEnd ?? 0);
      }),
    );
  }).observe(document, { childList: true, subtree: true });
}

/** Turns the wheel for some seconds, and counts the frames that the page came to draw in each of them. */
async function scroll(page: Page, way: string, pixels: number): Promise<void> {
  await page.evaluate(() => {
    const frames: number[] = [];
    (window as Watching).drawnAt = frames;
    const tick = (now: number) => {
      frames.push(now);
      if ((window as Watching).drawnAt === frames) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  const from = await page.evaluate(() => window.scrollY);
  const began = performance.now();
  for (let notch = 0; performance.now() - began < SECONDS * 1000; notch += 1) {
    await page.mouse.wheel(0, pixels);
    await page.waitForTimeout(Math.max(0, began + ((notch + 1) * 1000) / NOTCHES - performance.now()));
  }
  const { frames, to } = await page.evaluate(() => {
    const seen = (window as Watching).drawnAt ?? [];
    delete (window as Watching).drawnAt;
    return { frames: seen, to: window.scrollY };
  });
  const start = frames[0] ?? 0;
  const inEach = Array.from(
    { length: SECONDS },
    (_, second) => frames.filter((at) => Math.floor((at - start) / 1000) === second).length,
  );
  const longest = Math.max(...frames.slice(1).map((at, index) => at - (frames[index] ?? at)));
  const least = Math.min(...inEach);
  console.log(
    `${way}: ${Math.abs(to - from).toFixed(0)} pixels in ${SECONDS} s, frames in each second ${inEach.join(' ')}, ${longest.toFixed(0)} ms between two at most`,
  );
  insist(least >= FRAMES_AT_LEAST, `${way}: ${least} frames in a second`);
  insist(Math.abs(to - from) > SECONDS * 500, `${way}: it hardly moved`);
}

async function toTheEnd(page: Page): Promise<void> {
  const last = page.locator(`tr[aria-rowindex="${SIZE.students + 1}"]`);
  while ((await last.count()) === 0) {
    await page.keyboard.press('End');
    await page.waitForTimeout(50);
  }
}
