import { EventEmitter, once } from 'node:events';
import type { Page } from '@playwright/test';
import type { Control, State } from './in-page.ts';

export type Input = 'pointer' | 'keyboard';

/** The page's reactions since `observe` or the last reset. */
export interface Reactions {
  requests: string[];
  events: string[];
  errors: string[];
}

export interface PageObserver {
  reactions: Reactions;
  /** Whether requests are pending. */
  isWaiting: () => boolean;
  /** Resolves when no request is pending, or when one takes too long to wait for. */
  answered: () => Promise<void>;
  /** Resolves at the next reaction, or after this many milliseconds without one. */
  next: (milliseconds: number) => Promise<void>;
  forget: () => void;
}

/** Milliseconds to wait for a response. The limit is needed because canceled requests may not report their end. */
const LONGEST_ANSWER = 8000;

/** Listens to a page for its lifetime. `reactions` is reset before each press. */
export function observe(page: Page): PageObserver {
  const reactions: Reactions = { requests: [], events: [], errors: [] };
  const waiting = new Set<object>();
  const sounds = new EventEmitter();
  const addEvent = (event: string) => {
    reactions.events.push(event);
    sounds.emit('something');
  };
  const finish = (request: object) => {
    waiting.delete(request);
    if (waiting.size === 0) sounds.emit('answered');
  };
  page.on('request', (request) => {
    // The bell's stream never ends.
    if (request.resourceType() === 'eventsource') return;
    waiting.add(request);
    if (!['fetch', 'xhr', 'document', 'ping'].includes(request.resourceType())) return;
    reactions.requests.push(request.url());
    sounds.emit('something');
  });
  page.on('requestfinished', finish);
  page.on('requestfailed', finish);
  const either = (sound: string, milliseconds: number) =>
    once(sounds, sound, { signal: AbortSignal.timeout(milliseconds) }).then(
      () => undefined,
      () => undefined,
    );
  // The URL may be unchanged: the home link on the home page leads to itself.
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) addEvent('navigation');
  });
  page.on('filechooser', () => addEvent('file chooser'));
  page.on('popup', (popup) => {
    addEvent('another tab');
    popup.close().catch(() => undefined);
  });
  page.on('download', (download) => {
    addEvent('download');
    download.cancel().catch(() => undefined);
  });
  page.on('dialog', (dialog) => {
    addEvent(dialog.type());
    dialog.accept().catch(() => undefined);
  });
  page.on('pageerror', (error) => reactions.errors.push(`unhandled: ${error.message}`));
  page.on('console', (message) => {
    const text = `${message.text()} ${message.location().url}`;
    if (message.type() === 'error' && !isExpected(text)) reactions.errors.push(`console: ${text}`);
  });
  const forget = () => {
    reactions.requests = [];
    reactions.events = [];
    reactions.errors = [];
  };
  const answered = async () => {
    if (waiting.size > 0) await either('answered', LONGEST_ANSWER);
    waiting.clear();
  };
  const next = (milliseconds: number) => either('something', milliseconds);
  return { reactions, isWaiting: () => waiting.size > 0, answered, next, forget };
}

/**
 * Expected errors: a refusal that the screen explains, and map tiles, which the test server does not have.
 */
function isExpected(text: string): boolean {
  return (
    /status of (400|401|403|409|413|429) /.test(text) || /\/no-tiles\/|404 .*\/api\/parseImport$/.test(text)
  );
}

/** Enough steps to reach every option of a list. */
const MOST_OPTIONS = 60;

/** The distance between two rows of a sortable list, in pixels. */
const ROW = 80;

/** How to press a control that has the pointer or the focus, or what prevents that. */
export type Reached = { obstacle: string } | { press: () => Promise<void> } | 'not with this input';

/** Reaches a control with the real pointer, or with Tab as a keyboard user does. */
export async function reach(page: Page, control: Control, input: Input): Promise<Reached> {
  return input === 'pointer' ? point(page, control) : tabTo(page, control);
}

async function point(page: Page, { key, role, isHandle }: Control): Promise<Reached> {
  const place = await page.evaluate((it) => window.crawler.place(it), key);
  if (place === 'shown on focus') return 'not with this input';
  if ('obstacle' in place) return place;
  await page.mouse.move(place.x, place.y);
  const isOpen =
    role === 'combobox' &&
    (await page.evaluate((it) => window.crawler.element(it)?.matches('input[aria-expanded=true]'), key));
  return {
    press: async () => {
      await page.mouse.down();
      // Drag the row to the next row's position.
      if (isHandle)
        await page.mouse.move(place.x, place.y + ROW * (key.endsWith('last') ? -1 : 1), { steps: 8 });
      await page.mouse.up();
      // Clicking a field whose list is always open has no visible effect, so type.
      if (isOpen) await page.keyboard.press('a');
      // The operating system draws the list of a native select outside the page, so choose with keys.
      if (role === 'select') await choose(page, key, ['End', 'Enter', 'Home', 'Enter']);
    },
  };
}

async function tabTo(page: Page, { key, role }: Control): Promise<Reached> {
  const way = await page.evaluate((it) => window.crawler.prepareFocus(it), key);
  if (way === 'for the pointer alone') return 'not with this input';
  if (way === 'arrows') return arrowTo(page, key);
  if (way === 'tab') await page.keyboard.press('Tab');
  const isThere = await page.evaluate((it) => window.crawler.hasFocus(it), key);
  if (!isThere) return { obstacle: 'is not reached with Tab' };
  return {
    press: async () => {
      if (role === 'select') await choose(page, key, ['End', 'Home']);
      else if (role === 'combobox') await openList(page, key);
      else await page.keyboard.press(['checkbox', 'radio', 'switch'].includes(role) ? 'Space' : 'Enter');
    },
  };
}

/**
 * Reaches an option of a searchable list: the focus stays in the field, and arrow keys move through the
 * options.
 */
async function arrowTo(page: Page, key: string): Promise<Reached> {
  for (let steps = 0; steps < MOST_OPTIONS; steps += 1) {
    await page.keyboard.press('ArrowDown');
    if (await page.evaluate((it) => window.crawler.isActive(it), key))
      return { press: () => page.keyboard.press('Enter') };
  }
  return { obstacle: 'is not reached with arrow keys' };
}

/** Opens a field's list. A field with suggestions opens it only after some input. */
async function openList(page: Page, key: string): Promise<void> {
  await page.keyboard.press('ArrowDown');
  if (await page.evaluate((it) => window.crawler.canSuggest(it), key)) await page.keyboard.press('a');
}

/** Chooses a different option of a select, pressing keys until the value changes. */
async function choose(page: Page, key: string, keys: readonly string[]): Promise<void> {
  const value = () => page.evaluate((it) => (window.crawler.element(it) as HTMLSelectElement).value, key);
  const before = await value();
  for (const each of keys) {
    await page.keyboard.press(each);
    if ((await value()) !== before) return;
  }
}

/** Describes the effect of a press; null if it did nothing. */
export function response(before: State, after: State, { requests, events }: Reactions): string | null {
  if (before.load !== after.load) return 'load';
  if (before.address !== after.address) return 'address';
  if (events.length > 0) return events.join();
  if (before.printed !== after.printed) return 'print';
  if (before.content !== after.content) return 'content';
  return requests.length > 0 ? 'request' : null;
}
