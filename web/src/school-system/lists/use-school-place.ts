import { msg, t } from '@waypost/contract/i18n';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
import type { NewSchool } from '@waypost/contract/school-system/lists/forms';
import { useRef } from 'react';
import { call } from '../../client/call.ts';
import { isFailure } from '../../client/failure.ts';
import { notify } from '../../client/notices.ts';
import { NotSaved } from './use-entry-form.ts';

type Address = Pick<NewSchool, 'street' | 'city' | 'state' | 'zip'>;
type Point = Pick<NewSchool, 'lat' | 'lon'>;

const keyOf = ({ street, city, state, zip }: Address) => [street, city, state, zip].join('\n');

/**
 * Geocodes a school's address. If it is not found, or only by its ZIP code, a notice says so and the school
 * is not saved (docs/behavior/lists.md#schools). Saving the same address again accepts the result.
 */
export function useSchoolPlace(): (address: Address) => Promise<Point> {
  const reported = useRef<{ address: string; point: Point } | null>(null);

  function reportOnce(address: Address, point: Point, report: () => void): Point {
    if (reported.current?.address === keyOf(address)) return reported.current.point;
    reported.current = { address: keyOf(address), point };
    report();
    throw new NotSaved();
  }

  return async ({ street, city, state, zip }) => {
    const address = { street, city, state, zip };
    const found = await ask(address);
    if (typeof found === 'string') {
      const [message, title] = notAnswered[found];
      return reportOnce(address, { lat: null, lon: null }, () => notify.error(t(message), t(title)));
    }
    const { lat, lon, precision } = found;
    if (lat === undefined || lon === undefined)
      return reportOnce(address, { lat: 0, lon: 0 }, () =>
        notify.warning(t('Your address is not found, location queries will not work.'), t(AGAIN)),
      );
    if (precision === 'zip')
      return reportOnce(address, { lat, lon }, () =>
        notify.warning(t('Your address is not found, trying zip code.'), t(AGAIN)),
      );
    return { lat, lon };
  };
}

/** No geocoding service was reachable, or the lookup itself failed. */
const notAnswered = {
  unreachable: [
    msg('The address service didn’t answer. Try again in a moment.'),
    msg('Something Went Wrong'),
  ],
  failed: [msg('Google Maps API error.'), msg('Something Went Wrong')],
} as const;

const AGAIN = msg('Check the address, or save again to keep it');

async function ask(address: Address) {
  try {
    return await call(profileCalls.geocode, address);
  } catch (error) {
    // The form reports an expired session and an invalid address as it does for any call.
    if (isFailure(error, 'no-session') || isFailure(error, 'invalid-input')) throw error;
    return isFailure(error, 'outside-failure') ? 'unreachable' : 'failed';
  }
}
