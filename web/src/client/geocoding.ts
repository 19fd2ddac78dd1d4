import type { InputOf } from '@waypost/contract/call';
import { profileCalls } from '@waypost/contract/profiles/calls';
import { call } from './call.ts';
import { notify } from './notices.ts';

/** Degrees; 0,0 where no service found the address, null where none could be asked (rulings, "Geocoding"). */
export type FoundPoint = { lat: number; lon: number } | { lat: null; lon: null };

/**
 * Where an address is, asked before it is saved. What stands in the way is told by the documents' notices and
 * never keeps a form from being saved: without a point only distances are missing.
 */
export async function findPoint(address: InputOf<typeof profileCalls.geocode>): Promise<FoundPoint> {
  try {
    const { lat, lon, precision } = await call(profileCalls.geocode, address);
    if (lat === undefined || lon === undefined) {
      notify.warning('Your address is not found, location queries will not work.', 'Address');
      return { lat: 0, lon: 0 };
    }
    if (precision === 'zip') notify.warning('Your address is not found, trying zip code.', 'Address');
    return { lat, lon };
  } catch {
    notify.warning('Error Reaching all APIS.', 'Address');
    return { lat: null, lon: null };
  }
}
