import { type Message, msg, t } from '@waypost/contract/i18n';
import type { BrowseFilter } from '@waypost/contract/opportunities/calls';
import { type SortOption, searchRadii, sortOptions } from '@waypost/contract/opportunities/rules';

/** What the address of the browse page keeps: a link to it shows the same, and Back undoes the last choice. */
export interface BrowseSearch {
  /** Absent is the list. */
  view?: 'map';
  /** Absent is the nearest first, or what closes first for a student without a location. */
  sort?: SortOption;
  areas?: string[];
  pay?: 'Paid' | 'Unpaid';
  /** Miles; absent is no limit. */
  within?: number;
  panel?: 'shown';
}

/** Makes sense of whatever stands in the address; what makes none is left out. */
export function readBrowse(search: Record<string, unknown>): BrowseSearch {
  const { view, sort, areas, pay, within, panel } = search;
  const names = (Array.isArray(areas) ? areas : [areas]).filter(
    (name): name is string => typeof name === 'string' && name !== '',
  );
  return {
    ...(view === 'map' ? { view } : {}),
    ...(isSort(sort) ? { sort } : {}),
    ...(names.length > 0 ? { areas: names } : {}),
    ...(pay === 'Paid' || pay === 'Unpaid' ? { pay } : {}),
    ...(typeof within === 'number' && isRadius(within) ? { within } : {}),
    ...(panel === 'shown' ? { panel } : {}),
  };
}

const isSort = (value: unknown): value is SortOption => sortOptions.some((option) => option === value);
const isRadius = (value: number) => searchRadii.some((radius) => radius === value);

/** What the person has narrowed the list down by; a radius counts only for whoever has a location. */
export type Narrowed = Pick<BrowseSearch, 'areas' | 'pay' | 'within'>;

export function narrowedBy({ areas, pay, within }: BrowseSearch, hasHome: boolean): Narrowed {
  return {
    ...(areas ? { areas } : {}),
    ...(pay ? { pay } : {}),
    ...(within && hasHome ? { within } : {}),
  };
}

export function countOf({ areas = [], pay, within }: Narrowed): number {
  return areas.length + (pay ? 1 : 0) + (within ? 1 : 0);
}

/** One of them taken away, or set to something else. */
export function without(narrowed: Narrowed, key: keyof Narrowed): Narrowed {
  const { [key]: _, ...rest } = narrowed;
  return rest;
}

export function withAreas(narrowed: Narrowed, areas: string[]): Narrowed {
  return areas.length > 0 ? { ...narrowed, areas } : without(narrowed, 'areas');
}

/** The same, as the call takes it. */
export function filterOf({ areas, pay, within }: Narrowed): BrowseFilter {
  return {
    ...(areas ? { focusAreas: areas } : {}),
    ...(pay ? { compensation: pay } : {}),
    ...(within ? { radius: within } : {}),
  };
}

/** How the list is sorted: as chosen, as far as it can be. */
export function sortedBy({ sort }: BrowseSearch, hasHome: boolean): SortOption {
  const best = hasHome ? 'distance' : 'application_close';
  return sort === undefined || (sort === 'distance' && !hasHome) ? best : sort;
}

export const sortNames: Record<SortOption, Message> = {
  distance: msg('By distance'),
  opportunity_title: msg('By title'),
  'business.business_name': msg('By business'),
  application_close: msg('By closing date'),
};

export const milesName = (miles: number) => t('{miles} {miles, plural, one {mile} other {miles}}', { miles });
