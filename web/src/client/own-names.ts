import { useQuery } from '@tanstack/react-query';
import { listCalls } from '@waypost/contract/school-system/lists/calls';
import { ownText } from '@waypost/contract/translated-text';
import { useCallback, useMemo } from 'react';
import { useLocale } from './locale.ts';
import { callQuery } from './queries.ts';
import { useSession } from './session.ts';

/** These lists rarely change. Keep them cached, so that the original names do not reappear. */
const LASTS = { staleTime: 5 * 60_000, quiet: true };
const queries = [
  { ...callQuery(listCalls.getFocusAreas, {}, LASTS), gcTime: Number.POSITIVE_INFINITY },
  { ...callQuery(listCalls.getPrograms, {}, LASTS), gcTime: Number.POSITIVE_INFINITY },
] as const;

/** Spanish names of focus areas and programs, by original name. Loaded only when the language is Spanish. */
export function useSpanishNames(): ReadonlyMap<string, string> {
  const { session } = useSession();
  // The platform has no lists of its own.
  const enabled = useLocale() === 'es' && session !== null && session.user.role !== 'SuperAdmin';
  const { data: areas } = useQuery({ ...queries[0], enabled });
  const { data: programs } = useQuery({ ...queries[1], enabled });
  return useMemo(
    () => new Map([...(areas ?? []), ...(programs ?? [])].map(({ name, name_es }) => [name, name_es])),
    [areas, programs],
  );
}

/**
 * Shows a focus area's or program's name in the reader's language. What is sent, sorted by the server or compared is
 * always the original (docs/behavior/lists.md#spanish).
 */
export function useOwnName(): (name: string) => string {
  const spanish = useSpanishNames();
  return useCallback((name) => ownText(name, spanish.get(name) ?? ''), [spanish]);
}
