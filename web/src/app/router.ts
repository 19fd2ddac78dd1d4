import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { hideNoticesOfScreenLeft } from '../client/notices.ts';
import { RouteFailed } from './RouteFailed.tsx';
import { RoutePending } from './RoutePending.tsx';
import { routeTree } from './routes.tsx';

/** `history` is the browser's, unless told otherwise: then no page is there whose place could be kept. */
export function makeRouter(queries: QueryClient, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    ...(history && { history }),
    context: { queries },
    defaultErrorComponent: RouteFailed,
    defaultPendingComponent: RoutePending,
    // Quick loads show no indicator at all, and one that shows does not flash.
    defaultPendingMs: 500,
    defaultPendingMinMs: 300,
    defaultPreload: 'intent',
    // What is kept, and for how long, is the query cache's to say.
    defaultPreloadStaleTime: 0,
    scrollRestoration: history === undefined,
  });
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) hideNoticesOfScreenLeft();
  });
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    // The first screen keeps the page's own start, so that the skip link comes first.
    if (fromLocation && pathChanged) focusHeading();
  });
  return router;
}

/** Tells a screen reader, and the keyboard, that another screen has come. */
function focusHeading(): void {
  // Someone who opened a menu while the screen was loading keeps it, whether they are at its button or in it.
  const opened = [...document.querySelectorAll('[aria-expanded="true"]')];
  if (opened.some((button) => button.parentElement?.contains(document.activeElement))) return;
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
