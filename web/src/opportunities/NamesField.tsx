import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ListEntry } from '@waypost/contract/lists/calls';
import { Suspense } from 'react';
import type { Wire } from '../client/call.ts';
import { callQuery } from '../client/queries.ts';
import { lazyPart } from '../ui/lazy-part.ts';

// Choosing among many names takes more script than all other fields together.
const NamesSelect = lazyPart(() => import('./NamesSelect.tsx'));

interface NamesFieldProps {
  label: string;
  description: string;
  /** Stands there while nothing is chosen: what that means. */
  placeholder: string;
  /** Stands in the list where nothing matches what is typed. */
  nothingFound: string;
  /** Brings the list to choose from; it changes seldom. */
  from: Wire<Record<string, never>, ListEntry[]>;
  field: { value?: string[]; onChange: (names: string[]) => void };
}

/** Names of one of the client's lists, as many as wanted. */
export function NamesField({ from, ...field }: NamesFieldProps) {
  const { data } = useQuery(callQuery(from, {}, { staleTime: 5 * 60_000, noticed: true }));
  return (
    <Suspense fallback={<Skeleton height={78} />}>
      <NamesSelect {...field} names={(data ?? []).map((entry) => entry.name)} />
    </Suspense>
  );
}
