import type { Location } from '@waypost/contract/profiles/calls';
import { isPlaced } from '@waypost/contract/profiles/rules';

/** The address of a map service's transit directions; without an origin it begins where the reader is. */
export function directionsAddress(from: Location | null, to: Location): string {
  const origin = from && placeOf(from);
  return `https://www.google.com/maps/dir/?${new URLSearchParams({
    api: '1',
    ...(origin ? { origin } : {}),
    destination: placeOf(to) ?? '',
    travelmode: 'transit',
  })}`;
}

/** A pin that somebody moved knows better than the address; else the address knows better than its point. */
function placeOf(place: Location): string | null {
  const point = isPlaced(place) ? `${place.lat},${place.lon}` : null;
  if (point && place.userOverwroteLocation) return point;
  const town = [place.city, place.state, place.zip].filter(Boolean).join(' ');
  return place.street && town ? `${place.street}, ${town}` : (point ?? (town || null));
}
