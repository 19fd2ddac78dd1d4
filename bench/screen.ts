/*
 * Screens of many rows in a browser: User Search of a large school system, and the report on its placements.
 * Their rows must be painted within a second of the arrival of their data. Scrolling with the wheel must
 * reach at least 50 frames in every second, both at the beginning, while parts are still loading, and at the
 * end, when all are loaded. For comparison, scrolls a bare page with as many rows of static text: no page can
 * be faster in this browser. Exits 1 if a limit is missed.
 *
 *   node scripts/prepare.mjs && npx tsx bench/screen.ts [seconds of scrolling, 8] [bare | users | report]
 */
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { SESSION_COOKIE } from '../server/src/platform/access/pipeline.ts';
import { SIZE } from './data.ts';
import { machine, type Product, size, startBenchDatabase, startProduct } from './product.ts';

const SECONDS = Number(process.argv[2] ?? 8);
const ALONE = process.argv[3];
const PAINTED_WITHIN = 1000;
const FRAMES_AT_LEAST = 50;
/** Pixels per notch of a wheel, and how many notches a person in a hurry turns per second. */
const NOTCH = 120;
const NOTCHES = 15;

interface LongScreen {
  address: string;
  /** The call that loads its list. */
  call: string;
  rows: number;
  /** What the line above the list counts, as it names it. */
  counted: string;
}

const screens: Record<string, LongScreen> = {
  users: {
    address: '/admin/user_search?year=All',
    call: '/api/filterUsers',
    rows: SIZE.students,
    counted: 'students',
  },
  report: {
    address: '/admin/internship_status_report?year=All',
    call: '/api/filterInternshipStatus',
    rows: SIZE.projects,
    counted: 'placements',
  },
};

const missed: string[] = [];
const expectThat = (kept: boolean, sentence: string) => {
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
  // The transpiler may wrap named functions in a call of this, which does not exist in the page.
  await context.addInitScript('globalThis.__name = (named) => named');
  if (!ALONE || ALONE === 'bare') await scrollBare(context);
  for (const [name, screen] of Object.entries(screens))
    if (!ALONE || ALONE === name) await scrollScreen(context, product.origin, name, screen);
} finally {
  await browser?.close();
  await product?.stop();
  await database.stop();
}
for (const sentence of missed) console.error(sentence);
if (missed.length > 0) process.exitCode = 1;

async function scrollBare(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.evaluate(
    ({ rows, columns }) => {
      const table = document.createElement('table');
      table.style.cssText = 'width: 100%; table-layout: fixed';
      for (let row = 0; row < rows; row += 1) {
        const line = table.insertRow();
        line.style.height = '64px';
        for (let column = 0; column < columns; column += 1) line.insertCell().textContent = `Text ${row}`;
      }
      document.body.append(table);
    },
    { rows: SIZE.students, columns: 7 },
  );
  await page.mouse.move(640, 600);
  await scroll(page, 'bare rows, down from the first', NOTCH);
  await page.close();
}

async function scrollScreen(
  context: BrowserContext,
  origin: string,
  name: string,
  { address, call, rows, counted }: LongScreen,
): Promise<void> {
  const page = await context.newPage();
  await page.addInitScript(watchFirstRows, call);
  await page.goto(`${origin}${address}`);
  await page.getByText(`${rows.toLocaleString('en-US')} ${counted}`).waitFor();
  await page.waitForFunction(() => (window as Watching).paintedAfter !== undefined);
  const painted = (await page.evaluate(() => (window as Watching).paintedAfter)) ?? 0;
  console.log(`${name}: first rows painted ${painted.toFixed(0)} ms after their data had come`);
  expectThat(
    painted <= PAINTED_WITHIN,
    `${name}: the first rows were painted after ${painted.toFixed(0)} ms`,
  );

  await page.mouse.move(640, 600);
  const down = await scroll(page, `${name}, down from the first row`, NOTCH);
  expectThat(down >= FRAMES_AT_LEAST, `${name}, down from the first row: ${down} frames in a second`);
  const began = performance.now();
  await scrollToEnd(page, rows);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${name}: all ${rows} rows read on the way to the end: ${seconds} s`);
  for (const [way, pixels] of [
    ['up from the last row', -NOTCH],
    ['down again to it', NOTCH],
  ] as const) {
    const least = await scroll(page, `${name}, ${way}`, pixels);
    expectThat(least >= FRAMES_AT_LEAST, `${name}, ${way}: ${least} frames in a second`);
  }
  console.log(`${name}: ${await page.locator('tbody tr[aria-rowindex]').count()} rows are drawn by then`);
  await page.close();
}

interface Watching extends Window {
  paintedAfter?: number;
  drawnAt?: number[];
}

/**
 * Runs in the page before anything else: measures the time from the last byte of the first list to the frame
 * with its rows.
 */
function watchFirstRows(call: string) {
  new MutationObserver((_, watcher) => {
    if (!document.querySelector('tbody tr')) return;
    watcher.disconnect();
    // The second callback runs after the frame with the rows has been painted.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const list = performance.getEntriesByType('resource').find(({ name }) => name.includes(call)) as
          | PerformanceResourceTiming
          | undefined;
        (window as Watching).paintedAfter = performance.now() - (list?.responseEnd ?? 0);
      }),
    );
  }).observe(document, { childList: true, subtree: true });
}

/** Scrolls with the wheel for some seconds. Returns the number of frames in the slowest second. */
async function scroll(page: Page, way: string, pixels: number): Promise<number> {
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
  expectThat(Math.abs(to - from) > SECONDS * 500, `${way}: it hardly moved`);
  return least;
}

async function scrollToEnd(page: Page, rows: number): Promise<void> {
  const last = page.locator(`tr[aria-rowindex="${rows + 1}"]`);
  while ((await last.count()) === 0) {
    await page.keyboard.press('End');
    await page.waitForTimeout(50);
  }
}
