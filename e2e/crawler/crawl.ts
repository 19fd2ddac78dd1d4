import type { Page } from '@playwright/test';
import { type Control, installInPage, type State } from './in-page.ts';
import { type Input, listen, reach, response } from './press.ts';

// Presses everything that a screen offers, each on a page loaded for it, and tells what went wrong.

export interface Crawl {
  /** The screen's address. */
  address: string;
  inputs: readonly Input[];
  /** Whether the controls around every screen belong to this crawl too. */
  withShell: boolean;
  /** Puts back what a press has changed outside the page. */
  restore: () => Promise<void>;
}

/** What opens in what opens: a menu, its dialog, and what that shows. */
const DEEPEST = 3;
/** How much of the screen may move by itself after its first paint. */
const MOST_SHIFT = 0.05;
/** Milliseconds within which the browser tells of what a press did outside the page. */
const SOON = 1500;

/** Another site, which a link led to. */
const ELSEWHERE = { content: '', load: 0, focusIsOnBody: false, shift: 0, shifted: [], printed: 0 };

/** Whoever crawls with this page: it must be prepared before it has shown anything. */
export async function makeCrawler(page: Page) {
  await page.addInitScript(installInPage);
  const { heard, isWaiting, answered, next, forget } = listen(page);

  /** Resolves when nothing is loading and nothing moves. */
  async function calm(): Promise<void> {
    for (let round = 0; round < 40; round += 1) {
      await again(() => page.evaluate(() => window.crawler?.calm()));
      if (!isWaiting()) return;
      await answered();
    }
  }

  async function state(): Promise<State> {
    const told = await again(() => page.evaluate(() => window.crawler?.state() ?? null));
    return told ?? { ...ELSEWHERE, address: page.url() };
  }

  const find = () => again(() => page.evaluate(() => window.crawler.find()));

  /** The controls of a screen that has just been loaded: what is loaded late has come when two looks agree. */
  async function findAll(): Promise<Control[]> {
    let controls = await find();
    for (let looks = 0; looks < 20; looks += 1) {
      await calm();
      const before = controls.map(({ key }) => key).join();
      controls = await find();
      if (controls.map(({ key }) => key).join() === before) break;
    }
    return controls;
  }

  async function load({ address, restore }: Crawl): Promise<void> {
    await restore();
    await page.mouse.move(0, 0);
    await page.goto(address, { waitUntil: 'commit' });
    await calm();
  }

  /** A control of the earlier load, on this one. */
  async function findAgain(control: Control): Promise<Control | undefined> {
    for (let tries = 0; tries < 20; tries += 1) {
      const controls = await find();
      const same =
        controls.find(({ key }) => key === control.key) ?? controls.find(({ kind }) => kind === control.kind);
      if (same) return same;
      await calm();
    }
    return undefined;
  }

  /** Presses it and waits for what comes of it. Returns the faults, and the states it was in on the way. */
  async function pressAndWatch(control: Control, input: Input, earlier: readonly State[]) {
    const reached = await reach(page, control, input);
    if (reached === 'not with this input') return { faults: [], before: null };
    if ('obstacle' in reached) return { faults: [reached.obstacle], before: null };
    const before = await state();
    forget();
    await reached.press();
    await calm();
    let after = await state();
    if (response(before, after, heard) === null) {
      await next(SOON);
      await calm();
      after = await state();
    }
    const responded = response(before, after, heard);
    const isStillShown = await again(() => page.evaluate((it) => window.crawler?.isShown(it), control.key));
    return { faults: faultsOf(control, responded, before, after, isStillShown ? [] : earlier), before };
  }

  /** `earlier` is how the page looked before what the control was in had opened, if that has closed. */
  function faultsOf(
    { name, isInDialog }: Control,
    responded: string | null,
    before: State,
    after: State,
    earlier: readonly State[],
  ): string[] {
    const faults = [...heard.errors];
    // A menu that closes is no answer to what was pressed in it, unless that says so.
    const hasOnlyClosed =
      !isInDialog &&
      !/^(Close|Cancel|Hide)\b/.test(name) &&
      heard.requests.length + heard.events.length === 0 &&
      earlier.some(({ address, content }) => address === after.address && content === after.content);
    if (responded === null) faults.push('does nothing');
    else if (hasOnlyClosed) faults.push('closes what it is in, and does nothing else');
    if (after.load === 0) return faults;
    if (after.load !== before.load) faults.push(`loads the whole page ${after.address}`);
    else if (after.focusIsOnBody) faults.push('leaves the focus on the body');
    // What a request brings takes its place whenever it comes, as the person has asked for.
    if (heard.requests.length === 0 && after.shift - before.shift > MOST_SHIFT)
      faults.push(`lets the screen jump: ${after.shifted.slice(before.shifted.length).join('; ')}`);
    return faults;
  }

  /** Everything on one screen, by pointer and by keyboard; each fault is one line. */
  return async function crawl(crawling: Crawl): Promise<{ faults: string[]; presses: number }> {
    const faults: string[] = [];
    forget();
    await load(crawling);
    const controls = await findAll();
    const { shift, shifted } = await state();
    if (shift > MOST_SHIFT) faults.push(`the screen jumps as it loads: ${shifted.join('; ')}`);
    faults.push(...heard.errors);
    for (const words of await page.evaluate(() => window.crawler.wordsOutOfFrame()))
      faults.push(`the words “${words}” stick out of their frame`);
    const ways = controls.filter(({ isShell }) => crawling.withShell || !isShell).map((each) => [each]);
    // By whichever way it opens, a control is pressed by one of them.
    const seen = new Set(controls.map(({ kind }) => kind));
    let presses = 0;
    // What opens is added while the list is gone through.
    for (const way of ways)
      for (const input of crawling.inputs) {
        await load(crawling);
        const control = way.at(-1);
        if (!control) continue;
        const tell = (fault: string) => faults.push(`${input}: ${way.map(nameOf).join(' → ')} ${fault}`);
        const opened = await open(way.slice(0, -1), input);
        if (!opened) {
          tell('is not there again, for what leads to it does not open');
          continue;
        }
        const again = await findAgain(control);
        if (!again) {
          tell('is not there again');
          continue;
        }
        const screen = pathOf(page);
        presses += 1;
        const pressed = await pressAndWatch(again, input, opened);
        pressed.faults.forEach(tell);
        if (
          input !== crawling.inputs[0] ||
          !pressed.before ||
          pathOf(page) !== screen ||
          way.length >= DEEPEST
        )
          continue;
        for (const shown of await find()) {
          if (seen.has(shown.kind) || (shown.isShell && !crawling.withShell)) continue;
          ways.push([...way, shown]);
          seen.add(shown.kind);
        }
      }
    return { faults, presses };
  };

  /** Opens what a control is in, and tells how the page looked on the way; null where it does not open. */
  async function open(openers: readonly Control[], input: Input): Promise<State[] | null> {
    const states: State[] = [];
    for (const opener of openers) {
      const control = await findAgain(opener);
      if (!control) return null;
      states.push(await state());
      const reached = await reach(page, control, input);
      if (reached === 'not with this input' || 'obstacle' in reached) return null;
      await reached.press();
      await calm();
    }
    return states;
  }
}

/** A page that is being left cannot be asked: the next one can. */
async function again<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 20; tries += 1) {
    const told = await ask().then(
      (value) => ({ value }),
      () => null,
    );
    if (told) return told.value;
  }
  return ask();
}

/** The same screen, whatever it is told to show. */
const pathOf = (page: Page) => page.url().split(/[?#]/)[0];
const nameOf = ({ role, name }: Control) => `${role} “${name}”`;
