import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

/**
 * What a screen keeps in its address: the choices as `read` makes sense of them, and a function that changes some
 * of them. What stands at its default leaves the address; the back button leads to the screen before.
 */
export function useAddress<Choices extends object>(
  read: (search: Record<string, unknown>) => Choices,
): [Choices, (change: Partial<Choices>) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const choices = useMemo(() => read(search), [read, search]);
  const choose = useCallback(
    (change: Partial<Choices>) =>
      void navigate({
        to: '.',
        search: (before: object) => trimmed({ ...before, ...change }) as never,
        replace: true,
      }),
    [navigate],
  );
  return [choices, choose];
}

/** What says nothing leaves the address. */
export function trimmed<Choices extends object>(choices: Choices): Choices {
  const says = (value: unknown) =>
    value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(choices).filter(([, value]) => says(value))) as Choices;
}

/** One of the choices, or undefined where something else stands there. */
export function oneOf<const Choice extends string>(
  choices: readonly Choice[],
  value: unknown,
): Choice | undefined {
  return choices.find((choice) => choice === value);
}

/** Names, or undefined where there are none. */
export function textsIn(value: unknown): string[] | undefined {
  const found = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  return found.length > 0 ? found : undefined;
}

/** A year that a list can be narrowed to: the calls refuse any other. */
export function yearIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1900 && value <= 2200
    ? value
    : undefined;
}

/** A graduation year, or all of them. */
export const yearOrAllIn = (value: unknown): number | 'All' | undefined =>
  value === 'All' ? value : yearIn(value);
