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
import { opportunityCalls } from '@waypost/contract/opportunities/calls';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { BrowseFrame } from '../browse/BrowseFrame.tsx';
import { addressOf } from '../client/call.ts';
import { makeQueryClient } from '../client/queries.ts';
import { sessionQuery } from '../client/session.ts';
import { firstOfOpportunity, OpportunityFrame } from '../opportunities/OpportunityFrame.tsx';
import { App } from './App.tsx';
import type { RouterContext } from './guard.ts';
import { makeRouter } from './router.ts';
import { Shell } from './shell/Shell.tsx';

compileWith(compileMessage);

/** What a page asks for by itself, before the application is there, and where it shows what of the reply. */
export interface FirstCall {
  /** Its address; the page's own last part takes the place of `ID` at the end. */
  asks: string;
  /** A name in the reply, `business_id_fk.business_name`, for each selector. */
  shows: Record<string, string>;
}

interface Frame {
  shown: ReactNode;
  call?: FirstCall;
}

/** What stands of a screen before anything is known of whoever opens it; of the others, what is around them. */
const frames: Partial<Record<ScreenPath, Frame>> = {
  '/opportunity/browse': { shown: <BrowseFrame /> },
  '/opportunity/view/$id': {
    shown: <OpportunityFrame />,
    call: {
      asks: addressOf(opportunityCalls.loadOpportunity.path, { opp_id: 'ID' }),
      shows: firstOfOpportunity,
    },
  },
};

/** A field or a button that is painted before its script would lose what is typed, and ignore presses. */
const asksNothingYet = (path: ScreenPath) =>
  (screenAccess[path] === 'anyone' && path !== '/confirm/$code') || path === '/signup';

export interface FirstPaint {
  html: string;
  locale: Locale;
  /** What search engines show, and what a browser without scripts does. */
  description: string;
  noScript: string;
  call: FirstCall | undefined;
}

/** Whether a screen addresses students alone: as tú, in Spanish. */
const isForStudents = (path: ScreenPath) => Object.keys(screenAccess[path]).join() === 'Student';

/** Adds the translations of the pages that are made from now on. */
export const addTranslations: typeof addMessages = addMessages;

/** A screen as its page has it from the start: made once for each language, at the build, for everybody. */
export async function firstPaint(path: ScreenPath, locale: Locale = 'en'): Promise<FirstPaint> {
  provideReader(() => ({ locale, you: isForStudents(path) ? 'tu' : 'usted' }));
  const queries = makeQueryClient(() => undefined);
  // `$` has no place in an address, and whose screen it is makes no difference yet.
  const history = createMemoryHistory({ initialEntries: [path.replaceAll('$', '')] });
  // What opens for visitors alone asks first whether one is.
  if (screenAccess[path] === 'visitor') queries.setQueryData(sessionQuery.queryKey, null);
  const router = asksNothingYet(path)
    ? makeRouter(queries, history)
    : around(frames[path]?.shown ?? <Box mih="100dvh" />, history, queries);
  await router.load();
  const html = renderToString(<App queries={queries} router={router} />);
  queries.clear();
  return {
    html,
    locale,
    description: t(
      'Waypost brings the students of a school system and its partner businesses together for internships and apprenticeships.',
    ),
    noScript: t('Waypost needs JavaScript. Switch it on in your browser, then load this page again.'),
    call: frames[path]?.call,
  };
}

function around(frame: ReactNode, history: RouterHistory, queries: RouterContext['queries']) {
  const root = createRootRouteWithContext<RouterContext>()({
    component: () => <Shell>{frame}</Shell>,
    notFoundComponent: () => null,
  });
  return createRouter({ routeTree: root, history, context: { queries } });
}
