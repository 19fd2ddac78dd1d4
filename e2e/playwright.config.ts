import { defineConfig, devices } from '@playwright/test';
import { TIME_ZONE } from './forms.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // Each worker starts a product of its own, and its files share that: no journey may count on what another left,
  // nor on nobody having been there.
  workers: 2,
  // A test that passes at the second try is broken.
  retries: 0,
  // Long enough for a busy machine: what fails, fails by what it shows.
  timeout: 900_000,
  expect: { timeout: 30_000 },
  outputDir: 'test-results',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 900 },
    timezoneId: TIME_ZONE,
    actionTimeout: 60_000,
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Nothing outside of the product is part of a journey: other sites fail at once, with or without a network.
        '--no-proxy-server',
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost',
      ],
    },
  },
});
