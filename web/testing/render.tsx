import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import Notices from '../src/app/shell/Notices.tsx';
import { startApp } from '../src/app/start.ts';
import { cssVariables, theme } from '../src/app/theme.ts';
import { closeNotice, noticeFor, show } from '../src/client/notices.ts';
import { makeQueryClient } from '../src/client/queries.ts';

/** Functions that unmount what the current test has mounted. */
const mounted = new Set<() => void>();

/** Renders an element into the page. It stays until `unmount`, `unmountAll` or the end of the test. */
export function mount(element: ReactElement) {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const rerender = (next: ReactElement) => flushSync(() => root.render(next));
  const unmount = () => {
    flushSync(() => root.unmount());
    container.remove();
    mounted.delete(unmount);
  };
  mounted.add(unmount);
  rerender(element);
  return { container, rerender, unmount };
}

export function unmountAll(): void {
  for (const unmount of mounted) unmount();
}

/**
 * Ends the retries of failed requests together with the test, so that none reaches a later test's server. A call that fails
 * after its test shows no notice in the next one.
 */
function endCallsOf(queries: QueryClient): void {
  onTestFinished(() => {
    queries.clear();
    for (const cache of [queries.getQueryCache(), queries.getMutationCache()])
      cache.config.onError = () => undefined;
  });
}

/** Renders a component with the providers that every component needs. */
export function renderPart(part: ReactElement) {
  closeNotice();
  const queries = makeQueryClient((error) => {
    const notice = noticeFor(error);
    if (notice) show(notice);
  });
  endCallsOf(queries);
  const within = (shown: ReactElement) => (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
      <QueryClientProvider client={queries}>
        {shown}
        <Notices />
      </QueryClientProvider>
    </MantineProvider>
  );
  const { rerender, ...rendered } = mount(within(part));
  return { ...rendered, rerender: (next: ReactElement) => rerender(within(next)) };
}

/**
 * Opens the whole product at a URL, like a browser: guard, shell, screen and notices. `restarts` are the URLs at which it
 * started again because of another user; the test's own page stays.
 */
export function openApp(address: string) {
  closeNotice();
  window.history.replaceState(null, '', address);
  const restarts: string[] = [];
  const { queries, router } = startApp((at) => restarts.push(at));
  endCallsOf(queries);
  // All tests share the browser's history, so a save that ends after its test must not navigate in the next one.
  onTestFinished(() => {
    Object.assign(router.history, { push: () => undefined, replace: () => undefined });
    router.history.destroy();
  });
  const rendered = mount(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...rendered, router, queries, restarts };
}
