import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { type ReactNode, useDeferredValue } from 'react';
import { Failed } from './Failed.tsx';
import classes from './Loaded.module.css';
import { useAfter } from './use-after.ts';

/** What is asked for and may not be there yet: the shape of a query's result. */
export interface Asked<T> {
  data: T | undefined;
  error: unknown;
  isPending: boolean;
  refetch: () => unknown;
}

interface LoadedProps<T> {
  asked: Asked<T>;
  /** Stands in the content's place where there is nothing to show. */
  empty?: ReactNode;
  /** When there is nothing to show: a list without rows, unless told otherwise. */
  isEmpty?: (data: T) => boolean;
  /** Drawn while it loads, once that has taken half a second; keeps the content's place, so that nothing jumps. */
  waiting?: ReactNode;
  /** Draws what has come a little at a time, where it is much: meanwhile whoever scrolls or types is answered. */
  gently?: boolean;
  children: (data: T) => ReactNode;
}

/** The states of what a screen shows, in order: loading, failed with a way to try again, empty, content. */
export function Loaded<T>({
  asked,
  empty,
  isEmpty = hasNoRows,
  waiting,
  gently = false,
  children,
}: LoadedProps<T>) {
  const { data, error, isPending, refetch } = asked;
  const isDrawn = useDeferredValue(data !== undefined);
  if (data !== undefined && (isDrawn || !gently))
    return empty !== undefined && isEmpty(data) ? empty : children(data);
  if (error && !isPending) return <Failed error={error} retry={() => void refetch()} />;
  return <Waiting>{waiting}</Waiting>;
}

function hasNoRows(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0;
}

/** Tells that something loads, once that has taken half a second; what it draws keeps its place from the start. */
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
