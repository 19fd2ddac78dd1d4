import { useCallback, useEffect, useRef, useState } from 'react';

const PREFIX = 'waypost.draft.';
/** Often enough to lose no sentence, seldom enough not to be felt while typing. */
const KEEP_AFTER_MS = 500;

interface Draft {
  /** The text stands from an earlier visit: the screen says so and offers to start afresh. */
  restored: boolean;
  /** Drops the draft: once its text has been saved, or at the person's wish. */
  forget: () => void;
}

/** Long texts wait until somebody comes back; what a form holds of a person goes with the tab it was typed in. */
type Lasting = 'until sent' | 'while the tab is open';

/**
 * Keeps what is being written in this browser, so that a reload, a lost connection or an expired session
 * loses none of it. `key` names the thing and the person (`cover-letter <opportunity> <user>`); `restore`
 * is given what was kept, once, on the first look.
 */
export function useDraft<T>(
  key: string,
  value: T,
  restore: (kept: T) => void,
  lasting: Lasting = 'until sent',
): Draft {
  const [restored, setRestored] = useState(false);
  const text = JSON.stringify(value);
  const start = useRef(text);
  const pending = useRef<string | null>(null);
  const give = useRef(restore);
  give.current = restore;

  useEffect(() => {
    const kept = readDraft(key, lasting);
    if (kept === null || kept === start.current) return;
    give.current(JSON.parse(kept) as T);
    setRestored(true);
  }, [key, lasting]);

  useEffect(() => {
    if (text === start.current) return;
    pending.current = text;
    const keep = () => {
      if (pending.current !== null) writeDraft(key, pending.current, lasting);
      pending.current = null;
    };
    const timer = setTimeout(keep, KEEP_AFTER_MS);
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [key, text, lasting]);

  const forget = useCallback(() => {
    pending.current = null;
    start.current = text;
    setRestored(false);
    removeDraft(key, lasting);
  }, [key, text, lasting]);

  return { restored, forget };
}

/** A shared computer keeps nothing of whoever logs out. */
export function forgetDrafts(): void {
  for (const lasting of ['until sent', 'while the tab is open'] as const)
    attempt(() => {
      const kept = storage(lasting);
      for (const key of Object.keys(kept)) if (key.startsWith(PREFIX)) kept.removeItem(key);
    });
}

const storage = (lasting: Lasting) => (lasting === 'until sent' ? localStorage : sessionStorage);
const readDraft = (key: string, lasting: Lasting) => attempt(() => storage(lasting).getItem(PREFIX + key));
const writeDraft = (key: string, text: string, lasting: Lasting) =>
  attempt(() => storage(lasting).setItem(PREFIX + key, text));
const removeDraft = (key: string, lasting: Lasting) =>
  attempt(() => storage(lasting).removeItem(PREFIX + key));

// A browser may refuse storage altogether, or be full: then there is no draft, and nothing else is lost.
function attempt<T>(what: () => T): T | null {
  try {
    return what();
  } catch {
    return null;
  }
}
