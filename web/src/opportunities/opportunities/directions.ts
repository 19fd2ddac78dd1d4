import type { Location } from '@waypost/contract/location';
import { isPlaced } from '@waypost/contract/people/profiles/rules';

/** The URL of a map service's transit directions; without an origin, they start at the reader's location. */
export function directionsAddress(from: Location | null, to: Location): string {
  const origin = from && placeOf(from);
  return `https://www.google.com/maps/dir/?${new URLSearchParams({
    api: '1',
    ...(origin ? { origin } : {}),
    destination: placeOf(to) ?? '',
    travelmode: 'transit',
  })}`;
}

/** A moved pin is more accurate than the address, and the address more accurate than its coordinates. */
function placeOf(place: Location): string | null {
  const point = isPlaced(place) ? `${place.lat},${place.lon}` : null;
  if (point && place.userOverwroteLocation) return point;
  const town = [place.city, place.state, place.zip].filter(Boolean).join(' ');
  return place.street && town ? `${place.street}, ${town}` : (point ?? (town || null));
}
