import { USER_HEADER } from '@waypost/contract/named-user';
import { followOtherTabs, tellOtherTabs } from './other-tabs.ts';

/**
 * The user whom this page shows, as `nameUser` names them. Null is nobody; undefined means that it is not known yet. All
 * tabs share one session, so another tab may have logged in someone else.
 */
export type ShownUser = string | null | undefined;

let shown: ShownUser;
/** The user this page has told the other tabs about, who may have left it showing the user before. */
let told: ShownUser;
let restart: (now: ShownUser, isRefused: boolean) => void = () => undefined;

export const shownUser = (): ShownUser => shown;

export function showUser(user: ShownUser): void {
  shown = user;
}

/** This page has changed the session's user: it shows them from now on, and tells the other tabs. */
export function changeUser(user: string): void {
  shown = user;
  announceUser(user);
}

/** Tells the other tabs who is logged in now, as far as this page knows. */
export function announceUser(user: string | null): void {
  told = user;
  tellOtherTabs(user);
}

/**
 * Whether this page shows the user who is logged in. Otherwise it starts again. A page that finds out who that is tells
 * the other tabs, which may not know that a session has expired.
 */
export function confirmUser(user: string | null): boolean {
  if (shown === undefined) {
    shown = user;
    announceUser(user);
  }
  if (shown !== user) restart(user, false);
  return shown === user;
}

/** This page shows one user, and its calls are meant for another one: it starts again. */
export function restartPage(): void {
  restart(shown, false);
}

let leave: (refusal: Error) => void = () => undefined;

/** Sets what happens when any call of this page finds that its session has expired. */
export function onExpiredSession(listener: typeof leave): void {
  leave = listener;
}

/** The server has refused a call of this page, because nobody is logged in. */
export function reportExpiredSession(refusal: Error): void {
  leave(refusal);
}

/** The server has refused a call of this page, because someone else is logged in. */
export function reportRefusedUser(): void {
  restart(undefined, true);
}

/**
 * Sets how this page restarts as the logged-in user: `now`, or undefined if unknown. `isRefused`: the server has refused a
 * call.
 */
export function onOtherUser(start: typeof restart): void {
  restart = start;
  followOtherTabs((user) => {
    // A page that is still loading will ask the server itself. Pages that load at once would otherwise restart each other.
    // A page that has ended its session itself is about to leave, or keeps a form that someone has not saved.
    if (shown !== undefined && user !== shown && user !== told) restart(user, false);
  });
}

/** The header that names the user a call is meant for. */
export function userHeader(user: ShownUser): Record<string, string> {
  return user ? { [USER_HEADER]: user } : {};
}
