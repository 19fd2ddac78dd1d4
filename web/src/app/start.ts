import { earlyQueries } from '../client/early-queries.ts';
import { startLocale } from '../client/locale.ts';
import { noticeFor, show } from '../client/notices.ts';
import { makeQueryClient } from '../client/queries.ts';
import { endSession, leaveUser, sessionQuery, settingsQuery } from '../client/session.ts';
import { onExpiredSession, onOtherUser, type ShownUser, shownUser, showUser } from '../client/shown-user.ts';
import { safeNext } from './guard.ts';
import { noteRefusal, restartAddress, showNotedRefusal } from './restart.ts';
import { makeRouter } from './router.ts';

/**
 * Connects the calls, the notices and the screens, and starts loading what every screen needs. `load` replaces the page
 * with the one at this address.
 */
export function startApp(load: (address: string) => void = loadPage) {
  const spoken = startLocale();
  const queries = makeQueryClient(onFailure);
  const router = makeRouter(queries);
  let isRestarting = false;
  showUser(undefined);
  onOtherUser(restart);
  onExpiredSession(onExpired);
  // A page that the browser has stored and shows again, as after the back button.
  window.onpageshow = ({ persisted }) => {
    if (persisted) void queries.prefetchQuery({ ...sessionQuery, staleTime: 0 });
  };
  void queries.prefetchQuery(sessionQuery);
  void queries.prefetchQuery(settingsQuery);
  // Load the page's early requests into the cache before rendering, or the screen would send its own.
  const early = earlyQueries().map((query) => queries.prefetchQuery(query));
  void Promise.all([spoken, queries.ensureQueryData(sessionQuery)]).then(showNotedRefusal, () => undefined);
  return { queries, router, ready: Promise.all([spoken, router.load(), ...early]) };

  function onFailure(error: unknown): void {
    if (isRestarting) return;
    const notice = noticeFor(error);
    if (notice) show(notice);
  }

  function onExpired(refusal: Error): void {
    onFailure(refusal);
    if (!isRestarting) void leaveForLogin();
  }

  // The session has expired: go to the login, which returns to the current screen.
  async function leaveForLogin(): Promise<void> {
    endSession(queries);
    const next = safeNext(router.state.location.href);
    await router.navigate({ to: '/login', search: { next } });
    // People who stay on a form with unsaved changes can log in again in another tab, and then save.
    if (router.state.location.pathname === '/login') leaveUser(queries);
  }

  /** Someone else is logged in. No other call may be made as the user before, so the page starts again. */
  function restart(now: ShownUser, isRefused: boolean): void {
    if (isRestarting) return;
    const { location, matches } = router.state;
    const address = restartAddress(shownUser(), now, location, String(matches.at(-1)?.fullPath));
    if (address === null) return;
    isRestarting = true;
    if (isRefused) noteRefusal();
    // Otherwise, unsaved changes would stop it.
    router.history.destroy();
    load(address);
  }
}

function loadPage(address: string): void {
  // The browser would not load its current address again.
  if (address === window.location.pathname + window.location.search + window.location.hash)
    window.location.reload();
  // The back button must not lead to a screen of the user before.
  else window.location.replace(address);
}
