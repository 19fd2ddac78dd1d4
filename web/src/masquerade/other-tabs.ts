// One channel per tab, so that a tab receives the messages of all others but not its own. Some phones still in use
// lack BroadcastChannel; on these, a tab notices the new user with its next call.
const others = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('waypost.session');

/** Tells this browser's other tabs, which share the session, that its user has changed. */
export function notifyOtherTabs(): void {
  others?.postMessage('turned');
}

/** Restarts this tab when another tab changes the user, so that it shows who is logged in now. */
export function followOtherTabs(startAnew: () => void): void {
  if (others) others.onmessage = startAnew;
}
