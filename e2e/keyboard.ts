import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Presses Tab until this element has the focus. Every focused element on the way must be visible and not fully covered,
 * once the screen has scrolled to it and content above it has loaded.
 */
export async function tabTo(page: Page, target: Locator, atMost = 45): Promise<void> {
  // In one step, because most presses find everything in order.
  const look = () => target.evaluate(lookAtFocus);
  let { isThere } = await look();
  for (let pressed = 1; !isThere; pressed += 1) {
    if (pressed > atMost) throw new Error(`${atMost} tabs do not lead there`);
    await page.keyboard.press('Tab');
    const found = await look();
    isThere = found.isThere;
    if (found.fault === null) continue;
    const fault = async () => (await look()).fault;
    await expect.poll(fault, `after ${pressed} tabs on ${page.url()}`).toBe(null);
  }
}

/** Runs in the page: whether this element has the focus, and what hides the element that has it. */
function lookAtFocus(target: Element): { isThere: boolean; fault: string | null } {
  return { isThere: target === document.activeElement, fault: hidden() };

  /** Describes the focused element and what covers it, or returns null if it is visible. */
  function hidden(): string | null {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return 'nothing has the focus';
    const { left, right, top, bottom } = focused.getBoundingClientRect();
    const shares = [0.1, 0.5, 0.9];
    const isSeen = shares.some((across) =>
      shares.some((down) => {
        const at = document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down);
        return at !== null && (focused.contains(at) || at.contains(focused) || isLabelOf(at));
      }),
    );
    const cover = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return isSeen
      ? null
      : `${focused.outerHTML.slice(0, 200)}, from ${top} to ${bottom} of ${innerHeight}, under ${cover?.outerHTML.slice(0, 200)}`;

    // The label may cover its checkbox.
    function isLabelOf(at: Element): boolean {
      return (
        focused instanceof HTMLInputElement && [...(focused.labels ?? [])].some((label) => label.contains(at))
      );
    }
  }
}
