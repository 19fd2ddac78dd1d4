import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

/**
 * The state that a screen keeps in its query string: the choices as parsed by `read`, and a function that
 * changes some of them. Default values are left out of the query string. The back button returns to the
 * previous screen, or with `back: 'each change'` undoes the last change.
 */
export function useAddress<Choices extends object>(
  read: (search: Record<string, unknown>) => Choices,
  { back = 'screen' }: { back?: 'screen' | 'each change' } = {},
): [Choices, (change: Partial<Choices>) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const choices = useMemo(() => read(search), [read, search]);
  const choose = useCallback(
    (change: Partial<Choices>) =>
      void navigate({
        to: '.',
        // Of the latest address, which may not be shown yet: two quick changes both count.
        search: (before: object) => trimmed({ ...before, ...change }) as never,
        replace: back === 'screen',
        resetScroll: back === 'screen',
      }),
    [navigate, back],
  );
  return [choices, choose];
}

/** Removes choices without a value from the query string. */
export function trimmed<Choices extends object>(choices: Choices): Choices {
  const says = (value: unknown) =>
    value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(choices).filter(([, value]) => says(value))) as Choices;
}

/** The value if it is one of the choices, otherwise undefined. */
export function oneOf<const Choice extends string>(
  choices: readonly Choice[],
  value: unknown,
): Choice | undefined {
  return choices.find((choice) => choice === value);
}

/** A list of names, or undefined if it is empty. */
export function textsIn(value: unknown): string[] | undefined {
  const found = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  return found.length > 0 ? found : undefined;
}

/** A year that a list can be filtered by; the calls reject any other. */
export function yearIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1900 && value <= 2200
    ? value
    : undefined;
}

/** A graduation year, or 'All'. */
export const yearOrAllIn = (value: unknown): number | 'All' | undefined =>
  value === 'All' ? value : yearIn(value);
