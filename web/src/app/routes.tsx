import screens from 'virtual:screens';
import {
  type AnyRoute,
  type AnyValidator,
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { ScreenPath } from '@waypost/contract/access';
import { withMessages } from '@waypost/contract/i18n';
import { useLocale } from '../client/locale.ts';
import { readSignUpSearch } from '../people/accounts/sign-up-search.ts';
import { guard, type RouterContext, safeNext } from './guard.ts';
import { loadArrival } from './load-arrival.ts';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { RouteFailed } from './RouteFailed.tsx';
import { Shell } from './shell/Shell.tsx';

const root = createRootRouteWithContext<RouterContext>()({
  component: () => <Shell />,
  // If even the session cannot be loaded, the navigation still shows.
  errorComponent: (failed) => (
    <Shell>
      <RouteFailed {...failed} />
    </Shell>
  ),
  notFoundComponent: NotFoundScreen,
  beforeLoad: ({ context, matches, location }) =>
    guard(context.queries, String(matches.at(-1)?.fullPath), location.href),
});

type Screens = typeof screens;

/** A screen: its path in the access table, and its component, loaded as a separate chunk. */
function screen<const Path extends keyof Screens>(path: Path) {
  return createRoute({
    getParentRoute: () => root,
    path,
    component: componentOf(path),
    loader: loadAhead(path),
  });
}

/** A screen that keeps choices in its query string; `read` parses any input. */
function screenWithSearch<const Path extends keyof Screens, Search extends AnyValidator>(
  path: Path,
  read: Search,
) {
  return createRoute({
    getParentRoute: () => root,
    path,
    component: componentOf(path),
    loader: loadAhead(path),
    validateSearch: read,
  });
}

/**
 * The screen's component with its messages. It re-renders in another language, which the router would not cause by
 * itself.
 */
const componentOf = (path: keyof Screens) =>
  lazyRouteComponent(
    withMessages(async () => {
      const { default: Screen } = await screens[path]();
      return {
        default: () => {
          useLocale();
          return <Screen />;
        },
      };
    }),
  );

/** Starts loading a screen's data when someone points at a link to it. A failure is reported when the screen opens. */
const loadAhead =
  (path: keyof Screens) =>
  async ({ cause, context }: { cause: 'preload' | 'enter' | 'stay'; context: RouterContext }) => {
    if (cause === 'preload') (await screens[path]()).ahead?.(context.queries);
  };

/** For a screen that parses its query string itself, so its parser is not part of the start-up code. */
const keepSearch = (search: Record<string, unknown>) => search;

/** What each of these screens keeps of its query string. */
const searches = {
  '/login': (search: Record<string, unknown>): { next?: string | undefined } => ({
    next: safeNext(search.next),
  }),
  '/signup': readSignUpSearch,
  '/opportunity/all': (search: Record<string, unknown>) =>
    typeof search.sort === 'string' ? { sort: search.sort } : {},
  '/opportunity/browse': keepSearch,
  '/project/$id/hours': keepSearch,
  '/interns/viewall': keepSearch,
  '/admin/internship_status_report': keepSearch,
  '/admin/user_search': keepSearch,
  '/admin/available_opportunities_report': keepSearch,
  '/admin/application_count': keepSearch,
  '/admin/businessReport': keepSearch,
  '/admin/studentReport': keepSearch,
  '/admin/imports': keepSearch,
  '/admin/duplicateUsersReport': keepSearch,
  '/admin/audit': keepSearch,
  '/waypost/audit': keepSearch,
  '/admin/follow_ups': keepSearch,
  '/admin/retention': keepSearch,
  '/admin/sign_off': keepSearch,
  '/admins': keepSearch,
} satisfies { [Path in keyof Screens]?: AnyValidator };

type Searches = typeof searches;
type Routes = {
  [Path in keyof Screens]: Path extends keyof Searches
    ? ReturnType<typeof screenWithSearch<Path, Searches[Path]>>
    : ReturnType<typeof screen<Path>>;
};

const readOf: { [Path in keyof Screens]?: AnyValidator } = searches;
const routes = Object.fromEntries<AnyRoute>(
  (Object.keys(screens) as (keyof Screens)[]).map((path) => {
    const read = readOf[path];
    return [path, read ? screenWithSearch(path, read) : screen(path)];
  }),
) as Routes;

const onward = createRoute({
  getParentRoute: () => root,
  path: '/default' satisfies ScreenPath,
  beforeLoad: async ({ context }) => {
    const { findStartPath } = await loadArrival();
    throw redirect({ to: await findStartPath(context.queries), replace: true });
  },
});

export const routeTree = root.addChildren({ onward, ...routes });
