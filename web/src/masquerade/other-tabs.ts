// One channel per tab, so a tab receives the messages of all others but not its own. Some phones in use
// lack BroadcastChannel; there, each tab finds out with its next call.
const others = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('waypost.session');

/** Tells this browser's other tabs, which share the session, that its user has changed. */
export function tellOtherTabs(): void {
  others?.postMessage('turned');
}

/** Restarts this tab when another tab has changed the user, so that it shows whom it acts as. */
export function followOtherTabs(startAnew: () => void): void {
  if (others) others.onmessage = startAnew;
}
