import { defineConfig, devices } from '@playwright/test';
import { browserPath } from '../web/testing/browser.ts';
import { TIME_ZONE } from './forms.ts';
import type { Worker } from './product.ts';

const { TEST_DATABASE_URL } = process.env;

/** Touches most of the product, so it is what runs on another database, if there is one. */
const STORY = 'story.spec.ts';

export default defineConfig<object, Worker>({
  testDir: '.',
  globalSetup: './shared-product.ts',
  testMatch: '*.spec.ts',
  // Nearly all tests share one product, and each makes its own people in it: a test must depend neither on what another
  // one left, nor on a fresh database. Journeys often wait, so there are more workers than cores.
  workers: 4,
  // A test that passes only on retry is broken.
  retries: 0,
  // Long enough for a busy machine. Assertions fail earlier than this.
  timeout: 900_000,
  expect: { timeout: 30_000 },
  outputDir: 'test-results',
  projects: [
    ...(TEST_DATABASE_URL
      ? [
          {
            name: 'other database',
            testMatch: STORY,
            use: { databaseServer: TEST_DATABASE_URL },
          },
        ]
      : []),
    { name: 'embedded database', testIgnore: TEST_DATABASE_URL ? STORY : [] },
  ],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 900 },
    timezoneId: TIME_ZONE,
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Block service workers, so that journeys see what the server sends. The one that needs a worker allows it.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test would slow all of them down. To see one: `npx playwright test --config e2e --trace on <file>`.
    trace: 'off',
    launchOptions: {
      executablePath: browserPath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Fewer processes that talk to each other.
        '--enable-features=NetworkServiceInProcess2',
        '--in-process-gpu',
        // A page lives for seconds here, so optimizing its code takes more time than it saves. All cores are busy, so
        // collecting garbage on several threads takes longer too.
        '--js-flags=--no-opt --no-maglev --single-threaded-gc --min-semi-space-size=32 --max-semi-space-size=64',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Tests use nothing outside the product. Other sites fail immediately, with or without a network.
        '--no-proxy-server',
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost',
      ],
    },
  },
});
