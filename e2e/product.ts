import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type Request,
} from '@playwright/test';
import type axe from 'axe-core';
import type { RunOnly } from 'axe-core';
import pg from 'pg';

/**
 * The built product as `npm start` runs it, with a separate data folder and the demo. In each worker, all files with
 * the same settings share one, so each must leave the demo's people unchanged, or not depend on them.
 */
export interface Product {
  origin: string;
  dataDir: string;
  /** Sets the server's clock this many minutes ahead of the system's; 0 resets it. */
  setClockAhead: (minutes: number) => Promise<void>;
}

export interface Worker {
  /** Extra environment variables for a file's product: `test.use({ settings: … })`. */
  settings: Record<string, string>;
  /** The URL of the server on which the product has a database of its own; the embedded one by default. */
  databaseServer: string | null;
  product: Product;
}

interface Test {
  /** Opens a page in a separate browser context for a person who is not logged in. */
  somebody: (options?: Parameters<Browser['newContext']>[0]) => Promise<Page>;
  /** Sends calls as the demo's administrator, for a test's setup. */
  staff: APIRequestContext;
}

export const DEMO_PASSWORD = 'waypost-demo';
const main = join(import.meta.dirname, '..', 'server', 'dist', 'main.js');
const movableClock = pathToFileURL(join(import.meta.dirname, 'movable-clock.mjs')).href;

export const test = base.extend<Test, Worker>({
  settings: [{}, { scope: 'worker', option: true }],
  databaseServer: [null, { scope: 'worker', option: true }],
  product: [
    async ({ settings, databaseServer }, use) => {
      const dataDir = await newDataDir();
      const database = databaseServer === null ? null : await createDatabase(databaseServer);
      const { origin, child } = await startServer(dataDir, { ...settings, ...database?.settings });
      await ready(origin, child);
      const setClockAhead = async (minutes: number) => {
        const moved = once(child, 'message');
        child.send(minutes * 60_000);
        await moved;
      };
      await use({ origin, dataDir, setClockAhead });
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  somebody: async ({ browser, product }, use) => {
    const opened: { close(): Promise<void> }[] = [];
    const violations: string[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL: product.origin, ...options });
      opened.push(context);
      await reportViolations(context, violations);
      const page = await context.newPage();
      followRequests(page);
      return page;
    });
    for (const context of opened) await context.close();
    expect(violations, 'refused by the content security policy').toEqual([]);
  },
  staff: async ({ playwright, product }, use) => {
    const staff = await playwright.request.newContext({ baseURL: product.origin });
    const data = { email: 'admin@demo.waypost.test', password: DEMO_PASSWORD };
    expect(await (await staff.post('/auth/login', { data })).json()).toMatchObject({ message: 'success' });
    await use(staff);
    await staff.dispose();
  },
});

export { expect };

/** A new, empty data folder. */
export async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-e2e-'));
  // As root, the database runs under another account. In a folder that it cannot enter, it would be put elsewhere.
  await chmod(folder, 0o755);
  return folder;
}

