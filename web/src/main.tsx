import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.layer.css';
import './app/base.css';
import { compileWith } from '@waypost/contract/i18n';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { loadOwnFont } from './app/fonts.ts';
import { startApp } from './app/start.ts';
import { isMissing } from './client/failure.ts';
import { keepFocus } from './ui/keep-focus.ts';

// The build has precompiled the messages.
if (import.meta.env.PROD) compileWith((message) => message);

const { queries, router, ready } = startApp();
// The frame that is already painted does not use it (web/build/page.ts).
void loadOwnFont();
const place = document.getElementById('root');
if (!place) throw new Error('index.html has no place for Waypost.');

// Set before the first schema is created: otherwise the validator tests whether it may evaluate code, and
// the content security policy reports that.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

keepFocus(document);

// The page's static HTML stays until the screen is complete, which then replaces it in a single update.
void ready.then(() =>
  // Low priority, so that the page stays responsive to scrolling and typing.
  startTransition(() =>
    createRoot(place, {
      // A URL of something that does not exist is not an error: the screen says so.
      onCaughtError: (error) => isMissing(error) || console.error(error),
    }).render(
      <StrictMode>
        <App queries={queries} router={router} />
      </StrictMode>,
    ),
  ),
);
