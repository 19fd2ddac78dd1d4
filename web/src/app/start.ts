import { earlyQueries } from '../client/early-queries.ts';
import { isFailure } from '../client/failure.ts';
import { startLocale } from '../client/locale.ts';
import { noticeFor, show } from '../client/notices.ts';
import { makeQueryClient } from '../client/queries.ts';
import { dropKept, endSession, sessionQuery, settingsQuery } from '../client/session.ts';
import { followOtherTabs } from '../masquerade/other-tabs.ts';
import { safeNext } from './guard.ts';
import { makeRouter } from './router.ts';

/** Puts the calls, the notices and the screens together, and starts on what every screen needs. */
export function startApp() {
  const spoken = startLocale();
  const queries = makeQueryClient(onFailure);
  const router = makeRouter(queries);
  followOtherTabs(() => window.location.assign('/default'));
  void queries.prefetchQuery(sessionQuery);
  void queries.prefetchQuery(settingsQuery);
  // What the page has asked for already is there before the screen is drawn, which would else begin without it.
  const early = earlyQueries().map((query) => queries.prefetchQuery(query));
  return { queries, router, ready: Promise.all([spoken, router.load(), ...early]) };

  function onFailure(error: unknown): void {
    const notice = noticeFor(error);
    if (notice) show(notice);
    if (isFailure(error, 'no-session')) void leaveForLogin();
  }

  // The session has ended behind our back: back to the login, which comes back to where one was.
  async function leaveForLogin(): Promise<void> {
    endSession(queries);
    const next = safeNext(router.state.location.href);
    await router.navigate({ to: '/login', search: { next } });
    dropKept(queries);
  }
}
