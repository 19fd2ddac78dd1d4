import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { type ReactNode, useDeferredValue } from 'react';
import { Failed } from './Failed.tsx';
import classes from './Loaded.module.css';
import { useAfter } from './use-after.ts';

/** Data that may still be loading: the shape of a query's result. */
export interface QueryResult<T> {
  data: T | undefined;
  error: unknown;
  isPending: boolean;
  refetch: () => unknown;
}

interface LoadedProps<T> {
  query: QueryResult<T>;
  /** Shown instead of the content if there is none. */
  empty?: ReactNode;
  /** Whether there is nothing to show. By default, a list without rows. */
  isEmpty?: (data: T) => boolean;
  /** Shown while loading, after half a second. Takes up the content's space, so nothing shifts. */
  waiting?: ReactNode;
  /** Renders large content gradually, so scrolling and typing stay responsive. */
  gently?: boolean;
  children: (data: T) => ReactNode;
}

/** The states of a screen's content, in order: loading, failed with a retry button, empty, content. */
export function Loaded<T>({
  query,
  empty,
  isEmpty = hasNoRows,
  waiting,
  gently = false,
  children,
}: LoadedProps<T>) {
  const { data, error, isPending, refetch } = query;
  const isDrawn = useDeferredValue(data !== undefined);
  if (data !== undefined && (isDrawn || !gently))
    return empty !== undefined && isEmpty(data) ? empty : children(data);
  if (error && !isPending) return <Failed error={error} retry={() => void refetch()} />;
  return <Waiting>{waiting}</Waiting>;
}

function hasNoRows(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0;
}

/** A loading indicator that appears after half a second. It takes up its space from the start. */
export function Waiting({ children = <Lines /> }: { children?: ReactNode }) {
  const late = useAfter(500);
  return (
    <div>
      {late && (
        <div role="status">
          <VisuallyHidden>{t('Loading')}</VisuallyHidden>
        </div>
      )}
      <div className={classes.late} aria-hidden>
        {children}
      </div>
    </div>
  );
}

function Lines() {
  return (
    <Stack gap="sm">
      <Skeleton height={44} />
      <Skeleton height={44} />
      <Skeleton height={44} width="80%" />
    </Stack>
  );
}
