import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { guardScreen, type ScreenPath, screenAccess } from '@waypost/contract/access';
import type { CurrentUser } from '@waypost/contract/accounts/calls';
import { personOf, sessionQuery } from '../client/session.ts';

export interface RouterContext {
  queries: QueryClient;
}

function isScreenPath(path: string): path is ScreenPath {
  return Object.hasOwn(screenAccess, path);
}

/** Where the guard sends this session, or null if it may stay (docs/behavior/app.md#route-guard). */
export function whereInstead(path: ScreenPath, session: CurrentUser | null): string | null {
  // The school system's default password opens nothing but the way to a password of one's own.
  const open = screenAccess[path] === 'anyone' || path === '/password';
  if (session?.must_change_password && !open) return '/password';
  return guardScreen(path, personOf(session));
}

/**
 * Asked by the root before any screen loads. `path` is the route's own spelling (`/profile/view/$id`),
 * `href` what stands in the address: a login comes back to it.
 */
export async function guard(queries: QueryClient, path: string, href: string): Promise<void> {
  if (!isScreenPath(path)) return;
  // What is open to anyone shows at once; who is signed in may be learnt behind it.
  if (screenAccess[path] === 'anyone') {
    void queries.prefetchQuery(sessionQuery);
    return;
  }
  const instead = whereInstead(path, await queries.ensureQueryData(sessionQuery));
  if (instead === '/login' && path !== '/default') throw redirect({ to: '/login', search: { next: href } });
  if (instead) throw redirect({ to: instead });
}

/** Only a path of our own is a place to come back to: never another site, never the login itself. */
export function safeNext(next: unknown): string | undefined {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next)) return undefined;
  return /^\/(login|signup|forgot)/.test(next) ? undefined : next;
}
