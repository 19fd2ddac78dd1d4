// One channel per tab, so that a tab receives the messages of all others but not its own.
let others: BroadcastChannel | null = null;

/** Calls back when another tab has logged someone in or out. */
export function followOtherTabs(onUser: (user: string | null) => void): void {
  // Some phones still in use have no channel; on these, the server refuses a tab's next call. It is opened only here, because
  // an open one would keep the build, which renders screens, from ending.
  if (typeof BroadcastChannel !== 'undefined') others ??= new BroadcastChannel('waypost.session');
  if (others) others.onmessage = ({ data }: MessageEvent<string | null>) => onUser(data);
}

/** Tells this browser's other tabs who is logged in now, as `nameUser` names them, or null for nobody. */
export function tellOtherTabs(user: string | null): void {
  others?.postMessage(user);
}
