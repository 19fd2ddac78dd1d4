import type { BrowseFilter } from '../opportunities/calls.ts';

/** Thursday, 3 or 4 p.m. on the East Coast: after school, with two days left to apply. */
const MAIL_DAY = 4;
const MAIL_HOUR = 20;

/** The last time the weekly email was due. Searches run since then are skipped. */
export function searchMailDueAt(now: Date): Date {
  const due = new Date(now);
  due.setUTCHours(MAIL_HOUR, 0, 0, 0);
  due.setUTCDate(due.getUTCDate() - ((due.getUTCDay() - MAIL_DAY + 7) % 7));
  if (due > now) due.setUTCDate(due.getUTCDate() - 7);
  return due;
}

/** The filter's parameter names in the address of the browse screen. */
const inAddress = [
  ['q', 'search'],
  ['areas', 'focusAreas'],
  ['type', 'internship_type'],
  ['term', 'time_frame'],
  ['format', 'opportunity_type'],
  ['pay', 'compensation'],
  ['within', 'radius'],
] as const satisfies [string, keyof BrowseFilter][];

/** The address of the browse screen that shows what a filter selects. */
export function browseAddressOf(filter: BrowseFilter): string {
  const parts = inAddress.flatMap(([name, field]) => {
    const value = filter[field];
    if (value === undefined || value === null || value === 'Either') return [];
    return [`${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`];
  });
  if (filter.own_school) parts.push('school=own');
  return parts.length > 0 ? `/opportunity/browse?${parts.join('&')}` : '/opportunity/browse';
}

/** Whether two filters select the same, in any order. */
export function isSameSearch(one: BrowseFilter, other: BrowseFilter): boolean {
  return browseAddressOf(settled(one)) === browseAddressOf(settled(other));
}

const settled = (filter: BrowseFilter): BrowseFilter => ({
  ...filter,
  ...(filter.focusAreas && {
    focusAreas: filter.focusAreas.length > 0 ? [...filter.focusAreas].sort() : undefined,
  }),
});
