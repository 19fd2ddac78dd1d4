import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { type Control, installInPage, type State } from './in-page.ts';
import { type Input, observe, reach, response } from './press.ts';

// Presses everything on a screen and reports faults. A page is reused if a press changed nothing, but each control is
// pressed on a freshly loaded page in one of three turns.

export interface Crawl {
  /** The screen's URL. */
  address: string;
  inputs: readonly Input[];
  /** Whether to press the controls of the shell too. */
  withShell: boolean;
  /** Undoes what a press changed outside the page. Returns whether anything had changed. */
  restore: () => Promise<boolean>;
  /** Which third of the controls is pressed on a freshly loaded page; it rotates each turn. Null for none. */
  turn: Turn | null;
}

export type Turn = 0 | 1 | 2;

/** The result of one press. */
interface Attempt {
  faults: string[];
  /** Whether the control was pressed and the same screen is still shown. */
  hasStayed: boolean;
}

/** The nesting limit: a menu, its dialog, and anything that the dialog opens. */
const DEEPEST = 3;
/** The largest layout shift allowed after the first paint. */
const MOST_SHIFT = 0.05;
/** How long the browser may take to report an effect outside the page, in milliseconds. */
const SOON = 1500;

/** The state after a link led to another site. */
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

/** Prepares this page for crawling. Must be called before the page loads anything. */
export async function makeCrawler(page: Page) {
  await page.addInitScript(installInPage);
  const { reactions, isWaiting, answered, next, forget } = observe(page);

  /** Resolves when nothing is loading or moving. */
  async function waitUntilStable(): Promise<void> {
    for (let round = 0; round < 40; round += 1) {
      await again(() => page.evaluate(() => window.crawler?.waitUntilStable()));
      if (!isWaiting()) return;
      await answered();
    }
  }

  async function state(): Promise<State> {
    const answer = await again(() => page.evaluate(() => window.crawler?.state() ?? null));
    return answer ?? { ...ELSEWHERE, address: page.url() };
  }

  const find = () => again(() => page.evaluate(() => window.crawler.find()));

  /** Finds the controls of a freshly loaded screen. Late content has loaded once two scans agree. */
  async function findAll(): Promise<Control[]> {
    let controls = await find();
    for (let looks = 0; looks < 20; looks += 1) {
      await waitUntilStable();
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
    await waitUntilStable();
  }

  /** Finds a control again that was found on an earlier load of the page. */
  async function findAgain(control: Control): Promise<Control | undefined> {
    for (let tries = 0; tries < 20; tries += 1) {
      const controls = await find();
      const same =
        controls.find(({ key }) => key === control.key) ?? controls.find(({ kind }) => kind === control.kind);
      if (same) return same;
      await waitUntilStable();
    }
    return undefined;
  }

  /** Presses the control and waits for the effects. Returns the faults and the state before the press. */
  async function pressAndWatch(control: Control, input: Input, earlier: readonly State[]) {
    forget();
    let reached = await reach(page, control, input);
    if (typeof reached === 'object' && 'obstacle' in reached && reactions.requests.length > 0) {
      // Scrolling to the control loaded more, as at the end of an infinite list.
      await waitUntilStable();
      const isThere = (await find()).some(({ key }) => key === control.key);
      reached = isThere ? await reach(page, control, input) : 'not with this input';
    }
    if (reached === 'not with this input') return { faults: [], before: null };
    if ('obstacle' in reached) return { faults: [reached.obstacle], before: null };
    const before = await state();
    forget();
    await reached.press();
    await waitUntilStable();
    let after = await state();
    if (response(before, after, reactions) === null) {
      await next(SOON);
      await waitUntilStable();
      after = await state();
    }
    const responded = response(before, after, reactions);
    const isStillShown = await again(() => page.evaluate((it) => window.crawler?.isShown(it), control.key));
    return { faults: faultsOf(control, responded, before, after, isStillShown ? [] : earlier), before };
  }

  /** `earlier`: the page's states before each opener of this control was pressed; empty if it is still shown. */
  function faultsOf(
    { name, isInDialog }: Control,
    responded: string | null,
    before: State,
    after: State,
    earlier: readonly State[],
  ): string[] {
    const faults = [...reactions.errors];
    // Closing a menu does not count as a response, unless the control's name says so. A dialog without any
    // input has nothing to save.
    const hasOnlyClosed =
      !isInDialog &&
      !/^(Close|Cancel|Hide|Clear)\b|\bGo Back$/.test(name) &&
      reactions.requests.length + reactions.events.length === 0 &&
      earlier.some(({ address, content }) => address === after.address && content === after.content);
    if (responded === null) faults.push('does nothing');
    else if (hasOnlyClosed) faults.push('closes what it is in, and does nothing else');
    if (after.load === 0) return faults;
    if (after.load !== before.load) faults.push(`loads the whole page ${after.address}`);
    else if (after.focusIsOnBody) faults.push('leaves the focus on the body');
    // A layout shift after a request is expected, because the person asked for new content.
    if (reactions.requests.length === 0 && after.shift - before.shift > MOST_SHIFT)
      faults.push(`lets the screen jump: ${after.shifted.slice(before.shifted.length).join('; ')}`);
    return faults;
  }

  /** Crawls one screen by pointer and by keyboard. Each fault is one line. */
  return async function crawl(crawling: Crawl): Promise<{ faults: string[]; presses: number }> {
    const faults: string[] = [];
    forget();
    await load(crawling);
    const controls = await findAll();
    const { shift, shifted } = await state();
    if (shift > MOST_SHIFT) faults.push(`the screen jumps as it loads: ${shifted.join('; ')}`);
    faults.push(...reactions.errors);
    for (const words of await page.evaluate(() => window.crawler.wordsOutOfFrame()))
      faults.push(`the words “${words}” stick out of their frame`);
    const ways = controls.filter(({ isShell }) => crawling.withShell || !isShell).map((each) => [each]);
    // A control that several openers lead to is pressed through only one of them.
    const seen = new Set(controls.map(({ kind }) => kind));
    let presses = 0;
    /** The page's state with nothing pressed; null if a press may have left something behind. */
    let untouched: State | null = null;
    // The list grows while it is processed, as presses open more controls.
    for (const way of ways)
      for (const input of crawling.inputs) {
        const addFault = (fault: string) => faults.push(`${input}: ${way.map(nameOf).join(' → ')} ${fault}`);
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
            for (const fault of earlier) addFault(`${fault}, once other controls have been pressed`);
        }
        attempt.faults.forEach(addFault);
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

  /** Presses the last of these controls, after opening the others in order. */
  async function pressAt(way: readonly Control[], input: Input): Promise<Attempt> {
    const control = way.at(-1);
    const opened = await open(way, input);
    if (!opened || !control)
      return { faults: ['is not there again, for what leads to it does not open'], hasStayed: false };
    const again = await findAgain(control);
    if (!again) return { faults: ['is not there again'], hasStayed: false };
    // Compare the language too, because switching it renames every control, so all of them would seem new.
    const screen = async () =>
      `${pathOf(page.url())} ${await page.evaluate(() => document.documentElement.lang)}`;
    const earlier = await screen();
    const { faults, before } = await pressAndWatch(again, input, opened);
    return { faults, hasStayed: before !== null && (await screen()) === earlier };
  }

  /**
   * Returns to the page before the press, or closes what it opened. Returns whether the page is unchanged.
   */
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
      await waitUntilStable();
    }
    if (!(await isAsBefore())) {
      await page.keyboard.press('Escape');
      await waitUntilStable();
    }
    if (opener && !(await isAsBefore())) await pressOnceMore(opener, input);
    // Leaving or closing may have saved something.
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
    await waitUntilStable();
  }

  /**
   * Opens whatever contains the last of these controls. Returns the page's states on the way; null if it does not open.
   */
  async function open(way: readonly Control[], input: Input): Promise<State[] | null> {
    const states: State[] = [];
    for (const opener of way.slice(0, -1)) {
      // A list that was made longer earlier is still longer, so it has no “Show more”.
      if (states.length > 0 && (await find()).some(({ key }) => key === way.at(-1)?.key)) break;
      const control = await findAgain(opener);
      if (!control) return null;
      states.push(await state());
      const reached = await reach(page, control, input);
      if (reached === 'not with this input' || 'obstacle' in reached) return null;
      await reached.press();
      await waitUntilStable();
    }
    return states;
  }
}

/** Retries on the next page, because a page that is navigating away cannot be evaluated. */
async function again<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 20; tries += 1) {
    const answer = await ask().then(
      (value) => ({ value }),
      () => null,
    );
    if (answer) return answer.value;
  }
  return ask();
}

/** Identifies a screen regardless of its search parameters. */
const pathOf = (address: string) => address.split(/[?#]/)[0];
/** Whether it is the turn of this control's third. The third differs between widths and rotates each turn. */
const isTurnOf = (way: readonly Control[], turn: Turn | null) =>
  createHash('md5')
    .update(way.map(({ kind }) => kind).join())
    .digest()
    .readUInt16BE() %
    3 ===
  turn;
const nameOf = ({ role, name }: Control) => `${role} “${name}”`;
