import { MantineProvider, Paper, Stack, Title } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { cssVariables, theme } from '../src/app/theme.ts';
import { contentExamples } from './content-examples.tsx';
import { formExamples } from './form-examples.tsx';

// For developers: the components of `src/ui` in their states. `npm run dev` serves it at /components/.

/** In the order of their names. A test fails if one of `src/ui` is missing. */
const examples = Object.entries({ ...formExamples, ...contentExamples }).sort(([one], [other]) =>
  one < other ? -1 : 1,
);

function Examples() {
  return (
    <Stack maw="60rem" mx="auto" p="md">
      {examples.map(([name, states]) => (
        <Paper key={name} withBorder p="lg" component="section" aria-label={name}>
          <Stack align="stretch">
            <Title order={2} size="h4">
              {name}
            </Title>
            {states}
          </Stack>
        </Paper>
      ))}
    </Stack>
  );
}

export function ComponentsPage() {
  // Links need a router.
  const [router] = useState(() =>
    createRouter({
      routeTree: createRootRoute({ component: Examples }),
      history: createMemoryHistory({ initialEntries: ['/'] }),
    }),
  );
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <RouterProvider router={router as never} />
    </MantineProvider>
  );
}
