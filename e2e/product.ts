import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { logIn, makeSchoolSystem } from './school-system.ts';
import { followRequests } from './screens.ts';
import { createDatabase, newDataDir, type Product, ready, startServer, stopServer } from './server.ts';
import { sharedProduct } from './shared-product.ts';

export interface Worker {
  /** The environment variables of a product of the file's own: `test.use({ settings: … })`. By default, it shares one. */
  settings: Record<string, string> | null;
  /** The URL of the server on which the product has a database of its own; the embedded one by default. */
  databaseServer: string | null;
  product: Product;
  /** Sends calls as the demo's SuperAdmin. */
  platform: APIRequestContext;
}

interface Test {
  /** Opens a page in a separate browser context for a person who is not logged in. */
  somebody: (options?: Parameters<Browser['newContext']>[0]) => Promise<Page>;
  /** Sends calls as the administrator of a school system that only this test has. */
  staff: APIRequestContext;
  /** Opens a page of that administrator. */
  office: (options?: Parameters<Browser['newContext']>[0]) => Promise<Page>;
}

export const DEMO_PASSWORD = 'waypost-demo';

export const test = base.extend<Test, Worker>({
  settings: [null, { scope: 'worker', option: true }],
  databaseServer: [null, { scope: 'worker', option: true }],
  product: [
    async ({ settings, databaseServer }, use) => {
      if (settings === null && databaseServer === null) {
        const { isRunning, ...product } = sharedProduct();
        await ready(product.origin, isRunning);
        await use(product);
        return;
      }
      const dataDir = await newDataDir();
      const database = databaseServer === null ? null : await createDatabase(databaseServer);
      const { origin, child } = await startServer(dataDir, { ...settings, ...database?.settings });
      await ready(origin, () => child.exitCode === null);
      await use({ origin, dataDir });
      await stopServer(child, dataDir);
      await database?.drop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  platform: [
    async ({ playwright, product }, use) => {
      const platform = await playwright.request.newContext({ baseURL: product.origin });
      await logIn(platform, 'superadmin@demo.waypost.test', DEMO_PASSWORD);
      await use(platform);
      await platform.dispose();
    },
    { scope: 'worker' },
  ],
  somebody: async ({ browser, product }, use) => {
    const opened: { close(): Promise<void> }[] = [];
    const violations: string[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL: product.origin, ...options });
      opened.push(context);
      await reportViolations(context, violations);
      context.on('page', followRequests);
      return context.newPage();
    });
    for (const context of opened) await context.close();
    expect(violations, 'refused by the content security policy').toEqual([]);
  },
  staff: async ({ playwright, product, platform }, use) => {
    const staff = await playwright.request.newContext({ baseURL: product.origin });
    await makeSchoolSystem(platform, staff, product);
    await use(staff);
    await staff.dispose();
  },
  office: async ({ somebody, staff }, use) => {
    await use(async (options = {}) => somebody({ ...options, storageState: await staff.storageState() }));
  },
});

export { expect };

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

/** Logs in on the login page, and waits for the next page. */
export async function signIn(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => !['/login', '/default'].includes(url.pathname));
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
