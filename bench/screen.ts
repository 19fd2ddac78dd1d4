/*
 * Screens of many rows in a browser: User Search of a large school system, and the report on its placements. Their rows
 * must be painted within a second of the arrival of their data. Scrolling with the wheel must reach at least 50 frames in
 * every second, both at the beginning, while parts are still loading, and at the end, when all are loaded. For comparison,
 * scrolls a bare page with as many rows of static text: no page can be faster in this browser.
 */
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { SESSION_COOKIE } from '../server/src/platform/access/cookies.ts';
import type { Size } from './data.ts';
import { type Bench, printHead, printRow } from './product.ts';

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

const screensFor = (size: Size): Record<string, LongScreen> => ({
  users: {
    address: '/admin/user_search?year=All',
    call: '/api/filterUsers',
    rows: size.students,
    counted: 'students',
  },
  report: {
    address: '/admin/internship_status_report?year=All',
    call: '/api/filterInternshipStatus',
    rows: size.projects,
    counted: 'placements',
  },
});

/** Measures the screens whose name starts with `only`. Returns which limits are missed. */
export async function measureScreens(
  { loaded, product: { origin } }: Bench,
  { seconds, only }: { seconds: number; only: string },
): Promise<string[]> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const missed: string[] = [];
  try {
    console.log(`Chromium ${browser.version()}\n`);
    printHead('screen', 'way', 'result');
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    await context.addCookies([{ name: SESSION_COOKIE, value: loaded.tokens.admin, url: origin }]);
    // The transpiler may wrap named functions in a call of this, which does not exist in the page.
    await context.addInitScript('globalThis.__name = (named) => named');
    if ('bare'.startsWith(only)) await scrollBare(context, loaded.size.students, seconds);
    for (const [name, screen] of Object.entries(screensFor(loaded.size)))
      if (name.startsWith(only))
        missed.push(...(await scrollScreen(context, origin + screen.address, name, screen, seconds)));
  } finally {
    await browser.close();
  }
  return missed;
}

async function scrollBare(context: BrowserContext, rows: number, seconds: number): Promise<void> {
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
    { rows, columns: 7 },
  );
  await page.mouse.move(640, 600);
  printRow('bare', 'down from the first row', describe(await scroll(page, NOTCH, seconds)));
  await page.close();
}

async function scrollScreen(
  context: BrowserContext,
  url: string,
  name: string,
  { call, rows, counted }: LongScreen,
  seconds: number,
): Promise<string[]> {
  const missed: string[] = [];
  const page = await context.newPage();
  await page.addInitScript(watchFirstRows, call);
  await page.goto(url);
  await page.getByText(`${rows.toLocaleString('en-US')} ${counted}`).waitFor();
  await page.waitForFunction(() => (window as Watching).paintedAfter !== undefined);
  const painted = (await page.evaluate(() => (window as Watching).paintedAfter)) ?? 0;
  printRow(name, 'first rows painted', `${painted.toFixed(0)} ms after their data`);
  if (painted > PAINTED_WITHIN) missed.push(`${name}: the first rows took ${painted.toFixed(0)} ms`);

  const scrollMeasured = async (way: string, pixels: number) => {
    const scrolled = await scroll(page, pixels, seconds);
    printRow(name, way, describe(scrolled));
    const least = Math.min(...scrolled.frames);
    if (least < FRAMES_AT_LEAST) missed.push(`${name}, ${way}: ${least} frames in a second`);
    if (scrolled.pixels < seconds * 500) missed.push(`${name}, ${way}: it hardly moved`);
  };
  await page.mouse.move(640, 600);
  await scrollMeasured('down from the first row', NOTCH);
  const began = performance.now();
  await scrollToEnd(page, rows);
  printRow(name, 'all rows loaded', `${((performance.now() - began) / 1000).toFixed(1)} s`);
  await scrollMeasured('up from the last row', -NOTCH);
  await scrollMeasured('down again to it', NOTCH);
  printRow(name, 'rows rendered by then', await page.locator('tbody tr[aria-rowindex]').count());
  await page.close();
  return missed;
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

interface Scrolled {
  pixels: number;
  /** The number of frames in each second. */
  frames: number[];
  /** The longest time between two frames, in milliseconds. */
  longest: number;
}

const describe = ({ pixels, frames, longest }: Scrolled) =>
  `frames in each second ${frames.join(' ')}, at most ${longest.toFixed(0)} ms between two, ${pixels.toFixed(0)} pixels`;

/** Scrolls with the wheel for some seconds. */
async function scroll(page: Page, pixels: number, seconds: number): Promise<Scrolled> {
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
  for (let notch = 0; performance.now() - began < seconds * 1000; notch += 1) {
    await page.mouse.wheel(0, pixels);
    await page.waitForTimeout(Math.max(0, began + ((notch + 1) * 1000) / NOTCHES - performance.now()));
  }
  const { drawn, to } = await page.evaluate(() => {
    const drawn = (window as Watching).drawnAt ?? [];
    delete (window as Watching).drawnAt;
    return { drawn, to: window.scrollY };
  });
  const start = drawn[0] ?? 0;
  const inSecond = (second: number) =>
    drawn.filter((at) => Math.floor((at - start) / 1000) === second).length;
  return {
    pixels: Math.abs(to - from),
    frames: Array.from({ length: Math.ceil(seconds) }, (_, second) => inSecond(second)),
    longest: Math.max(...drawn.slice(1).map((at, index) => at - (drawn[index] ?? at))),
  };
}

async function scrollToEnd(page: Page, rows: number): Promise<void> {
  const last = page.locator(`tr[aria-rowindex="${rows + 1}"]`);
  while ((await last.count()) === 0) {
    await page.keyboard.press('End');
    await page.waitForTimeout(50);
  }
}
