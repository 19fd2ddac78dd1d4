import type { Location } from '@waypost/contract/location';
import { isPlaced } from '@waypost/contract/people/profiles/rules';

/** The URL of a map service's transit directions, which start at the reader's location. */
export const directionsTo = (to: Location): string => addressOf(to);

/** The same from a known address, which the map service then gets; null without one. */
export function directionsFrom(from: Location, to: Location): string | null {
  const origin = placeOf(from);
  return origin && addressOf(to, { origin });
}

const addressOf = (to: Location, from: { origin?: string } = {}): string =>
  `https://www.google.com/maps/dir/?${new URLSearchParams({
    api: '1',
    ...from,
    destination: placeOf(to) ?? '',
    travelmode: 'transit',
  })}`;

/** A moved pin is more accurate than the address, and the address more accurate than its coordinates. */
function placeOf(place: Location): string | null {
  const point = isPlaced(place) ? `${place.lat},${place.lon}` : null;
  if (point && place.userOverwroteLocation) return point;
  const town = [place.city, place.state, place.zip].filter(Boolean).join(' ');
  return place.street && town ? `${place.street}, ${town}` : (point ?? (town || null));
}
