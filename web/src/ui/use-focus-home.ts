import { type RefObject, useEffect, useRef } from 'react';

/**
 * A part that takes the focus when what had it within is gone: a button, say, that the other side's step has taken
 * away while it was looked at. The part has a name and `tabIndex={-1}`; of two around each other the inner one takes it.
 */
export function useFocusHome<Home extends HTMLElement>(): RefObject<Home | null> {
  const home = useRef<Home>(null);
  useEffect(() => (home.current ? keepFocusIn(home.current) : undefined), []);
  return home;
}

function keepFocusIn(home: HTMLElement): () => void {
  let last: Element | null = null;
  const come = ({ target }: FocusEvent) => {
    last = target instanceof Element && target !== home ? target : null;
  };
  // Some browsers tell of it before they take an element away, too: whoever leaves by themselves leaves it standing.
  const go = () => {
    const left = last;
    queueMicrotask(() => {
      if (last === left && left?.isConnected && document.activeElement !== left) last = null;
    });
  };
  const removed = new MutationObserver(() => {
    if (!last || last.isConnected) return;
    last = null;
    // Whoever has asked for the step that took it away may have a place of their own for the focus.
    requestAnimationFrame(() => {
      const isNowhere = document.activeElement === null || document.activeElement === document.body;
      if (isNowhere) home.focus({ preventScroll: true });
    });
  });
  home.addEventListener('focusin', come);
  home.addEventListener('focusout', go);
  removed.observe(home, { childList: true, subtree: true });
  return () => {
    home.removeEventListener('focusin', come);
    home.removeEventListener('focusout', go);
    removed.disconnect();
  };
}
