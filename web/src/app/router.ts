import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { hideNoticesOfPreviousScreen } from '../client/notices.ts';
import { RouteFailed } from './RouteFailed.tsx';
import { RoutePending } from './RoutePending.tsx';
import { routeTree } from './routes.tsx';

/**
 * `history` is the browser's by default. With another one, there is no page whose scroll position could be
 * restored.
 */
export function makeRouter(queries: QueryClient, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    ...(history && { history }),
    context: { queries, warmUp },
    defaultErrorComponent: RouteFailed,
    defaultPendingComponent: RoutePending,
    // A quick load shows no indicator, and an indicator does not flash.
    defaultPendingMs: 500,
    defaultPendingMinMs: 300,
    defaultPreload: 'intent',
    // The query cache decides what is cached and for how long.
    defaultPreloadStaleTime: 0,
    scrollRestoration: history === undefined,
  });
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) hideNoticesOfPreviousScreen();
  });
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    // The first screen keeps the focus at the page's start, so the skip link comes first.
    if (fromLocation && pathChanged) focusHeading();
  });
  return router;

  function warmUp(): void {
    import('./warm-up.ts').then((ahead) => ahead.warmUp(router)).catch(() => undefined);
  }
}

/** Tells screen readers and the keyboard about a new screen. */
function focusHeading(): void {
  // A menu opened while the screen was loading keeps the focus, on its button or inside.
  const opened = [...document.querySelectorAll('[aria-expanded="true"]')];
  if (opened.some((button) => button.parentElement?.contains(document.activeElement))) return;
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
