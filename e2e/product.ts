import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test';

/**
 * The built product as `npm start` runs it, with a data folder of its own and the demo filled in. All files of the
 * same settings share one, so that each leaves the demo's people as it found them, or counts on nothing of theirs.
 */
export interface Product {
  origin: string;
  dataDir: string;
  /** Sets the server's clock so many minutes ahead of the system's; 0 sets it right again. */
  setClockAhead: (minutes: number) => Promise<void>;
}

interface Worker {
  /** What a file's product is set up with besides, as an operator would: `test.use({ settings: … })`. */
  settings: Record<string, string>;
  product: Product;
}

interface Test {
  /** Opens a browser of its own for somebody who is not signed in. */
  somebody: (options?: Parameters<Browser['newContext']>[0]) => Promise<Page>;
  /** The demo's administrator, by calls alone: for what a journey needs of them and is not about. */
  staff: APIRequestContext;
}

export const DEMO_PASSWORD = 'waypost-demo';
const server = join(import.meta.dirname, '..', 'server', 'dist', 'main.js');
const movableClock = pathToFileURL(join(import.meta.dirname, 'movable-clock.mjs')).href;

export const test = base.extend<Test, Worker>({
  settings: [{}, { scope: 'worker', option: true }],
  product: [
    async ({ settings }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'waypost-e2e-'));
      const port = await freePort();
      const origin = `http://localhost:${port}`;
      const child = spawn(process.execPath, ['--import', movableClock, server], {
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
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      await ready(origin, child);
      const setClockAhead = async (minutes: number) => {
        const moved = once(child, 'message');
        child.send(minutes * 60_000);
        await moved;
      };
      await use({ origin, dataDir, setClockAhead });
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
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
      await tellOfViolations(context, violations);
      return context.newPage();
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

/** Collects what the content security policy refuses of any page, whoever is on it. */
async function tellOfViolations(context: BrowserContext, violations: string[]): Promise<void> {
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

/** Signs in on the sign-in page, as a person does, and waits until the product has led on. */
export async function signIn(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => !['/login', '/default'].includes(url.pathname));
}

const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * A stop of the journey: the screen has its heading, nothing scrolls sideways, and axe finds nothing. The round of
 * all screens asks for both schemes; a journey that comes by them again looks at one.
 */
export async function atStop(
  page: Page,
  heading: string | RegExp,
  schemes: readonly ('light' | 'dark')[] = ['light'],
): Promise<void> {
  // Not the page that the application takes the place of.
  await expect(page.locator('#root > [aria-busy]')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  // A status has no name of its own: it is what it says.
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0);
  await setSticking(page, false);
  for (const [index, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme });
    await atRest(page);
    // No frame of another site is in a page, so no second page is needed to put partial results together.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    // A second scheme differs in its colors alone.
    if (index > 0) axe.withRules(COLOR_RULES);
    else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
    const { violations } = await axe.analyze();
    const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
    expect(told, `${page.url()} in ${colorScheme}`).toEqual([]);
  }
  await setSticking(page, true);
}

/**
 * The header, and a form's bar at the foot, cover whatever happens to be scrolled behind them, and half a button
 * measures too small. People scroll on: for the scan these bars stand where the page has them.
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
      // Still what its own parts are placed by.
      bar.style.setProperty('position', 'relative');
      bar.style.setProperty('inset', 'auto');
      bar.setAttribute(attribute, '');
    }
  }, sticks);
}

/** Until nothing moves or fades any more: half a colour is neither seen nor measured as it will be. */
export async function atRest(page: Page): Promise<void> {
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

/** The text of the newest mail to this address about `subject`, from the outbox that takes the place of a mail server. */
export async function newestMail(product: Product, to: string, subject = ''): Promise<string> {
  const outbox = join(product.dataDir, 'outbox');
  let found: string | undefined;
  await expect
    .poll(async () => {
      const names = (await readdir(outbox).catch(() => [])).sort().reverse();
      for (const name of names) {
        const mail = await readFile(join(outbox, name), 'utf8');
        // A long header goes on in the next line, and so does a long line of the text.
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

async function ready(origin: string, child: ChildProcess): Promise<void> {
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