/** Creates an empty database on a server, whose role must be allowed to. */
async function createDatabase(server: string) {
  const name = `waypost_journey_${process.pid}`;
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await run(`create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return { settings: { DATABASE_URL: url.href }, drop: () => run(`drop database ${name}`) };
}

/** Starts the built server with the demo, unless `settings` say otherwise. Does not wait until it is ready. */
export async function startServer(
  dataDir: string,
  settings: Record<string, string>,
  stderr: 'inherit' | 'pipe' = 'inherit',
): Promise<{ origin: string; child: ChildProcess }> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const child = spawn(process.execPath, ['--import', movableClock, main], {
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: origin,
      DATA_DIR: dataDir,
      DEMO: 'on',
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      MAP_TILES_URL: `${origin}/no-tiles/{z}/{x}/{y}.png`,
      GEOCODER_URL: 'off',
      ...settings,
    },
    stdio: ['ignore', 'inherit', stderr, 'ipc'],
  });
  return { origin, child };
}

/** Collects content security policy violations on any page of this context. */
async function reportViolations(context: BrowserContext, violations: string[]): Promise<void> {
  await context.exposeBinding('tellOfViolation', (_, what: string) => {
    violations.push(what);
  });
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      (window as unknown as { tellOfViolation: (what: string) => void }).tellOfViolation(
        [event.documentURI, event.effectiveDirective, event.blockedURI, event.sourceFile, event.sample].join(
          ' ',
        ),
      ),
    ),
  );
}

interface Requests {
  pending: Set<Request>;
  /** When the last one began or ended. */
  changedAt: number;
}

const requestsOf = new WeakMap<Page, Requests>();

function followRequests(page: Page): void {
  const requests: Requests = { pending: new Set(), changedAt: Date.now() };
  requestsOf.set(page, requests);
  const follow = (change: (request: Request) => void) => (request: Request) => {
    if (request.resourceType() === 'eventsource') return;
    change(request);
    requests.changedAt = Date.now();
  };
  const end = follow((request) => requests.pending.delete(request));
  page.on(
    'request',
    follow((request) => requests.pending.add(request)),
  );
  page.on('requestfinished', end);
  page.on('requestfailed', end);
}

/**
 * Resolves once the page of `somebody` has had no pending request for a second: a busy page may take longer than half of
 * one to send the next. Unlike Playwright's `networkidle`, it ignores the bell's stream, which never ends.
 */
export async function networkIdle(page: Page): Promise<void> {
  const began = Date.now();
  const requests = requestsOf.get(page);
  if (!requests) throw new Error('the page was not opened by somebody');
  const idleFor = () => (requests.pending.size > 0 ? 0 : Date.now() - Math.max(began, requests.changedAt));
  // A loop, because each attempt of a polled assertion is a step of the report, which takes much more time.
  while (idleFor() < 1000) {
    if (Date.now() - began > 120_000) throw new Error(`${page.url()} still has pending requests`);
    await setTimeout(50);
  }
}

/** Logs in on the login page, and waits for the next page. */
export async function signIn(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => !['/login', '/default'].includes(url.pathname));
}

// Minified, because every screen parses it.
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const ALL_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
/**
 * The rows of a list or table after its first five, which are built like them: checking all would take most of the time.
 * In the table of a list, each row with its details is a `tbody`.
 */
const LATER_ROWS =
  ':is(ul, ol, tbody, [role=list], [role=listbox]) > :nth-child(n + 6), tbody:nth-of-type(n + 6)';

/**
 * Checks a screen: it has its heading, nothing scrolls sideways, and axe finds no faults. The
 * scan of all screens uses both color schemes; a journey that revisits them uses one.
 */
export async function checkScreen(
  page: Page,
  heading: string | RegExp,
  schemes: readonly ('light' | 'dark')[] = ['light'],
): Promise<void> {
  // Wait until the app has replaced the pre-rendered page, and a search its previous, dimmed rows.
  await expect(page.locator('#root > [aria-busy], main [aria-busy=true]')).toHaveCount(0);
  // Exact, because Application is part of Applications, the heading of the previous screen.
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  // A status has no accessible name, so find it by its text.
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
  await expectToFit(page);
  await setSticking(page, false);
  // A page that the app's router has changed still has it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  for (const [index, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme });
    // The app follows a moment later. Pages without scripts have no such attribute, and follow by themselves.
    const other = colorScheme === 'light' ? 'dark' : 'light';
    await expect(page.locator(`html[data-mantine-color-scheme=${other}]`)).toHaveCount(0);
    await waitForAnimations(page);
    // The second scheme differs only in colors.
    const runOnly: RunOnly =
      index > 0 ? { type: 'rule', values: COLOR_RULES } : { type: 'tag', values: ALL_TAGS };
    expect(await faultsIn(page, runOnly), `${page.url()} in ${colorScheme}`).toEqual([]);
  }
  await setSticking(page, true);
}

/** Checks that the page does not scroll sideways. */
export async function expectToFit(page: Page): Promise<void> {
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect
    .poll(sideways, `${page.url()} scrolls sideways at ${page.viewportSize()?.width} pixels`)
    .toBeLessThanOrEqual(0);
}

/** What axe, once the page has loaded it, finds wrong: each rule with the elements that break it. */
function faultsIn(page: Page, runOnly: RunOnly): Promise<string[]> {
  return page.evaluate(
    async ({ runOnly, exclude }) => {
      const context = { include: [document], exclude: [exclude] };
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(context, {
        runOnly,
        // Also listing what passed would double the time.
        resultTypes: ['violations'],
        selectors: false,
        // Frames only show other sites.
        iframes: false,
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
    },
    { runOnly, exclude: LATER_ROWS },
  );
}

/**
 * Sticky bars cover content that is scrolled behind them, so axe would report a half-covered button as too small.
 * People can scroll, so the scan places these bars in normal flow.
 */
async function setSticking(page: Page, sticks: boolean): Promise<void> {
  await page.evaluate((back) => {
    const attribute = 'data-unstuck';
    if (back) {
      for (const bar of document.querySelectorAll<HTMLElement>(`[${attribute}]`)) {
        bar.style.removeProperty('position');
        bar.style.removeProperty('inset');
        bar.removeAttribute(attribute);
      }
      return;
    }
    for (const bar of document.querySelectorAll<HTMLElement>('body *')) {
      const { position, bottom } = getComputedStyle(bar);
      const isBar = bottom !== 'auto' || !bar.closest('main');
      if (position !== 'sticky' || !isBar) continue;
      // Their own children are still positioned relative to them.
      bar.style.setProperty('position', 'relative');
      bar.style.setProperty('inset', 'auto');
      bar.setAttribute(attribute, '');
    }
  }, sticks);
}

/** Waits for animations to end, because axe would measure a half-faded color. */
export async function waitForAnimations(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          document.getAnimations().filter((each) => {
            const timing = each.effect?.getComputedTiming();
            return each.playState === 'running' && Number.isFinite(timing?.endTime);
          }).length,
      ),
    )
    .toBe(0);
}

/**
 * The text of the newest mail to this address with `subject`, from the outbox that replaces a mail server.
 */
export async function newestMail(product: Product, to: string, subject = ''): Promise<string> {
  const outbox = join(product.dataDir, 'outbox');
  let found: string | undefined;
  await expect
    .poll(async () => {
      const names = (await readdir(outbox).catch(() => [])).sort().reverse();
      for (const name of names) {
        const mail = await readFile(join(outbox, name), 'utf8');
        // Long headers and long lines of text are folded onto the next line.
        const text = mail
          .replace(/=\r?\n/g, '')
          .replace(/\r?\n[ \t]+/g, ' ')
          .replace(/=3D/g, '=');
        if (text.includes(`To: ${to}`) && text.includes(`Subject: ${subject}`)) {
          found = text;
          return true;
        }
      }
      return false;
    })
    .toBe(true);
  return found ?? '';
}

/** Resolves once the server accepts requests. */
export async function ready(origin: string, child: ChildProcess): Promise<void> {
  await expect
    .poll(
      async () => {
        if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}`);
        return fetch(`${origin}/readyz`).then(
          (reply) => reply.status,
          () => 0,
        );
      },
      { timeout: 280_000 },
    )
    .toBe(200);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

/** Keeps a module that is loaded on demand from this page, until the returned function is called. */
export async function hold(page: Page, module: string): Promise<() => void> {
  const manifest = join(import.meta.dirname, '..', 'web', 'dist', '.vite', 'manifest.json');
  const files = JSON.parse(await readFile(manifest, 'utf8')) as Record<string, { file: string }>;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/${files[module]?.file}`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
