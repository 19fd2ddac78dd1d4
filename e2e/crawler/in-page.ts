/** A control as the crawler refers to it, on this load of the page and on the next. */
export interface Control {
  /** Finds it again: its place in the page's structure and its name; of a list's rows, the first or the last. */
  key: string;
  /** The same for the same control of every row, and of every opener. */
  kind: string;
  name: string;
  role: string;
  /** Around every screen, rather than a part of this one. */
  isShell: boolean;
  isInDialog: boolean;
  /** Drags a row, rather than being clicked. */
  isHandle: boolean;
}

/** What a press can change, as it stands now. */
export interface State {
  address: string;
  /** Which entry of the tab's history it is. */
  entry: number;
  /** A hash of text, attributes and values. */
  content: number;
  /** A hash of what the page keeps for later. */
  stored: number;
  /** Differs after a full page load; 0 where the page is not ours. */
  load: number;
  focusIsOnBody: boolean;
  shift: number;
  shifted: string[];
  printed: number;
}

/** Where to press a control with the pointer, unless something is in the way. */
export type Place = { x: number; y: number } | { obstacle: string } | 'shown on focus';

export interface InPage {
  find: () => Control[];
  element: (key: string) => HTMLElement | undefined;
  /** Scrolls a control into view and says where to press it. */
  place: (key: string) => Promise<Place>;
  /** Makes Tab lead to this control next; where arrow keys move within a group, focuses it instead. */
  aim: (key: string) => 'tab' | 'focused' | 'arrows' | 'for the pointer alone';
  /** Whether it is what Enter would choose of a list whose field keeps the focus. */
  isActive: (key: string) => boolean;
  /** Whether it is a text field with no list open: what is typed there may open one. */
  canSuggest: (key: string) => boolean;
  hasFocus: (key: string) => boolean;
  isShown: (key: string) => boolean;
  /** Whether another press takes back what the first one did. */
  isToggle: (key: string) => boolean;
  /** Resolves when the screen is loaded, no timer of it is about to fire and two frames have changed nothing. */
  calm: () => Promise<void>;
  state: () => State;
  /** Leaves neither focus nor scrolling behind, for the next press to find the page as if it had just been loaded. */
  settle: () => void;
  /** Words that reach past the frame that they are in. */
  wordsOutOfFrame: () => string[];
}

declare global {
  interface Window {
    crawler: InPage;
  }
}

