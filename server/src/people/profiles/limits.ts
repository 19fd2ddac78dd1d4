import type { Bound, Limit } from '../../platform/access/limits.ts';

/** Far more than anyone needs to correct an address. The geocoding services limit all users together. */
const LOOK_UPS: Limit = { name: 'address look-ups', tries: 60, minutes: 10 };

/** More than anyone types, and few enough that nobody copies the table. */
const ZIP_LOOK_UPS: Limit = { name: 'zip look-ups', tries: 60, minutes: 10 };

export const lookUpsOf = (person: { id: string }): Bound => ({ limit: LOOK_UPS, who: person.id });
export const zipLookUpsOf = (person: { id: string }): Bound => ({ limit: ZIP_LOOK_UPS, who: person.id });
