import { compileMessage } from '@lingui/message-utils/compileMessage';
import { Box } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRouter,
  type RouterHistory,
} from '@tanstack/react-router';
import { type ScreenPath, screenAccess } from '@waypost/contract/access';
import { addMessages, compileWith, type Locale, provideReader, t } from '@waypost/contract/i18n';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { addressOf } from '../client/call.ts';
import { makeQueryClient } from '../client/queries.ts';
import { sessionQuery } from '../client/session.ts';
import { BrowseFrame } from '../opportunities/browse/BrowseFrame.tsx';
import { firstOfOpportunity, OpportunityFrame } from '../opportunities/opportunities/OpportunityFrame.tsx';
import { ForgotFrame, LoginFrame } from '../people/accounts/Entrance.tsx';
import { ownProjectsQuery } from '../placements/projects/own-projects.ts';
import { App } from './App.tsx';
import type { RouterContext } from './guard.ts';
import { makeRouter } from './router.ts';
import { Shell } from './shell/Shell.tsx';

compileWith(compileMessage);

/** A request that a page sends before the app starts, and where it shows parts of the reply. */
export interface FirstCall {
  /** Its URL. The last segment of the page's own URL replaces `ID` at the end. */
  asks: string;
  /** For each selector, a path in the reply, such as `business_id_fk.business_name`. */
  shows: Record<string, string>;
}

interface Frame {
  shown: ReactNode;
  call?: FirstCall;
}

/** The parts of a screen that do not depend on the user. Other screens show only the shell. */
const frames: Partial<Record<ScreenPath, Frame>> = {
  '/login': { shown: atFullHeight(<LoginFrame />) },
  '/forgot': { shown: atFullHeight(<ForgotFrame />) },
  '/opportunity/browse': { shown: <BrowseFrame /> },
  '/opportunity/view/$id': {
    shown: <OpportunityFrame />,
    call: {
      asks: addressOf(opportunityCalls.loadOpportunity.path, { opp_id: 'ID' }),
      shows: firstOfOpportunity,
    },
  },
};

/** A field or button painted before the app starts would lose input and ignore presses. */
const isStatic = (path: ScreenPath) =>
  (screenAccess[path] === 'anyone' && !path.endsWith('/$code')) || path === '/signup';

export interface FirstPaint {
  html: string;
  locale: Locale;
  /** Shown by search engines, and by browsers without scripts. */
  description: string;
  noScript: string;
  call: FirstCall | undefined;
  /** Whether it shows only what is around the screen. */
  isFrame: boolean;
}

/** Whether a screen is only for students, who are addressed as tú in Spanish. */
const isForStudents = (path: ScreenPath) => Object.keys(screenAccess[path]).join() === 'Student';

/** What `/default` requests, besides the session and settings, before it shows this home screen. */
export function dataOfHome(home: ScreenPath): string[] {
  const [path, input] = ownProjectsQuery.queryKey;
  return isForStudents(home) ? [addressOf(String(path), input)] : [];
}

/** Adds the translations for the pages that are generated from now on. */
export const addTranslations: typeof addMessages = addMessages;

/** A screen's initial HTML, generated at build time: once per language, the same for everyone. */
export async function firstPaint(path: ScreenPath, locale: Locale = 'en'): Promise<FirstPaint> {
  provideReader(() => ({ locale, you: isForStudents(path) ? 'tu' : 'usted' }));
  const queries = makeQueryClient(() => undefined);
  // A URL cannot contain `$`, and the id does not matter yet.
  const history = createMemoryHistory({ initialEntries: [path.replaceAll('$', '')] });
  // A screen for visitors waits for the session, so render it without one.
  if (screenAccess[path] === 'visitor') queries.setQueryData(sessionQuery.queryKey, null);
  const router = isStatic(path)
    ? makeRouter(queries, history)
    : around(frames[path]?.shown ?? atFullHeight(null), history, queries);
  await router.load();
  const html = renderToString(<App queries={queries} router={router} />);
  queries.clear();
  return {
    html,
    locale,
    description: t(
      'Waypost helps students find internships with businesses near their school, and log their hours.',
    ),
    noScript: t('Waypost needs JavaScript. Turn it on in your browser, then reload this page.'),
    call: frames[path]?.call,
    isFrame: !isStatic(path) && !frames[path],
  };
}

/** Keeps the footer below the window, so that it does not visibly move when the app's screen appears. */
function atFullHeight(shown: ReactNode) {
  return <Box mih="100dvh">{shown}</Box>;
}

function around(frame: ReactNode, history: RouterHistory, queries: RouterContext['queries']) {
  const root = createRootRouteWithContext<RouterContext>()({
    component: () => <Shell>{frame}</Shell>,
    notFoundComponent: () => null,
  });
  return createRouter({ routeTree: root, history, context: { queries, warmUp: () => undefined } });
}
