import { earlyQueries } from '../client/early-queries.ts';
import { isFailure } from '../client/failure.ts';
import { startLocale } from '../client/locale.ts';
import { noticeFor, show } from '../client/notices.ts';
import { makeQueryClient } from '../client/queries.ts';
import { clearUserCache, endSession, sessionQuery, settingsQuery } from '../client/session.ts';
import { followOtherTabs } from '../masquerade/other-tabs.ts';
import { safeNext } from './guard.ts';
import { makeRouter } from './router.ts';

/** Connects the calls, the notices and the screens, and starts loading what every screen needs. */
export function startApp() {
  const spoken = startLocale();
  const queries = makeQueryClient(onFailure);
  const router = makeRouter(queries);
  followOtherTabs(() => window.location.assign('/default'));
  void queries.prefetchQuery(sessionQuery);
  void queries.prefetchQuery(settingsQuery);
  // Load the page's early requests into the cache before rendering, or the screen would send its own.
  const early = earlyQueries().map((query) => queries.prefetchQuery(query));
  return { queries, router, ready: Promise.all([spoken, router.load(), ...early]) };

  function onFailure(error: unknown): void {
    const notice = noticeFor(error);
    if (notice) show(notice);
    if (isFailure(error, 'no-session')) void leaveForLogin();
  }

  // The session has expired: go to the login, which returns to the current screen.
  async function leaveForLogin(): Promise<void> {
    endSession(queries);
    const next = safeNext(router.state.location.href);
    await router.navigate({ to: '/login', search: { next } });
    clearUserCache(queries);
  }
}
