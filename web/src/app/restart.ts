import { screenAccess } from '@waypost/contract/access';
import { t } from '@waypost/contract/i18n';
import { refusals } from '@waypost/contract/refusal';
import { notify } from '../client/notices.ts';
import type { ShownUser } from '../client/shown-user.ts';
import { isScreenPath, safeNext } from './guard.ts';

/**
 * The address at which a page that shows `before` restarts as `now` (undefined: unknown). Null if it stays. `path` is the
 * route's own pattern.
 */
export function restartAddress(
  before: ShownUser,
  now: ShownUser,
  { href, search }: { href: string; search: { next?: unknown } },
  path: string,
): string | null {
  // The guard redirects to the login, which returns here.
  if (now === null) return href;
  if (path === '/login') return safeNext(search.next) ?? '/default';
  if (before) return '/default';
  const isForVisitors = isScreenPath(path) && screenAccess[path] === 'visitor';
  // Someone is signing up or setting a password here, which depends on no session.
  return before === null && isForVisitors ? null : href;
}

const REFUSED = 'waypost.someone-else';

/** Notes for the next page of this tab that the server has refused a call. */
export function noteRefusal(): void {
  try {
    sessionStorage.setItem(REFUSED, 'yes');
  } catch {
    // Storage is blocked, so the next page does not say it.
  }
}

/** Says why this page replaced another one, if the server had refused that one's call. */
export function showNotedRefusal(): void {
  try {
    if (sessionStorage.getItem(REFUSED) === null) return;
    sessionStorage.removeItem(REFUSED);
  } catch {
    return;
  }
  notify.warning(
    t(
      'This page showed another account, so we reloaded it. Nothing was saved. To continue, log in to that account again.',
    ),
    t(refusals['someone-else'].title),
  );
}
