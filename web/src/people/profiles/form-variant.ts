/**
 * `maps` opens the location with its map; `test` checks the form and saves nothing
 * (docs/behavior/profiles.md#screens).
 */
export type FormVariant = 'maps' | 'test' | undefined;

export function readVariant(segment: string | undefined): FormVariant {
  return segment === 'maps' || segment === 'test' ? segment : undefined;
}
