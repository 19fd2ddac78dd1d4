import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { guardScreen, type ScreenPath, screenAccess } from '@waypost/contract/access';
import type { CurrentUser } from '@waypost/contract/people/accounts/calls';
import { personOf, sessionQuery } from '../client/session.ts';

export interface RouterContext {
  queries: QueryClient;
  /** Preloads the code that is needed after a login. */
  warmUp: () => void;
}

export function isScreenPath(path: string): path is ScreenPath {
  return Object.hasOwn(screenAccess, path);
}

/** Where the guard redirects this session, or null if it may stay (docs/behavior/app.md#route-guard). */
export function redirectFor(path: ScreenPath, session: CurrentUser | null): string | null {
  // Someone who must choose a password or set up two-step login can open only the screen for it.
  const open = screenAccess[path] === 'anyone' || path === '/password';
  if ((session?.must_change_password || session?.must_set_up_second_factor) && !open) return '/password';
  return guardScreen(path, personOf(session));
}

/**
 * Called by the root route before any screen loads. `path` is the route's own pattern
 * (`/profile/view/$id`). `href` is the current URL, to which a login returns.
 */
export async function guard(queries: QueryClient, path: string, href: string): Promise<void> {
  if (!isScreenPath(path)) return;
  // A screen open to everyone shows immediately; the session may load in the background.
  if (screenAccess[path] === 'anyone') {
    void queries.prefetchQuery(sessionQuery);
    return;
  }
  const instead = redirectFor(path, await queries.ensureQueryData(sessionQuery));
  if (instead === '/login' && path !== '/default') throw redirect({ to: '/login', search: { next: href } });
  if (instead) throw redirect({ to: instead });
}

/** Accepts only a path of our own as a return path: never another site, never the login itself. */
export function safeNext(next: unknown): string | undefined {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next)) return undefined;
  return /^\/(login|signup|forgot)/.test(next) ? undefined : next;
}
