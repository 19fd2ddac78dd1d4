import type { Bound, Limit } from '../access/limits.ts';

/** Far more than anybody corrects an address; the services that are asked bear no more from all of us. */
const LOOK_UPS: Limit = { name: 'address look-ups', tries: 60, minutes: 10 };

export const lookUpsOf = (person: { id: string }): Bound => ({ limit: LOOK_UPS, who: person.id });
