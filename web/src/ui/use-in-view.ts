import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Parts of a list, from one up to another, which is no longer among them. */
export interface Stretch {
  from: number;
  to: number;
}

/** A stretch that is drawn; or a blank in its place, so many pixels high, with a name that stays the same. */
export interface Piece extends Stretch {
  blank?: { name: string; height: number };
}

/** How far beyond the screen parts are drawn, in pixels: more than a turn of the wheel, or a press of Page Down. */
const BEYOND = 700;

/** Parts that nobody sees yet are drawn so many in a frame, on either side: a frame is soon over. */
const IN_A_FRAME = 1;

interface InView {
  table: RefObject<HTMLTableElement | null>;
  /** How many parts there are, each of them a `tbody` with its number as `data-part`. */
  count: number;
  /** How many are drawn before it is known how high they are. */
  first: number;
  /** Pixels of a part that was never drawn, until one has been. */
  usual: number;
  /** A short list is drawn as a whole. */
  isLong: boolean;
}

/**
 * Which parts of a long table are drawn: those near the screen, and where the keyboard is. Blanks stand for the
 * others, as high as they were when they were drawn last, or as others are.
 */
export function useInView({ table, count, first, usual, isLong }: InView): readonly Piece[] {
  const heights = useRef<Heights>({ width: 0, known: [], usual });
  const [{ pieces }, setNow] = useState(() => {
    const view = { from: 0, to: Math.min(first, count) };
    return { view, pieces: piecesOf(view, undefined, count, heights.current) };
  });

  const look = useCallback(() => {
    const element = table.current;
    const [body] = element?.tBodies ?? [];
    if (!element || !body) return;
    measure(element, heights.current);
    const top = -body.getBoundingClientRect().top;
    const seen = partsWithin(top, top + window.innerHeight, count, heights.current);
    const near = partsWithin(top - BEYOND, top + window.innerHeight + BEYOND, count, heights.current);
    const held = partOfKeyboard(element);
    setNow((before) => {
      const view = nextView(before.view, seen, near);
      const next = piecesOf(view, held, count, heights.current);
      return isSame(before.pieces, next) ? before : { view, pieces: next };
    });
  }, [table, count]);

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

  // What was just drawn is measured, and the next is drawn, until there is nothing to change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the pieces.
  useEffect(() => {
    if (!isLong) return;
    const frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [look, isLong, pieces]);

  return isLong ? pieces : [{ from: 0, to: count }];
}

interface Heights {
  /** The table's width at which they were measured. */
  width: number;
  /** By part; 0 where it was never drawn. */
  known: number[];
  usual: number;
}

function measure(table: HTMLTableElement, heights: Heights): void {
  const isAnew = heights.width !== table.clientWidth;
  if (isAnew) heights.known = [];
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
  if (!isAnew || sum === 0) return;
  heights.width = table.clientWidth;
  heights.usual = sum / measured;
}

const heightOf = (part: number, { known, usual }: Heights) => known[part] || usual;

/** The parts between two distances from the first one's beginning, in pixels; at least one. */
function partsWithin(top: number, bottom: number, count: number, heights: Heights): Stretch {
  let [part, at] = [0, 0];
  while (part < count - 1 && at + heightOf(part, heights) <= top) at += heightOf(part++, heights);
  const from = part;
  while (part < count && (part === from || at < bottom)) at += heightOf(part++, heights);
  return { from, to: part };
}

/** Whoever works with the keyboard stays where they are, however far away that is scrolled. */
function partOfKeyboard(table: HTMLTableElement): number | undefined {
  const { activeElement } = document;
  if (!table.contains(activeElement)) return;
  const part = activeElement?.closest<HTMLElement>('[data-part]')?.dataset.part;
  return part === undefined ? undefined : Number(part);
}

/** What is seen is drawn at once, and what is near it little by little. */
function nextView(before: Stretch, seen: Stretch, near: Stretch): Stretch {
  const { from, to } = before.from < seen.to && before.to > seen.from ? before : seen;
  return {
    from: Math.max(near.from, Math.min(seen.from, from - IN_A_FRAME)),
    to: Math.min(near.to, Math.max(seen.to, to + IN_A_FRAME)),
  };
}

function piecesOf(view: Stretch, held: number | undefined, count: number, heights: Heights): Piece[] {
  // The neighbours too, so that a Tab finds them.
  const kept = held === undefined ? view : { from: Math.max(0, held - 1), to: Math.min(count, held + 2) };
  const drawn =
    kept.to < view.from
      ? [kept, view]
      : kept.from > view.to
        ? [view, kept]
        : [{ from: Math.min(kept.from, view.from), to: Math.max(kept.to, view.to) }];
  const pieces: Piece[] = [];
  let at = 0;
  for (const stretch of [...drawn, { from: count, to: count }]) {
    if (stretch.from > at) {
      const blank = { from: at, to: stretch.from };
      // Where the keyboard is, nothing may be moved: blanks never change places with it.
      const beside = held !== undefined && held < at ? 'behind' : 'before';
      const name = at === 0 ? 'above' : stretch.from === count ? 'below' : beside;
      pieces.push({ ...blank, blank: { name, height: sumOf(blank, heights) } });
    }
    if (stretch.to > stretch.from) pieces.push(stretch);
    at = stretch.to;
  }
  return pieces;
}

function sumOf({ from, to }: Stretch, heights: Heights): number {
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
