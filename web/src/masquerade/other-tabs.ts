// One for this tab: it hears every other one, and never itself. Missing on telephones that are still in use;
// there each tab learns it from its next call.
const others = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('waypost.session');

/** Tells this browser's other tabs that they now belong to somebody else: a tab has no session of its own. */
export function tellOtherTabs(): void {
  others?.postMessage('turned');
}

/** Starts this tab anew when another one has turned into somebody else, so that it shows who it acts as. */
export function followOtherTabs(startAnew: () => void): void {
  if (others) others.onmessage = startAnew;
}
