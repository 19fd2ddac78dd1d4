/** The texts of a screen and their faults, to check its language. */
export interface ScreenTexts {
  texts: string[];
  /** Texts that are cut off, overlap, or overflow the screen. */
  faults: string[];
}

/** Runs in the page, so it must not use anything from outside. */
export function collectTexts(): ScreenTexts {
  /** Skips rows far below, which the browser has not rendered. */
  const SEEN = { visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true };
  const texts = new Set<string>([document.title]);
  const faults: string[] = [];
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth)
    faults.push(`scrolls sideways by ${page.scrollWidth - page.clientWidth} pixels`);
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], img[alt]'))
    if (element.checkVisibility({ visibilityProperty: true }))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
        const value = element.getAttribute(name);
        if (value?.trim()) texts.add(value);
      }

  const boxes: { words: string; element: Element; box: DOMRect }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = node.textContent?.trim() ?? '';
    const element = node.parentElement;
    if (!words || !element || element.closest('script, style, noscript, [translate=no], .leaflet-container'))
      continue;
    if (!element.checkVisibility(SEEN)) continue;
    // An agreement stays in the language in which it was created.
    if (!element.closest('div[lang=en]')) texts.add(words);
    if (element.closest('select, svg') || isVisuallyHidden(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    if (rects.some((rect) => isCutOff(element, rect))) faults.push(`cut off: ${words.slice(0, 80)}`);
    else if (!isFloating(element))
      for (const rect of rects) {
        const box = visiblePart(element, rect);
        if (box.width > 1 && box.height > 1) boxes.push({ words, element, box });
      }
  }

  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(index + 1)) {
      if (one.element === other.element) continue;
      const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      // Boxes of large text can overlap slightly without any letters touching.
      if (width > 3 && height > Math.min(one.box.height, other.box.height) / 2)
        faults.push(`“${one.words.slice(0, 40)}” lies on “${other.words.slice(0, 40)}”`);
    }
  return { texts: [...texts], faults };

  /** Whether it is visible only to screen readers. */
  function isVisuallyHidden(from: Element): boolean {
    for (let each: Element | null = from; each && each !== document.body; each = each.parentElement) {
      const { clip, clipPath, position } = getComputedStyle(each);
      const { width, height } = each.getBoundingClientRect();
      if (position === 'absolute' && (clip !== 'auto' || clipPath !== 'none' || (width <= 1 && height <= 1)))
        return true;
    }
    return false;
  }

  /** The part of a rectangle that is not clipped by scrolling or overflow. */
  function visiblePart(from: Element, rect: DOMRect): DOMRect {
    let { left, top, right, bottom } = rect;
    for (let each: Element | null = from; each && each !== document.body; each = each.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(each);
      const box = each.getBoundingClientRect();
      if (overflowX !== 'visible') [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
  }

  function isFloating(from: Element): boolean {
    for (let each: Element | null = from; each && each !== document.body; each = each.parentElement)
      if (['fixed', 'sticky', 'absolute'].includes(getComputedStyle(each).position)) return true;
    return false;
  }

  /** Whether an ancestor clips part of the text. Scrolling and intentional ellipses do not count. */
  function isCutOff(from: Element, rect: DOMRect): boolean {
    for (let each: Element | null = from; each && each !== document.body; each = each.parentElement) {
      const { overflowX, overflowY, textOverflow, position } = getComputedStyle(each);
      const box = each.getBoundingClientRect();
      if (['auto', 'scroll'].includes(overflowX) || ['auto', 'scroll'].includes(overflowY)) return false;
      if (textOverflow === 'ellipsis' && overflowX !== 'visible') return false;
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      if (hides(overflowX) && (rect.left < box.left - 1 || rect.right > box.right + 1)) return true;
      // A line's box is higher than its letters.
      if (hides(overflowY) && (rect.top < box.top - 4 || rect.bottom > box.bottom + 4)) return true;
      if (position === 'fixed') return false;
    }
    return rect.left < -1 || rect.right > page.clientWidth + 1;
  }
}
