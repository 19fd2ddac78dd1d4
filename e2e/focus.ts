import { expect, type Page } from '@playwright/test';

/** What a page of 1280 by 1024 pixels has left when it is enlarged four times. */
const ENLARGED = { width: 320, height: 256 };

/**
 * Expects every control of an enlarged page to show that it has the focus, and not to be covered by bars. The focus is moved
 * by a script: the crawler checks that the keyboard reaches each control.
 */
export async function expectFocusToShow(page: Page): Promise<void> {
  await page.setViewportSize(ENLARGED);
  // Browsers show the focus ring only to those who use the keyboard.
  await page.keyboard.press('Tab');
  expect(await page.evaluate(findHidden), `focus on ${page.url()}`).toEqual([]);
}

/** Runs in the page. */
function findHidden(): string[] {
  const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true]';
  // Rows after the first ones are built like them.
  const LATER_ROWS = ':is(ul, ol, tbody, [role=list]) > :nth-child(n + 4) *';
  const faults = new Set<string>();
  for (const control of document.querySelectorAll<HTMLElement>(FOCUSABLE)) {
    if (control.tabIndex < 0 || control.matches(LATER_ROWS) || !control.checkVisibility()) continue;
    control.focus();
    if (document.activeElement !== control) continue;
    const shown = shownFor(control);
    const addFault = (fault: string) =>
      faults.add(`${control.tagName} “${(control.ariaLabel ?? control.innerText).slice(0, 40)}” ${fault}`);
    if (isCovered(shown)) addFault('is covered');
    if (!hasRing(control)) addFault('has no focus ring that shows');
  }
  // Others want the page as it was.
  scrollTo(0, 0);
  return [...faults];

  /** What people see of a control: its label, if the control itself is hidden. */
  function shownFor(control: HTMLElement): Element {
    const { width, height } = control.getBoundingClientRect();
    const isHidden = Math.min(width, height) <= 1 || getComputedStyle(control).opacity === '0';
    return isHidden ? (control.closest('label') ?? control.parentElement ?? control) : control;
  }

  function isCovered(shown: Element): boolean {
    const { left, top, right, bottom } = shown.getBoundingClientRect();
    const shares = [0.02, 0.25, 0.5, 0.75, 0.98];
    return !shares.some((down) =>
      shares.some((across) => {
        const hit = document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down);
        return hit !== null && (shown.contains(hit) || hit.contains(shown));
      }),
    );
  }

  /** The ring may be around the control's frame or label, but must not be cut off on all sides. */
  function hasRing(control: HTMLElement): boolean {
    const frames: Element[] = [control];
    for (let each = control.parentElement; each && frames.length < 5; each = each.parentElement)
      frames.push(each);
    const nextTo = [
      control.nextElementSibling,
      ...document.querySelectorAll(`label[for="${CSS.escape(control.id)}"]`),
    ];
    return [...frames, ...nextTo].some((one) => one !== null && isOutlined(one) && !isCutOff(one));
  }

  function isOutlined(one: Element): boolean {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  }

  function isCutOff(one: Element): boolean {
    const { outlineOffset } = getComputedStyle(one);
    const reach = Number.parseFloat(outlineOffset);
    const ring = one.getBoundingClientRect();
    for (let frame = one.parentElement; frame && frame !== document.body; frame = frame.parentElement) {
      const { overflowX, contentVisibility, contain } = getComputedStyle(frame);
      if (overflowX === 'visible' && contentVisibility !== 'auto' && !contain.includes('paint')) continue;
      const box = frame.getBoundingClientRect();
      const isCut =
        ring.left - reach <= box.left &&
        ring.top - reach <= box.top &&
        ring.right + reach >= box.right &&
        ring.bottom + reach >= box.bottom;
      if (isCut && reach > 0) return true;
    }
    return false;
  }
}
