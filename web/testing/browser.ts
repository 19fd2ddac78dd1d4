import { existsSync } from 'node:fs';

/** The browser of the screen tests and journeys: the one in `CHROMIUM`, or Debian's. */
export const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';

/** A test runner's global setup: without a browser, says how to get one. */
export default function requireBrowser(): void {
  if (!existsSync(browserPath))
    throw new Error(
      `There is no browser at ${browserPath}: install Debian's package chromium-headless-shell, or set CHROMIUM to the path of a Chromium.`,
    );
}
