import { useCallback, useEffect, useRef, useState } from 'react';

const PREFIX = 'waypost.draft.';
/** Debounce: short enough to lose no sentence, long enough not to slow down typing. */
const KEEP_AFTER_MS = 500;

interface Draft {
  /** Whether the text is from an earlier visit. The screen says so and offers to discard it. */
  restored: boolean;
  /** Deletes the draft, once its text has been saved or on request. */
  forget: () => void;
}

/** Long texts are kept until they are sent. Forms with personal data are kept only for the tab. */
type Lasting = 'until sent' | 'while the tab is open';

/**
 * Saves unfinished input in this browser, so that a reload, a lost connection, an expired session or another user in
 * another tab loses nothing. `key` identifies the subject, and ends with the id of the person, the only one who gets it
 * back (`cover-letter <opportunity> <user>`). `restore` receives the saved value once, on the first render.
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
    // What was saved before may be gone: a logout in another tab deletes it, and then restarts this page.
    const keepAgain = () => {
      if (text !== start.current) writeDraft(key, text, lasting);
    };
    const timer = setTimeout(keep, KEEP_AFTER_MS);
    window.addEventListener('pagehide', keepAgain);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keepAgain);
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

const places = ['until sent', 'while the tab is open'] as const;

/** On a shared computer, nothing may remain after logging out. */
export function forgetDrafts(): void {
  for (const lasting of places)
    attempt(() => {
      const kept = storage(lasting);
      for (const key of Object.keys(kept)) if (key.startsWith(PREFIX)) kept.removeItem(key);
    });
}

/** The saved texts of one place, by key. */
type Texts = Record<string, string>;

/**
 * The drafts of people who do not log out: their session has expired, or another tab logged in someone else. A logout
 * clears all storage of the browser, so read them before it, and put them back after it.
 */
export function draftsOfOthers(leaving: readonly (string | null)[]): Texts[] {
  const isOfOther = ([key]: [string, string]) =>
    key.startsWith(PREFIX) && key.includes(' ') && !leaving.includes(key.split(' ').at(-1) ?? '');
  return places.map(
    (lasting) =>
      attempt(() => Object.fromEntries(Object.entries<string>({ ...storage(lasting) }).filter(isOfOther))) ??
      {},
  );
}

export function putBackDrafts(drafts: readonly Texts[] | undefined): void {
  places.forEach((lasting, index) => {
    for (const [key, text] of Object.entries(drafts?.[index] ?? {}))
      attempt(() => storage(lasting).setItem(key, text));
  });
}

const storage = (lasting: Lasting) => (lasting === 'until sent' ? localStorage : sessionStorage);
const readDraft = (key: string, lasting: Lasting) => attempt(() => storage(lasting).getItem(PREFIX + key));
const writeDraft = (key: string, text: string, lasting: Lasting) =>
  attempt(() => storage(lasting).setItem(PREFIX + key, text));
const removeDraft = (key: string, lasting: Lasting) =>
  attempt(() => storage(lasting).removeItem(PREFIX + key));

// A browser may block storage or run out of it. Then there is no draft, and everything else works.
function attempt<T>(what: () => T): T | null {
  try {
    return what();
  } catch {
    return null;
  }
}
