import type { QueryClient } from '@tanstack/react-query';
import { isPlaced } from '@waypost/contract/people/profiles/rules';
import { Suspense } from 'react';
import { useAddress } from '../../client/search-params.ts';
import { sessionQuery, useUser } from '../../client/session.ts';
import { useTasks } from '../../client/tasks-query.ts';
import { TaskStrip } from '../../oversight/tasks/TaskStrip.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import classes from './Browse.module.css';
import { BrowseFrame, CardsToCome, MapToCome } from './BrowseFrame.tsx';
import { filterOf, narrowedBy, noFilters, readBrowse, sortedBy } from './browse-search.ts';
import { LocationHint } from './LocationHint.tsx';
import { OpportunityList } from './OpportunityList.tsx';
import { Toolbar } from './Toolbar.tsx';
import { pagesQuery, useOpportunityMap, useOpportunityPages } from './use-opportunities.ts';

const FirstSteps = lazyPart(() => import('../../platform/first-steps/FirstSteps.tsx'));
// Most readers stay with the list.
const BrowseMap = lazyPart(() => import('./BrowseMap.tsx'));
const NoOpportunities = lazyPart(() => import('./NoOpportunities.tsx'));

/** Preloads the list without filters, which the navigation links to. */
export function ahead(queries: QueryClient): void {
  const location = queries.getQueryData(sessionQuery.queryKey)?.user.location;
  const hasHome = location !== undefined && isPlaced(location);
  const input = { filter: filterOf(narrowedBy({}, hasHome)), sort: sortedBy({}, hasHome) };
  void queries.prefetchInfiniteQuery(pagesQuery(input));
}

/**
 * The opportunities that a student can apply for, as a list or as a map next to the list
 * (docs/behavior/browse.md).
 */
export default function BrowseScreen() {
  const [search, change] = useAddress(readBrowse, { back: 'each change' });
  const { location } = useUser();
  const home = isPlaced(location) ? location : null;
  const hasHome = home !== null;
  const narrowed = narrowedBy(search, hasHome);
  const sort = sortedBy(search, hasHome);
  const filter = filterOf(narrowed);

  const list = useOpportunityPages({ filter, sort });
  const tasks = useTasks();
  const map = useOpportunityMap({ filter, sort: hasHome ? 'distance' : sort }, search.view === 'map');

  // Wait for the tasks, which would push down the filters and the list.
  if (tasks.isLoading) return <BrowseFrame />;
  return (
    <BrowseFrame>
      {/* Only one task, so that the list begins on the first screen of a phone. */}
      <TaskStrip tasks={tasks.data} first={1} />
      <Suspense>
        <FirstSteps />
      </Suspense>
      {!hasHome && <LocationHint />}
      <Toolbar
        search={search}
        narrowed={narrowed}
        sort={sort}
        hasHome={hasHome}
        total={list.data?.total}
        onChange={change}
      />
      <Loaded
        query={list}
        isEmpty={({ total }) => total === 0}
        empty={
          <Suspense>
            <NoOpportunities
              narrowed={narrowed}
              onClear={() => change({ ...noFilters, q: undefined, saved: undefined })}
            />
          </Suspense>
        }
        waiting={<CardsToCome />}
        gently
      >
        {({ rows, total }) => (
          <div
            className={classes.results}
            data-view={search.view ?? 'list'}
            aria-busy={list.isPlaceholderData}
          >
            {search.view === 'map' && (
              <Loaded query={map} waiting={<MapToCome />}>
                {({ rows, total }) => (
                  <Suspense fallback={<MapToCome />}>
                    <BrowseMap rows={rows} total={total} home={home} within={narrowed.within} />
                  </Suspense>
                )}
              </Loaded>
            )}
            <OpportunityList
              rows={rows}
              total={total}
              grouped={sort === 'interests' && !narrowed.saved}
              failed={list.isFetchNextPageError}
              loading={list.isFetchingNextPage}
              onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
            />
          </div>
        )}
      </Loaded>
    </BrowseFrame>
  );
}
