import { t } from '@waypost/contract/i18n';
import type { OpportunityRow } from '@waypost/contract/opportunities/opportunities/calls';
import { isPlaced } from '@waypost/contract/people/profiles/rules';
import type { Marker } from '../../ui/PlaceMap.tsx';

/**
 * A pin on the map, with everything offered there: a business often offers several opportunities at one
 * address.
 */
export interface MapPin {
  id: string;
  lat: number;
  lon: number;
  opportunities: OpportunityRow[];
}

/** About ten meters: closer pins cannot be told apart. */
const DECIMALS = 4;

/**
 * The pins of the opportunities, in the order of the list; Virtual ones and those without coordinates have
 * none.
 */
export function pinsOf(rows: readonly OpportunityRow[]): MapPin[] {
  const places = new Map<string, MapPin>();
  for (const row of rows) {
    if (row.opportunity_type === 'Virtual' || !isPlaced(row)) continue;
    const { lat, lon } = row;
    const id = `${lat.toFixed(DECIMALS)} ${lon.toFixed(DECIMALS)}`;
    const place = places.get(id) ?? { id, lat, lon, opportunities: [] };
    place.opportunities.push(row);
    places.set(id, place);
  }
  return [...places.values()];
}

export function markerOf({ id, lat, lon, opportunities }: MapPin, chosen: boolean): Marker {
  return { id, lat, lon, name: nameOf(opportunities), chosen };
}

function nameOf(opportunities: readonly OpportunityRow[]): string {
  const [first] = opportunities;
  if (!first) return '';
  if (opportunities.length === 1) return `${first.opportunity_title}, ${first.business_id_fk.business_name}`;
  const titles = opportunities.map((row) => row.opportunity_title);
  return t('{n} opportunities: {titles}', { n: opportunities.length, titles: titles.join(', ') });
}

/** Ranges from 10, which shows about twenty miles around, to 13, which shows about one. */
export function zoomFor(within: number | undefined): number {
  if (within === undefined || within > 10) return 10;
  if (within > 5) return 11;
  return within > 1 ? 12 : 13;
}
