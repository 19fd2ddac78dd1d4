import type { Location } from '@waypost/contract/location';
import { isPlaced } from '@waypost/contract/people/profiles/rules';

const addressFields = ['street', 'city', 'state', 'zip'] as const;

type Address = Pick<Location, (typeof addressFields)[number]>;

export function isSameAddress(typed: Address, saved: Address): boolean {
  return addressFields.every((field) => typed[field].trim() === saved[field]);
}

/** Whether an address has to be geocoded: it changed or has no coordinates, and nobody has placed a pin. */
export function needsLookUp(typed: Location, saved: Location): boolean {
  if (typed.userOverwroteLocation) return false;
  return !isPlaced(saved) || !isSameAddress(typed, saved);
}
