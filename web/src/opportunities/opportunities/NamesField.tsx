import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { Wire } from '../../client/call.ts';
import { useOwnName } from '../../client/own-names.ts';
import { callQuery } from '../../client/queries.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

// A searchable multi-select needs more script than all other fields together.
const NamesSelect = lazyPart(() => import('./NamesSelect.tsx'));

interface NamesFieldProps {
  label: string;
  description: string;
  /** The placeholder: what an empty selection means. */
  placeholder: string;
  /** Shown in the list if nothing matches the search. */
  nothingFound: string;
  /** Loads the choices, which rarely change. */
  from: Wire<Record<string, never>, { name: string }[]>;
  field: { value?: string[]; onChange: (names: string[]) => void };
}

/** Selects any number of names from one of the school system's lists. */
export function NamesField({ from, ...field }: NamesFieldProps) {
  const ownName = useOwnName();
  const { data } = useQuery(callQuery(from, {}, { staleTime: 5 * 60_000, noticed: true }));
  return (
    <Suspense fallback={<Skeleton height={78} />}>
      <NamesSelect {...field} names={(data ?? []).map((entry) => entry.name)} nameOf={ownName} />
    </Suspense>
  );
}
