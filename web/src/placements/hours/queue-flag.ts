const KEY = 'waypost.hours.waiting';

/**
 * Whether entries of any account may be waiting on this phone: tells the shell to load the code that sends them, which
 * almost nobody needs. In local storage, because that can be read synchronously.
 */
export function hasQueuedEntries(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

let listeners: (() => void)[] = [];

export function setHasQueuedEntries(isWaiting: boolean): void {
  try {
    if (isWaiting) localStorage.setItem(KEY, 'yes');
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, and so nothing is waiting.
  }
  for (const listener of listeners) listener();
}

/** Calls back when it may have changed, in this tab or in another one that was used meanwhile. */
export function onQueueFlagChange(listener: () => void): () => void {
  listeners = [...listeners, listener];
  window.addEventListener('focus', listener);
  window.addEventListener('online', listener);
  return () => {
    listeners = listeners.filter((each) => each !== listener);
    window.removeEventListener('focus', listener);
    window.removeEventListener('online', listener);
  };
}
