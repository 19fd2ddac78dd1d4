import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { type Control, installInPage, type State } from './in-page.ts';
import { type Input, listen, reach, response } from './press.ts';

// Presses everything that a screen offers and tells what went wrong. A page is used again after a press that left
// nothing behind; in one of three turns each control is pressed on a page loaded for it all the same.

export interface Crawl {
  /** The screen's address. */
  address: string;
  inputs: readonly Input[];
  /** Whether the controls around every screen belong to this crawl too. */
  withShell: boolean;
  /** Puts back what a press has changed outside the page. Returns whether anything had. */
  restore: () => Promise<boolean>;
  /** Which of all controls are pressed on a page loaded for them: a third, and another third each turn. */
  turn: Turn;
}

export type Turn = 0 | 1 | 2;

/** What came of one press. */
interface Attempt {
  faults: string[];
  /** Whether it was pressed and the same screen is shown. */
  hasStayed: boolean;
}

/** What opens in what opens: a menu, its dialog, and what that shows. */
const DEEPEST = 3;
/** How much of the screen may move by itself after its first paint. */
const MOST_SHIFT = 0.05;
/** Milliseconds within which the browser tells of what a press did outside the page. */
const SOON = 1500;

/** Another site, which a link led to. */
const ELSEWHERE = {
  entry: 0,
  content: 0,
  stored: 0,
  load: 0,
  focusIsOnBody: false,
  shift: 0,
  shifted: [],
  printed: 0,
};

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
    forget();
    let reached = await reach(page, control, input);
    if (typeof reached === 'object' && 'obstacle' in reached && heard.requests.length > 0) {
      // Coming near has loaded what it is there for, as at the end of a list that goes on.
      await calm();
      const isThere = (await find()).some(({ key }) => key === control.key);
      reached = isThere ? await reach(page, control, input) : 'not with this input';
    }
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
    // A menu that closes is no answer to what was pressed in it, unless that says so; what nothing was typed into has
    // nothing to save.
    const hasOnlyClosed =
      !isInDialog &&
      !/^(Close|Cancel|Hide|Clear)\b|\bGo Back$/.test(name) &&
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
    /** How the page looks with nothing pressed; null where a press may have left something behind. */
    let untouched: State | null = null;
    // What opens is added while the list is gone through.
    for (const way of ways)
      for (const input of crawling.inputs) {
        const tell = (fault: string) => faults.push(`${input}: ${way.map(nameOf).join(' → ')} ${fault}`);
        const isUsed = untouched !== null && !isTurnOf(way, crawling.turn);
        if (!isUsed) {
          await load(crawling);
          untouched = await state();
        }
        presses += 1;
        let attempt = await pressAt(way, input);
        if (isUsed && attempt.faults.length > 0) {
          const earlier = attempt.faults;
          await load(crawling);
          untouched = await state();
          attempt = await pressAt(way, input);
          if (attempt.faults.length === 0)
            for (const fault of earlier) tell(`${fault}, once other controls have been pressed`);
        }
        attempt.faults.forEach(tell);
        if (input === crawling.inputs[0] && attempt.hasStayed && way.length < DEEPEST)
          for (const shown of await find()) {
            if (seen.has(shown.kind) || (shown.isShell && !crawling.withShell)) continue;
            ways.push([...way, shown]);
            seen.add(shown.kind);
          }
        const isClean: boolean =
          untouched !== null &&
          attempt.faults.length === 0 &&
          (await takeBack(crawling, way, input, untouched));
        if (!isClean) untouched = null;
      }
    return { faults, presses };
  };

  /** Presses the last of these controls in what the others open. */
  async function pressAt(way: readonly Control[], input: Input): Promise<Attempt> {
    const control = way.at(-1);
    const opened = await open(way.slice(0, -1), input);
    if (!opened || !control)
      return { faults: ['is not there again, for what leads to it does not open'], hasStayed: false };
    const again = await findAgain(control);
    if (!again) return { faults: ['is not there again'], hasStayed: false };
    // In another language every control has another name: that is the same screen, and nothing that opened.
    const screen = async () =>
      `${pathOf(page.url())} ${await page.evaluate(() => document.documentElement.lang)}`;
    const earlier = await screen();
    const { faults, before } = await pressAndWatch(again, input, opened);
    return { faults, hasStayed: before !== null && (await screen()) === earlier };
  }

  /** Goes back to where a press came from, or closes what it opened. Returns whether the page is as it was before. */
  async function takeBack(
    { restore }: Crawl,
    [opener]: readonly Control[],
    input: Input,
    untouched: State,
  ): Promise<boolean> {
    if (await restore()) return false;
    const isAsBefore = async () => {
      const { address, content, stored, load } = await state();
      return (
        address === untouched.address &&
        content === untouched.content &&
        stored === untouched.stored &&
        load === untouched.load
      );
    };
    const { load: loadNow, entry } = await state();
    if (loadNow !== untouched.load) return false;
    if (page.url() !== untouched.address) {
      if (entry <= untouched.entry) return false;
      for (let back = entry; back > untouched.entry; back -= 1) await page.goBack({ waitUntil: 'commit' });
      await calm();
    }
    if (!(await isAsBefore())) {
      await page.keyboard.press('Escape');
      await calm();
    }
    if (opener && !(await isAsBefore())) await pressOnceMore(opener, input);
    // What leaving or closing may have saved.
    if (!(await isAsBefore()) || (await restore())) return false;
    await page.mouse.move(0, 0);
    await again(() => page.evaluate(() => window.crawler.settle()));
    return true;
  }

  async function pressOnceMore(opener: Control, input: Input): Promise<void> {
    const control = (await find()).find(({ key }) => key === opener.key);
    if (!control || !(await page.evaluate((it) => window.crawler.isToggle(it), control.key))) return;
    const reached = await reach(page, control, input);
    if (reached === 'not with this input' || 'obstacle' in reached) return;
    await reached.press();
    await calm();
  }

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
const pathOf = (address: string) => address.split(/[?#]/)[0];
/** Whether it is this third's turn: the same control at each width, and another width's at the next. */
const isTurnOf = (way: readonly Control[], turn: Turn) =>
  createHash('md5')
    .update(way.map(({ kind }) => kind).join())
    .digest()
    .readUInt16BE() %
    3 ===
  turn;
const nameOf = ({ role, name }: Control) => `${role} “${name}”`;
