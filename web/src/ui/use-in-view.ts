import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** A range of parts, excluding the second bound. */
export interface PartRange {
  from: number;
  to: number;
}

/** A range that is rendered, or a blank in its place with this height in pixels and a stable key. */
export interface Piece extends PartRange {
  blank?: { name: string; height: number };
}

/**
 * How far beyond the screen parts are rendered, in pixels: more than a turn of the wheel, or a press of Page
 * Down.
 */
const BEYOND = 700;

/** Off-screen parts rendered per frame on either side, so that each frame stays short. */
const IN_A_FRAME = 1;

interface InView {
  table: RefObject<HTMLTableElement | null>;
  /** The number of parts, each a `tbody` with its number as `data-part`. */
  count: number;
  /** The number rendered before their height is known. */
  first: number;
  /** The assumed height of a part in pixels until one has been measured. */
  usual: number;
  /** Whether the list is long; a short one is rendered as a whole. */
  isLong: boolean;
}

/**
 * Decides which parts of a long table are rendered: those near the screen, and the one with the focus. Blanks
 * replace the others, with their last measured height, or a typical one.
 */
export function useInView({ table, count, first, usual, isLong }: InView): readonly Piece[] {
  const heights = useRef<Heights>({ width: 0, known: [], usual });
  const anchor = useRef<Anchor>(undefined);
  const [{ pieces }, setShown] = useState(() => {
    const view = { from: 0, to: Math.min(first, count) };
    return { view, pieces: piecesOf(view, undefined, count, heights.current) };
  });

  const look = useCallback(() => {
    const element = table.current;
    const [body] = element?.tBodies ?? [];
    if (!element || !body) return;
    measure(element, heights.current);
    anchor.current = anchorOf(element);
    const top = -body.getBoundingClientRect().top;
    const seen = partsWithin(top, top + window.innerHeight, count, heights.current);
    const near = partsWithin(top - BEYOND, top + window.innerHeight + BEYOND, count, heights.current);
    const held = partOfKeyboard(element);
    setShown((before) => {
      const view = nextView(before.view, seen, near);
      const next = piecesOf(view, held, count, heights.current);
      return isSame(before.pieces, next) ? before : { view, pieces: next };
    });
  }, [table, count]);

  // Rows rarely match the height of the blank they replace, so rendering rows above the viewport would shift the
  // visible ones. Chromium's scroll anchoring does not prevent that in tables.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the pieces.
  useLayoutEffect(() => {
    if (!anchor.current?.element.isConnected) return;
    const moved = topInPage(anchor.current.element) - anchor.current.top;
    if (Math.abs(moved) < 1) return;
    // If the page got shorter, the browser may have scrolled up to its new end.
    const isAtEnd = window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1;
    const scrolled = isAtEnd ? Math.max(window.scrollY, anchor.current.scrolled) : window.scrollY;
    window.scrollTo(window.scrollX, scrolled + moved);
  }, [pieces]);

  useEffect(() => {
    if (!isLong) return;
    const page = new ResizeObserver(look);
    page.observe(document.documentElement);
    document.addEventListener('scroll', look, { capture: true, passive: true });
    return () => {
      page.disconnect();
      document.removeEventListener('scroll', look, { capture: true });
    };
  }, [look, isLong]);

  // Measure what was just rendered, and render the next parts, until nothing changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the pieces.
  useEffect(() => {
    if (!isLong) return;
    const frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [look, isLong, pieces]);

  return isLong ? pieces : [{ from: 0, to: count }];
}

/** An element on the screen, and where on the page it was before the pieces changed. */
interface Anchor {
  element: Element;
  top: number;
  /** How far the page was scrolled. */
  scrolled: number;
}

const topInPage = (element: Element) => element.getBoundingClientRect().top + window.scrollY;

/** A link of the footer, if it has the focus. Otherwise the first part on the screen. */
function anchorOf(table: HTMLTableElement): Anchor | undefined {
  const element =
    focusedInFooter() ??
    [...table.tBodies].find(
      (one) => one.dataset.part !== undefined && one.getBoundingClientRect().bottom > 0,
    );
  return element && { element, top: topInPage(element), scrolled: window.scrollY };
}

function focusedInFooter(): Element | undefined {
  const focused = document.activeElement;
  if (!focused?.closest('footer')) return;
  const { top, bottom } = focused.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight ? focused : undefined;
}

interface Heights {
  /** The table's width when the parts were measured. */
  width: number;
  /** By part; 0 if it was never measured. */
  known: number[];
  usual: number;
}

function measure(table: HTMLTableElement, heights: Heights): void {
  const isNewWidth = heights.width !== table.clientWidth;
  if (isNewWidth) heights.known = [];
  let [sum, measured] = [0, 0];
  for (const body of table.tBodies) {
    const { part } = body.dataset;
    if (part === undefined) continue;
    const { height } = body.getBoundingClientRect();
    while (heights.known.length <= Number(part)) heights.known.push(0);
    heights.known[Number(part)] = height;
    sum += height;
    measured += 1;
  }
  if (!isNewWidth || sum === 0) return;
  heights.width = table.clientWidth;
  heights.usual = sum / measured;
}

const heightOf = (part: number, { known, usual }: Heights) => known[part] || usual;

/** The parts between two distances from the table's top, in pixels; at least one. */
function partsWithin(top: number, bottom: number, count: number, heights: Heights): PartRange {
  let [part, at] = [0, 0];
  while (part < count - 1 && at + heightOf(part, heights) <= top) at += heightOf(part++, heights);
  const from = part;
  while (part < count && (part === from || at < bottom)) at += heightOf(part++, heights);
  return { from, to: part };
}

/** The part with the focus stays rendered, however far away it is scrolled. */
function partOfKeyboard(table: HTMLTableElement): number | undefined {
  const { activeElement } = document;
  if (!table.contains(activeElement)) return;
  const part = activeElement?.closest<HTMLElement>('[data-part]')?.dataset.part;
  return part === undefined ? undefined : Number(part);
}

/** Renders visible parts immediately, and nearby ones gradually. */
function nextView(before: PartRange, seen: PartRange, near: PartRange): PartRange {
  const { from, to } = before.from < seen.to && before.to > seen.from ? before : seen;
  return {
    from: Math.max(near.from, Math.min(seen.from, from - IN_A_FRAME)),
    to: Math.min(near.to, Math.max(seen.to, to + IN_A_FRAME)),
  };
}

function piecesOf(view: PartRange, held: number | undefined, count: number, heights: Heights): Piece[] {
  // Includes the neighbors, so that Tab reaches them.
  const kept = held === undefined ? view : { from: Math.max(0, held - 1), to: Math.min(count, held + 2) };
  const rendered =
    kept.to < view.from
      ? [kept, view]
      : kept.from > view.to
        ? [view, kept]
        : [{ from: Math.min(kept.from, view.from), to: Math.max(kept.to, view.to) }];
  const pieces: Piece[] = [];
  let at = 0;
  for (const range of [...rendered, { from: count, to: count }]) {
    if (range.from > at) {
      const blank = { from: at, to: range.from };
      // Never move the focused DOM node, so blanks stay on their own side of it.
      const beside = held !== undefined && held < at ? 'behind' : 'before';
      const name = at === 0 ? 'above' : range.from === count ? 'below' : beside;
      pieces.push({ ...blank, blank: { name, height: sumOf(blank, heights) } });
    }
    if (range.to > range.from) pieces.push(range);
    at = range.to;
  }
  return pieces;
}

function sumOf({ from, to }: PartRange, heights: Heights): number {
  let sum = 0;
  for (let part = from; part < to; part += 1) sum += heightOf(part, heights);
  return sum;
}

const isSame = (some: readonly Piece[], others: readonly Piece[]) =>
  some.length === others.length &&
  some.every(({ from, to, blank }, index) => {
    const other = others[index];
    return from === other?.from && to === other.to && blank?.height === other.blank?.height;
  });
