import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.layer.css';
import './app/base.css';
import { compileWith } from '@waypost/contract/i18n';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { startApp } from './app/start.ts';
import { isMissing } from './client/failure.ts';
import { keepFocus } from './ui/keep-focus.ts';

// The build has compiled them.
if (import.meta.env.PROD) compileWith((message) => message);

const { queries, router, ready } = startApp();
const place = document.getElementById('root');
if (!place) throw new Error('index.html has no place for Waypost.');

// Told before the first schema is made: the validator would try whether it may make code of text, and the content
// security policy, which forbids it, would report the try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

keepFocus(document);

// What the page was made with stands until the screen is there as a whole, then makes way for it at once.
void ready.then(() =>
  // Low priority, so that the page stays responsive to scrolling and typing.
  startTransition(() =>
    createRoot(place, {
      // An address that names nothing is no error: the screen says so.
      onCaughtError: (error) => isMissing(error) || console.error(error),
    }).render(
      <StrictMode>
        <App queries={queries} router={router} />
      </StrictMode>,
    ),
  ),
);
