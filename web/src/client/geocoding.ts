import type { InputOf } from '@waypost/contract/call';
import { t } from '@waypost/contract/i18n';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { call } from './call.ts';
import { isFailure } from './failure.ts';
import { notify } from './notices.ts';

/**
 * In degrees; 0,0 if no service found the address, null if no service was reachable
 * (docs/behavior/outside.md#geocoding).
 */
export type FoundPoint = { lat: number; lon: number } | { lat: null; lon: null };

/**
 * Geocodes an address before it is saved. A failure shows a notice (docs/behavior/profiles.md#location) but
 * never prevents saving: without coordinates, only distances are missing.
 */
export async function findPoint(address: InputOf<typeof profileCalls.geocode>): Promise<FoundPoint> {
  try {
    const { lat, lon, precision } = await call(profileCalls.geocode, address);
    if (lat === undefined || lon === undefined) {
      notify.warning(t('Your address is not found, location queries will not work.'), t('Address'));
      return { lat: 0, lon: 0 };
    }
    if (precision === 'zip') notify.warning(t('Your address is not found, trying zip code.'), t('Address'));
    return { lat, lon };
  } catch (error) {
    if (isFailure(error, 'no-session')) throw error;
    notify.warning(t('The address service didn’t answer. Try again in a moment.'), t('Address'));
    return { lat: null, lon: null };
  }
}
