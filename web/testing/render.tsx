import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import Notices from '../src/app/shell/Notices.tsx';
import { startApp } from '../src/app/start.ts';
import { cssVariables, theme } from '../src/app/theme.ts';
import { closeNotice, noticeFor, show } from '../src/client/notices.ts';
import { makeQueryClient } from '../src/client/queries.ts';

/** Renders a component with the providers that every component needs. */
export function renderPart(part: ReactElement) {
  closeNotice();
  const queries = makeQueryClient((error) => {
    const notice = noticeFor(error);
    if (notice) show(notice);
  });
  const around = ({ children }: { children: ReactNode }) => (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
      <QueryClientProvider client={queries}>
        {children}
        <Notices />
      </QueryClientProvider>
    </MantineProvider>
  );
  return render(part, { wrapper: around });
}

/** Opens the whole product at a URL, like a browser: guard, shell, screen and notices. */
export function openApp(address: string) {
  closeNotice();
  window.history.replaceState(null, '', address);
  const { queries, router } = startApp();
  // All tests share the browser's history. A save that ends after its test must not navigate in the next
  // one.
  onTestFinished(() => {
    Object.assign(router.history, { push: () => undefined, replace: () => undefined });
    router.history.destroy();
  });
  const rendered = render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...rendered, router, queries };
}
