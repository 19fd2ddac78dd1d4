import type { Location } from '@waypost/contract/location';
import { yearsActive } from '@waypost/contract/people/accounts/rules';
import type { SeenUser } from '@waypost/contract/people/profiles/calls';
import { displayName } from '@waypost/contract/people/profiles/rules';

/** The name of a person who is only partly visible to the reader. */
export function profileName(user: SeenUser): string {
  const names = {
    first_name: user.first_name ?? '',
    last_name: user.last_name ?? '',
    business_name: user.business_name ?? '',
  };
  return displayName({ role: user.role, ...names }) || user.email || user.role;
}

/** Years active (docs/behavior/profiles.md#fields); nothing if the date of the account is not shown. */
export function yearsActiveOf({ createdAt }: SeenUser): number | '' {
  return createdAt ? yearsActive(createdAt, new Date()) : '';
}

/** An address on one line; empty if none of it is known. */
export function addressLine({ street, city, state, zip }: Location): string {
  return [street, city, [state, zip].filter(Boolean).join('\u00a0')].filter(Boolean).join(', ');
}
