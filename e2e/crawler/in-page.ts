/** A control's description, which identifies it on this load of the page and the next. */
export interface Control {
  /**
   * Identifies the control by its position in the page's structure and its name. In a list, only the first
   * and last row count.
   */
  key: string;
  /** Equal for the same control in every row and below every opener. */
  kind: string;
  name: string;
  role: string;
  /** Whether it is part of the shell around every screen. */
  isShell: boolean;
  isInDialog: boolean;
  /** Whether it drags a row instead of being clicked. */
  isHandle: boolean;
}

/** The state that a press can change. */
export interface State {
  address: string;
  /** The index in the tab's history. */
  entry: number;
  /** A hash of text, attributes and values. */
  content: number;
  /** A hash of the page's storage. */
  stored: number;
  /** Differs after a full page load; 0 if the page is not ours. */
  load: number;
  focusIsOnBody: boolean;
  shift: number;
  shifted: string[];
  printed: number;
}

/** Where to click a control with the pointer, or what covers it. */
export type ClickTarget = { x: number; y: number } | { obstacle: string } | 'shown on focus';

export interface InPage {
  find: () => Control[];
  element: (key: string) => HTMLElement | undefined;
  /** Scrolls a control into view and returns where to click it. */
  place: (key: string) => Promise<ClickTarget>;
  /** Makes the control the next Tab stop. Focuses it directly if arrow keys move within its group. */
  prepareFocus: (key: string) => 'tab' | 'focused' | 'arrows' | 'for the pointer alone';
  /** Whether Enter would choose this option of a list whose field keeps the focus. */
  isActive: (key: string) => boolean;
  /** Whether it is a text field without an open list, where typing may open one. */
  canSuggest: (key: string) => boolean;
  hasFocus: (key: string) => boolean;
  isShown: (key: string) => boolean;
  /** Whether a second press undoes the first. */
  isToggle: (key: string) => boolean;
  /** Resolves when the screen is loaded, no short timer is pending, and two frames have changed nothing. */
  waitUntilStable: () => Promise<void>;
  state: () => State;
  /** Resets focus and scrolling, so the next press finds the page as if freshly loaded. */
  settle: () => void;
  /** Texts that overflow their frame. */
  wordsOutOfFrame: () => string[];
}

declare global {
  interface Window {
    crawler: InPage;
  }
}

/**
 * Runs in each document before its own scripts. It is serialized, so it must not use anything from its
 * surroundings.
 */
export function installInPage(): void {
  // Skip the browser's own error page for an unreachable site.
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
  /** Ids that libraries regenerate each time a component is rendered. */
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

  // Track only short timers. Longer ones belong to notices or time limits, which a press need not wait for.
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
    prepareFocus,
    isActive,
    canSuggest,
    hasFocus,
    isShown: (key) => isShown(known.get(key) ?? document.createElement('a')),
    isToggle: (key) => known.get(key)?.matches('[aria-expanded=true], summary, [type=checkbox]') ?? false,
    waitUntilStable,
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
      // While a modal dialog is open, only it and the lists and menus that it opened can be reached.
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
    // The operating system opens these outside the browser.
    if (element.matches('a[href^="mailto:"], a[href^="tel:"]')) return false;
    // Choosing the current option changes nothing, and neither does a link to the current page.
    if (element.matches('[aria-selected=true][role=tab], [role=option][aria-selected=true]')) return false;
    if (element.matches('[aria-current], input[type=radio]:checked, [role=radio][aria-checked=true]'))
      return false;
    return !(element instanceof HTMLAnchorElement && element.href === location.href);
  }

  /** The visible part of a control: an unstyled checkbox is pressed by its label. */
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

  /** Identifies a control independently of its neighbors: by its name, or within a row by its position. */
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
    // “Select all 16 shown” is the same control once there are 12, and so is “Notifications, 2 unread” once all are read.
    const lasting = name.replace(/, \d+ unread$/, '').replace(/\d+/g, '#');
    return `${where} ${roleOf(element as HTMLElement)} ${lasting}`;
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

  /** Scrolls to the element, and waits, because a map resets the scroll position of its frame. */
  async function center(element: Element): Promise<void> {
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    await waitUntilStable();
  }

  async function place(key: string): Promise<ClickTarget> {
    const element = known.get(key);
    if (!element?.isConnected) return { obstacle: 'is gone' };
    const surface = surfaceOf(element);
    await center(surface);
    // The rows of a long list get their height once they are near, which moves what follows.
    await center(surface);
    const spot = spotOf(surface);
    if (!spot) {
      // A skip link, or a marker beyond the map's edge, cannot be clicked until it has the focus as from the keyboard.
      element.focus({ focusVisible: true });
      await waitUntilStable();
      // The map may have moved and scrolled the control out of the window.
      await center(surface);
      return spotOf(surface) ? 'shown on focus' : { obstacle: 'is outside the screen' };
    }
    const at = document.elementFromPoint(spot.x, spot.y);
    const labels = [...((element as HTMLInputElement).labels ?? [])];
    // The visible part of an unstyled input is in the same parent element.
    const frame = element instanceof HTMLInputElement ? element.parentElement : null;
    const own = [element, surface, ...labels, frame];
    return own.some((each) => each?.contains(at)) ? spot : { obstacle: `is covered by ${describe(at)}` };
  }

  /**
   * The center of the visible part, unless it is outside the window or in a frame that cannot be scrolled.
   */
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

  function prepareFocus(key: string): ReturnType<InPage['prepareFocus']> {
    const element = known.get(key);
    if (!element) throw new Error('The control is gone.');
    // A shortcut such as a pill's remove button is hidden from Tab and screen readers, because keys in the field do the
    // same.
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
    // In collapsed details, only the summary can have the focus.
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

  async function waitUntilStable(): Promise<void> {
    const until = performance.now() + 8000;
    let before: number;
    do {
      before = changes;
      await idleFrame();
      await idleFrame();
    } while ((before !== changes || isLoading() || timers.size > 0) && performance.now() < until);
  }

  /** Waits for the next frame and its idle callback. */
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

  /** Elements, sorted attributes, and text. Leaves out styles, because scripts use them for positions. */
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

  /**
   * Whether these edges are outside the nearest frame with a border, unless an element in between scrolls or
   * clips.
   */
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