/** Runs in each document before its own scripts. It is sent there as text: it may use nothing from around it. */
export function installInPage(): void {
  // The browser's own page about a site that it cannot reach.
  if (!location.protocol.startsWith('http')) return;
  localStorage.clear();
  sessionStorage.clear();
  const SELECTOR = [
    'a[href]',
    'button',
    'summary',
    'select',
    'input[type=checkbox]',
    'input[type=radio]',
    ...['button', 'link', 'tab', 'switch', 'checkbox', 'radio', 'option', 'combobox'].map(byRole),
    ...['menuitem', 'menuitemcheckbox', 'menuitemradio'].map(byRole),
  ].join();
  /** Names that libraries give anew whenever a part is shown. */
  const GENERATED = /_r_[0-9a-z]+_|mantine-[0-9a-z]{9}\b|recharts\d+/g;
  const load = Math.random();
  let shift = 0;
  let printed = 0;
  let changes = 0;
  let known = new Map<string, HTMLElement>();
  const shifted: string[] = [];

  window.print = () => {
    printed += 1;
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) noteShift(entry as LayoutShift);
  }).observe({ type: 'layout-shift', buffered: true });
  new MutationObserver(() => {
    changes += 1;
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });

  // A longer timer is a notice's or a time limit's: nothing that a press waits for.
  const SHORT_TIMER = 1000;
  const timers = new Set<number>();
  const { setTimeout: startTimer, clearTimeout: stopTimer } = window;
  window.setTimeout = ((run: (...given: unknown[]) => void, delay = 0, ...given: unknown[]) => {
    const timer = startTimer(() => {
      timers.delete(timer);
      run(...given);
    }, delay);
    if (delay < SHORT_TIMER) timers.add(timer);
    return timer;
  }) as typeof setTimeout;
  window.clearTimeout = ((timer: number) => {
    timers.delete(timer);
    stopTimer(timer);
  }) as typeof clearTimeout;

  window.crawler = {
    find,
    element: (key) => known.get(key),
    place,
    aim,
    isActive,
    canSuggest,
    hasFocus,
    isShown: (key) => isShown(known.get(key) ?? document.createElement('a')),
    isToggle: (key) => known.get(key)?.matches('[aria-expanded=true], summary, [type=checkbox]') ?? false,
    calm,
    state,
    settle,
    wordsOutOfFrame,
  };

  function byRole(role: string): string {
    return `[role=${role}]`;
  }

  interface LayoutShift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  }

  function noteShift({ value, hadRecentInput, sources }: LayoutShift): void {
    if (hadRecentInput) return;
    shift += value;
    const parts = sources.map(({ node, previousRect, currentRect }) => {
      const part = node instanceof Element ? node : node?.parentElement;
      return `${describe(part ?? null)} from ${Math.round(previousRect.y)} to ${Math.round(currentRect.y)}`;
    });
    shifted.push(`${value.toFixed(3)}: ${parts.join(', ')}`);
  }

  function describe(element: Element | null): string {
    if (!element) return 'something that is gone';
    const words = (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 30);
    return `<${element.tagName.toLowerCase()} class="${(element.getAttribute('class') ?? '').slice(0, 60)}"> ${words}`;
  }

  function find(): Control[] {
    const top = [...document.querySelectorAll<HTMLElement>('[aria-modal=true], dialog:modal')]
      .filter(isShown)
      .at(-1);
    const groups = new Map<string, { element: HTMLElement; name: string }[]>();
    for (const element of document.querySelectorAll<HTMLElement>(SELECTOR)) {
      if (!canBePressed(element)) continue;
      // Beside a modal dialog only what it opened itself can be reached, such as a list of options.
      if (top && !top.contains(element) && !element.closest('[role=listbox], [role=menu]')) continue;
      const name = nameOf(element);
      const kind = kindOf(element, name);
      groups.set(kind, [...(groups.get(kind) ?? []), { element, name }]);
    }
    known = new Map();
    const controls: Control[] = [];
    for (const [kind, members] of groups) {
      const ends = new Set([members[0], members.at(-1)]);
      for (const member of ends) {
        if (!member) continue;
        const { element, name } = member;
        const key = `${kind} ${member === members[0] ? 'first' : 'last'}`;
        known.set(key, element);
        controls.push({
          key,
          kind,
          name,
          role: roleOf(element),
          isShell: !element.closest('main, dialog, [role=dialog]'),
          isInDialog: element.closest('dialog, [role=dialog]') !== null,
          isHandle: element.matches('[aria-roledescription=sortable]'),
        });
      }
    }
    return controls;
  }

  function isShown(element: Element): boolean {
    return element.checkVisibility({ visibilityProperty: true });
  }

  function canBePressed(element: HTMLElement): boolean {
    if (element.matches(':disabled, [aria-disabled=true], [data-disabled]')) return false;
    if (element.closest('[inert], [hidden]')) return false;
    if (!isShown(surfaceOf(element))) return false;
    const { width, height } = surfaceOf(element).getBoundingClientRect();
    if (width < 2 || height < 2) return false;
    // The system opens these, outside the browser.
    if (element.matches('a[href^="mailto:"], a[href^="tel:"]')) return false;
    // What is chosen already stays chosen, and a link to where one is leads nowhere.
    if (element.matches('[aria-selected=true][role=tab], [role=option][aria-selected=true]')) return false;
    if (element.matches('[aria-current], input[type=radio]:checked, [role=radio][aria-checked=true]'))
      return false;
    return !(element instanceof HTMLAnchorElement && element.href === location.href);
  }

  /** What is drawn for it: a checkbox without looks of its own is pressed by its label. */
  function surfaceOf(element: HTMLElement): HTMLElement {
    if (!(element instanceof HTMLInputElement)) return element;
    const { width, height } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    if (width > 4 && height > 4 && style.opacity !== '0') return element;
    return element.labels?.[0] ?? element;
  }

  function roleOf(element: HTMLElement): string {
    const role = element.getAttribute('role');
    if (role) return role;
    if (element instanceof HTMLAnchorElement) return 'link';
    if (element instanceof HTMLSelectElement) return 'select';
    return element instanceof HTMLInputElement ? element.type : 'button';
  }

  function labelOf(element: Element): string {
    const labelled = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    return (
      element.getAttribute('aria-label') ??
      labelled.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
    );
  }

  function nameOf(element: HTMLElement): string {
    const words =
      labelOf(element) ||
      (element as HTMLInputElement).labels?.[0]?.textContent ||
      element.textContent ||
      element.getAttribute('title') ||
      element.querySelector('img')?.alt ||
      '';
    return words.trim().replace(/\s+/g, ' ').slice(0, 60);
  }

  /** Which control it is, whatever else has come or gone around it: by its name, or in a row by its place in there. */
  function kindOf(element: Element, name: string): string {
    const frame = element.closest('dialog, [role=dialog], [role=menu], nav, header, footer, main');
    const where = frame ? `${frame.tagName.toLowerCase()} ${labelOf(frame)}` : '';
    const steps: string[] = [];
    for (let each: Element | null = element; each && each !== frame; each = each.parentElement) {
      const tag = each.tagName.toLowerCase();
      if (isRow(each)) {
        const list = each.closest('table, [role=listbox], ul, ol, section');
        return `${where} ${list?.tagName} ${list ? labelOf(list) : ''} ${tag} ${steps.join('>')}`;
      }
      const siblings = [...(each.parentElement?.children ?? [])].filter(
        ({ tagName }) => tagName === each?.tagName,
      );
      steps.unshift(`${tag}${siblings.indexOf(each)}`);
    }
    // “Select all 16 shown” is the same control once there are 12.
    return `${where} ${roleOf(element as HTMLElement)} ${name.replace(/\d+/g, '#')}`;
  }

  function isRow(element: Element): boolean {
    if (
      element.matches('tbody > tr, article, [role=option], [role=gridcell], [role=row], .leaflet-marker-icon')
    )
      return true;
    if (element.matches('td') && element.querySelector('button[data-day], .mantine-DatePicker-day'))
      return true;
    return element.matches('li') && !element.closest('nav');
  }

  async function place(key: string): Promise<Place> {
    const element = known.get(key);
    if (!element?.isConnected) return { obstacle: 'is gone' };
    const surface = surfaceOf(element);
    surface.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    // A map takes back what its frame was scrolled by.
    await calm();
    const spot = spotOf(surface);
    if (!spot) {
      // As a skip link is, or a place beyond the map's edge: nobody presses those with a pointer as they are.
      element.focus();
      await calm();
      // What the map has moved by may have left the window meanwhile.
      surface.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      await calm();
      return spotOf(surface) ? 'shown on focus' : { obstacle: 'is outside the screen' };
    }
    const at = document.elementFromPoint(spot.x, spot.y);
    const labels = [...((element as HTMLInputElement).labels ?? [])];
    // An input without looks lies in the same frame as what is drawn for it.
    const frame = element instanceof HTMLInputElement ? element.parentElement : null;
    const own = [element, surface, ...labels, frame];
    return own.some((each) => each?.contains(at)) ? spot : { obstacle: `is covered by ${describe(at)}` };
  }

  /** The middle of what is drawn, unless it is beyond the window or a frame that nobody can scroll. */
  function spotOf(surface: Element): { x: number; y: number } | null {
    const box = [...surface.getClientRects()].find(({ width, height }) => width > 1 && height > 1);
    if (!box) return null;
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    const isIn = (frame: DOMRectReadOnly) =>
      x >= frame.left && y >= frame.top && x < frame.right && y < frame.bottom;
    if (!isIn(new DOMRect(0, 0, innerWidth, innerHeight))) return null;
    for (let each = surface.parentElement; each && each !== document.body; each = each.parentElement) {
      const clips = ['hidden', 'clip'].includes(getComputedStyle(each).overflowX);
      if (clips && !isIn(each.getBoundingClientRect())) return null;
    }
    return { x, y };
  }

  function aim(key: string): ReturnType<InPage['aim']> {
    const element = known.get(key);
    if (!element) throw new Error('The control is gone.');
    // A shortcut such as a pill's cross, which neither Tab nor a screen reader finds: keys in the field do the same.
    if (element.tabIndex < 0 && element.closest('[aria-hidden=true]')) return 'for the pointer alone';
    if (element.matches('[role=option]:not([tabindex])') && document.activeElement?.matches('input, button'))
      return 'arrows';
    const isInGroup =
      element.matches('input[type=radio], [role=radio], [role=tab], [role=option], [role^=menuitem]') ||
      (element.tabIndex < 0 && element.closest('[role=grid], [role=toolbar], table') !== null);
    if (isInGroup) {
      element.focus();
      return 'focused';
    }
    const before = document.createElement('span');
    before.tabIndex = -1;
    before.style.position = 'fixed';
    before.dataset.crawler = '';
    // Within folded details nothing but their summary can have the focus.
    (element.matches('summary') ? (element.parentElement ?? element) : element).before(before);
    before.focus({ preventScroll: true });
    return 'tab';
  }

  function isActive(key: string): boolean {
    const id = document.activeElement?.getAttribute('aria-activedescendant');
    return id !== null && id !== undefined && known.get(key)?.id === id;
  }

  function canSuggest(key: string): boolean {
    const list = document.getElementById(known.get(key)?.getAttribute('aria-controls') ?? '');
    return known.get(key) instanceof HTMLInputElement && !(list && isShown(list));
  }

  function hasFocus(key: string): boolean {
    for (const each of document.querySelectorAll('[data-crawler]')) each.remove();
    return document.activeElement === known.get(key);
  }

  async function calm(): Promise<void> {
    const until = performance.now() + 8000;
    let before: number;
    do {
      before = changes;
      await idleFrame();
      await idleFrame();
    } while ((before !== changes || isLoading() || timers.size > 0) && performance.now() < until);
  }

  /** The next frame, and what it left to do. */
  function idleFrame(): Promise<unknown> {
    return new Promise((resolve) =>
      requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 500 })),
    );
  }

  function isLoading(): boolean {
    if (document.readyState !== 'complete' || document.querySelector('#root > [aria-busy]')) return true;
    const statuses = [...document.querySelectorAll('[role=status]')];
    return statuses.some((each) => each.textContent?.includes('Loading'));
  }

  function state(): State {
    const values = [...document.querySelectorAll('input, select, textarea')].map((field) =>
      field instanceof HTMLInputElement
        ? `${field.value}${field.checked}`
        : (field as HTMLSelectElement).value,
    );
    return {
      address: location.href,
      entry: navigation.currentEntry?.index ?? 0,
      content: hash(`${contentOf(document.body)}${values.join()}`.replace(GENERATED, '')),
      stored: hash(
        [...Object.entries(localStorage), ...Object.entries(sessionStorage)]
          .filter(([name]) => !name.startsWith('tsr-scroll-restoration'))
          .join(),
      ),
      load,
      focusIsOnBody: document.activeElement === null || document.activeElement === document.body,
      shift,
      shifted,
      printed,
    };
  }

  /** Elements, attributes in one order, and text; not the styles, which scripts place things by. */
  function contentOf(element: Element): string {
    const attributes = [...element.attributes]
      .filter(({ name }) => name !== 'style')
      .map(({ name, value }) => `${name}=${value}`);
    const parts = [...element.childNodes].map((node) =>
      node instanceof Element ? contentOf(node) : (node.textContent ?? ''),
    );
    return `<${element.tagName} ${attributes.sort().join(' ')}>${parts.join('')}</>`;
  }

  function hash(text: string): number {
    let [high, low] = [0x811c9dc5, 0x01000193];
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      high = Math.imul(high ^ code, 2654435761);
      low = Math.imul(low ^ code, 1597334677);
    }
    return (high >>> 0) * 2 ** 21 + (low >>> 11);
  }

  function settle(): void {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    scrollTo({ top: 0, left: 0, behavior: 'instant' });
  }

  function wordsOutOfFrame(): string[] {
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const words = text.textContent?.trim();
      if (!words || !text.parentElement?.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, width } = range.getBoundingClientRect();
      if (width > 1 && isOutOfFrame(text.parentElement, left, right)) found.add(words.slice(0, 60));
    }
    return [...found];
  }

  /** Whether these edges are outside the nearest frame with a border, unless something between scrolls or clips. */
  function isOutOfFrame(from: Element, left: number, right: number): boolean {
    for (let each: Element | null = from; each && each !== document.body; each = each.parentElement) {
      const style = getComputedStyle(each);
      const box = each.getBoundingClientRect();
      const hasFrame =
        Number.parseFloat(style.borderLeftWidth) > 0 && Number.parseFloat(style.borderRightWidth) > 0;
      if (hasFrame && style.display !== 'inline' && (left < box.left - 1 || right > box.right + 1))
        return true;
      if (style.overflowX !== 'visible' || style.position === 'absolute' || style.position === 'fixed')
        return false;
    }
    return false;
  }
}
