import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.layer.css';
import './app/base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startApp } from './app/start.ts';
import { cssVariables, theme } from './app/theme.ts';

const { queries, router } = startApp();
const place = document.getElementById('root');
if (!place) throw new Error('index.html has no place for Waypost.');

createRoot(place).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
