import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { currentLocale } from '@waypost/contract/i18n';
import { useSyncExternalStore } from 'react';
import { onLocale } from '../client/locale.ts';
import { cssVariables, theme } from './theme.ts';

/** The product: its looks, what it has read, and the screens. */
export function App({ queries, router }: { queries: QueryClient; router: AnyRouter }) {
  // Texts are no state of React's: in another language every screen is drawn anew, from what is loaded already.
  const locale = useSyncExternalStore(onLocale, currentLocale, currentLocale);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <RouterProvider key={locale} router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
