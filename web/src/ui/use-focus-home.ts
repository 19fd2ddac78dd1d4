import { type RefObject, useEffect, useRef } from 'react';

/**
 * Makes a part take the focus when its focused element is removed, for example a button that the other side's
 * step made obsolete. The part needs a name and `tabIndex={-1}`. Of two nested parts, the inner one takes the
 * focus.
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
  // Browsers also fire focusout when an element is removed, or disabled while its action runs. If the user moved
  // the focus, the element is unchanged.
  const go = () => {
    const left = last;
    queueMicrotask(() => {
      const hasStayed = left?.isConnected && !left.matches(':disabled');
      if (last === left && hasStayed && document.activeElement !== left) last = null;
    });
  };
  const removed = new MutationObserver(() => {
    if (!last || last.isConnected) return;
    last = null;
    // The action that removed the element may move the focus itself.
    requestAnimationFrame(() => {
      const isFocusLost = document.activeElement === null || document.activeElement === document.body;
      if (isFocusLost) home.focus({ preventScroll: true });
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
