import { expect, type Page, type Request } from '@playwright/test';

interface Requests {
  pending: Set<Request>;
  /** How many have begun. */
  begun: number;
  /** Called when the last pending one ends. */
  onNone: () => void;
}

const requestsOf = new WeakMap<Page, Requests>();

/** Follows the requests of a page, except for the bell's stream, which never ends. */
export function followRequests(page: Page): void {
  const requests: Requests = { pending: new Set(), begun: 0, onNone: () => undefined };
  requestsOf.set(page, requests);
  page.on('request', (request) => {
    if (request.resourceType() === 'eventsource') return;
    requests.pending.add(request);
    requests.begun += 1;
  });
  const end = (request: Request) => {
    if (requests.pending.delete(request) && requests.pending.size === 0) requests.onNone();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
}

/** Waits until the page shows a screen with this heading, instead of the static page, and nothing in it is loading. */
export async function expectScreen(page: Page, heading: string | RegExp): Promise<void> {
  const wanted = typeof heading === 'string' ? { text: heading } : { pattern: heading.source };
  try {
    await page.waitForFunction(isShown, wanted, { polling: 50, timeout: 30_000 });
  } catch (error) {
    const shown = await page.evaluate(() => [location.href, document.querySelector('main')?.innerText]);
    throw new Error(`no screen with the heading ${heading}, but ${shown.join(': ')}`, { cause: error });
  }
}

/** Runs in the page. Exact, because Application is part of Applications, the heading of the previous screen. */
function isShown({ text, pattern }: { text?: string; pattern?: string }): boolean {
  if (document.querySelector('#root > [aria-busy], main [aria-busy=true]')) return false;
  const isLoading = (status: HTMLElement) => /^(Loading|Cargando)$/.test(status.innerText.trim());
  if ([...document.querySelectorAll<HTMLElement>('[role=status]')].some(isLoading)) return false;
  return [...document.querySelectorAll('h1')].some((one) => {
    const name = (one.textContent ?? '').replace(/\s+/g, ' ').trim();
    return one.checkVisibility() && (pattern ? new RegExp(pattern).test(name) : name === text);
  });
}

/**
 * Waits until the page has settled: no request of it is pending, it shows that nothing is loading, nothing moves, and it
 * has done all its work since the last reply, so that it will send no other request.
 */
export async function settle(page: Page): Promise<void> {
  const requests = requestsOf.get(page);
  if (!requests) throw new Error('the page was not opened by somebody');
  const deadline = Date.now() + 60_000;
  for (;;) {
    await noneIsPending(requests);
    const { begun } = requests;
    const busy = await page.evaluate(finishWork);
    if (!busy && requests.begun === begun && requests.pending.size === 0) return;
    if (Date.now() > deadline) throw new Error(`${page.url()} is still busy: ${busy ?? 'requests'}`);
  }
}

function noneIsPending(requests: Requests): Promise<void> | undefined {
  if (requests.pending.size === 0) return;
  return new Promise((resolve, reject) => {
    const addresses = () => [...requests.pending].map((request) => request.url()).join(' ');
    const late = setTimeout(() => reject(new Error(`no reply to ${addresses()}`)), 60_000);
    requests.onNone = () => {
      clearTimeout(late);
      resolve();
    };
  });
}

/**
 * Runs in the page: lets it draw two frames, and after each do all its other work. Then returns what it is busy with, or
 * null.
 */
async function finishWork(): Promise<string | null> {
  const { scheduler } = window as unknown as {
    scheduler: { postTask: (work: () => void, options: { priority: 'background' }) => Promise<void> };
  };
  for (let frame = 0; frame < 2; frame += 1) {
    await new Promise(requestAnimationFrame);
    await scheduler.postTask(() => undefined, { priority: 'background' });
  }
  if (document.querySelector('#root > [aria-busy], main [aria-busy=true]')) return 'the screen';
  const statuses = [...document.querySelectorAll<HTMLElement>('[role=status]')];
  if (statuses.some(({ innerText }) => /^(Loading|Cargando)$/.test(innerText.trim()))) return 'loading';
  const moving = document.getAnimations().find(({ playState, effect }) => {
    return playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime);
  });
  return moving ? 'an animation' : null;
}

/** Expects the page not to scroll sideways at any of these widths, in pixels. */
export async function expectToFit(page: Page, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 768 ? 740 : 900 });
    const excess = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(excess, `${page.url()} scrolls sideways at ${width} pixels`).toBeLessThanOrEqual(0);
  }
}
