import { msg, t } from '../../i18n.ts';
import { isPlaced } from '../../people/profiles/rules.ts';
import type { ApplicationStatus } from '../../statuses.ts';
import { settledSchedule, type Weekday } from './schedule.ts';

/** The value sets of an opportunity (docs/behavior/opportunities.md#fields). */
export const audiences = ['Open', 'Specific'] as const;
export type Audience = (typeof audiences)[number];
export const opportunityTypes = ['Onsite', 'Virtual', 'Hybrid'] as const;
export const internshipTypes = ['Internship', 'Apprenticeship'] as const;
export const timeFrames = ['Summer', 'Fall', 'Spring', 'Full Year'] as const;
export const compensations = ['Paid', 'Unpaid'] as const;
type Compensation = (typeof compensations)[number];
export type InternshipType = (typeof internshipTypes)[number];

/** The browse page's choices (docs/behavior/browse.md#filters). */
export const compensationFilters = ['Paid', 'Unpaid', 'Either'] as const;
/** Miles; null is No limit. */
export const searchRadii = [1, 5, 10, 15, 20, null] as const;
export const sortOptions = [
  'interests',
  'distance',
  'opportunity_title',
  'business.business_name',
  'application_close',
] as const;
export type SortOption = (typeof sortOptions)[number];

/** The groups of a list that is sorted by interests, in order (docs/behavior/browse.md#order). */
export const browseGroups = ['interests', 'in-person', 'virtual'] as const;
export type BrowseGroup = (typeof browseGroups)[number];

/** The student's interests that an opportunity shares, which is why it is listed first. */
export function sharedInterests(
  { focus_areas }: { focus_areas: readonly string[] },
  interests: readonly string[],
): string[] {
  return focus_areas.filter((area) => interests.includes(area));
}

/** An opportunity's group in a list sorted by interests. The server sorts by the same rule in SQL. */
export function browseGroupOf(
  opportunity: { focus_areas: readonly string[]; opportunity_type: string },
  interests: readonly string[],
): BrowseGroup {
  if (sharedInterests(opportunity, interests).length > 0) return 'interests';
  return opportunity.opportunity_type === 'Virtual' ? 'virtual' : 'in-person';
}

/** The minimum hours of an internship and an apprenticeship (docs/behavior/opportunities.md#minimum-hours). */
export const MINIMUM_HOURS: Record<InternshipType, number> = { Internship: 135, Apprenticeship: 450 };

/** How many years from today an opportunity's dates may be. */
export const PLANNED_WITHIN_YEARS = 5;

export const DESCRIPTION_WORDS = { from: 150, to: 250 } as const;

export interface Seats {
  audience: string;
  available_slots: number;
  accepted_count: number;
}

/** Spots left to apply for; null for a Specific opportunity, whose spots are offered by name. */
export function seatsLeft(opportunity: Seats): number | null {
  if (opportunity.audience === 'Specific') return null;
  return Math.max(0, opportunity.available_slots - opportunity.accepted_count);
}

export function isFull(opportunity: Seats): boolean {
  return seatsLeft(opportunity) === 0;
}

/** 'Only N Spots Open' with 1 or 2 of more than 2 left, 'Opportunity Full' at none, otherwise nothing. */
export function seatsNotice(opportunity: Seats): string | null {
  const left = seatsLeft(opportunity);
  if (left === null) return null;
  if (left === 0) return t('Opportunity Full');
  if (left > 2 || opportunity.available_slots <= 2) return null;
  return t('{left, plural, one {Only 1 Spot Open} other {Only {left} Spots Open}}', { left });
}

/**
 * The UTC offsets among `states` where a day starts first (Puerto Rico) and ends last (Hawaii). A school system may use
 * the zone of Guam or American Samoa, which are outside of these.
 */
const FIRST_ZONE_HOURS = -4;
const LAST_ZONE_HOURS = -10;

const dayIn = (zoneHours: number, now: Date) =>
  new Date(now.getTime() + zoneHours * 3_600_000).toISOString().slice(0, 10);

/**
 * The calendar date, YYYY-MM-DD, that has not ended everywhere yet. An opportunity that closed before it is closed. So
 * nobody is rejected on the evening of a closing day because another time zone is ahead.
 */
export function lastDayAt(now: Date): string {
  return dayIn(LAST_ZONE_HOURS, now);
}

/** The calendar date, YYYY-MM-DD, that has started somewhere. An opportunity that opens on or before it is open. */
export function firstDayAt(now: Date): string {
  return dayIn(FIRST_ZONE_HOURS, now);
}

export interface ApplicationWindow {
  application_open: string;
  application_close: string;
  employment_stop: string;
}

/** The last day to apply: nobody can apply for work that has ended. */
export function lastDayToApply({
  application_close,
  employment_stop,
}: Omit<ApplicationWindow, 'application_open'>): string {
  return employment_stop < application_close ? employment_stop : application_close;
}

/**
 * Both days are part of the window (docs/behavior/applications.md#applying). The window starts when its first day
 * starts anywhere and ends when its last day has ended everywhere, so nobody is rejected on either day itself.
 */
export function windowState(opportunity: ApplicationWindow, now: Date): 'before' | 'open' | 'after' {
  if (firstDayAt(now) < opportunity.application_open) return 'before';
  return lastDayAt(now) > lastDayToApply(opportunity) ? 'after' : 'open';
}

/** How many days, from its opening day, an opportunity counts as new. */
const NEW_DAYS = 7;

/** Opened within the last seven days, and still open. */
export function isNewOn(opportunity: ApplicationWindow, now: Date): boolean {
  const weekAgo = new Date(now.getTime() - NEW_DAYS * 86_400_000);
  return windowState(opportunity, now) === 'open' && opportunity.application_open > lastDayAt(weekAgo);
}

/** The facts that decide whether anyone can apply. */
export interface Applicable extends ApplicationWindow, Seats {
  /** Whether the business that posted it is approved. */
  business_approved: boolean;
}

/**
 * Positions that a student could apply for today: within the application dates, from an approved business, with spots
 * left (docs/behavior/opportunities.md#open-positions). The server's `isOpenToday` is the same rule in SQL.
 */
export function openPositions(opportunity: Applicable, now: Date): number {
  if (!opportunity.business_approved || windowState(opportunity, now) !== 'open') return 0;
  return seatsLeft(opportunity) ?? 0;
}

/** Only an opportunity without applicants can be deleted (docs/behavior/opportunities.md#manage-opportunities). */
export function canDelete(opportunity: { applicant_count: number }): boolean {
  return opportunity.applicant_count === 0;
}

/**
 * The students of a restricted opportunity can change, but not the restriction itself
 * (docs/behavior/opportunities.md#audience).
 */
export function canChangeAudience(from: Audience, to: Audience): boolean {
  return from === to || from === 'Open';
}

export const AUDIENCE_STAYS = msg('This stays open only to chosen students');

/** A student who accepted stays selected; an open offer can be withdrawn. */
export function canDeselect(status: ApplicationStatus | null): boolean {
  return status !== 'Accepted';
}

/** Why the number of spots cannot be this low, or null if it can. */
export function tooFewSlots(slots: number, acceptedCount: number): string | null {
  if (slots >= acceptedCount) return null;
  return t(
    '{acceptedCount, plural, one {1 spot is taken already: offer at least 1} other {{acceptedCount} spots are taken already: offer at least {acceptedCount}}}',
    { acceptedCount },
  );
}

interface FormState {
  internship_type: InternshipType;
  paidUnpaid: Compensation | '';
  pay_from: number | null;
  pay_to: number | null;
  days: readonly Weekday[];
  audience: Audience;
  available_slots: number;
  student_ids: string[];
  opportunity_type: (typeof opportunityTypes)[number];
  street: string;
  city: string;
  state: string;
  zip: string;
  lat: number | null;
  lon: number | null;
  userOverwroteLocation: boolean;
}

/** The address of a Virtual opportunity. */
export const NO_ADDRESS = {
  street: '',
  city: '',
  state: '',
  zip: '',
  lat: null,
  lon: null,
  userOverwroteLocation: false,
} as const;

/**
 * The form as it is saved, whatever was sent (docs/behavior/opportunities.md#audience): an Open opportunity has no
 * selected students, a Specific one no slots of its own, a Virtual one no address, and an Unpaid one no pay. An
 * apprenticeship is paid, and so is what has an amount.
 */
export function asStored<Form extends FormState>(form: Form): Form {
  const hasAmount = form.paidUnpaid === '' && form.pay_from !== null;
  const paidUnpaid = form.internship_type === 'Apprenticeship' || hasAmount ? 'Paid' : form.paidUnpaid;
  return {
    ...form,
    paidUnpaid,
    ...(form.audience === 'Specific' ? { available_slots: 0 } : { student_ids: [] }),
    ...(form.opportunity_type === 'Virtual' ? NO_ADDRESS : {}),
    ...settledSchedule({ ...form, paidUnpaid }),
  };
}

/** A copy is open to everyone and has no selected students (docs/behavior/opportunities.md#duplicate). */
export function duplicateTitle(title: string): string {
  return `${title} [Copy]`;
}

/** The earth's radius, in meters, for distances (docs/behavior/browse.md#distance). */
export const EARTH_RADIUS_METRES = 6_378_137;
export const METRES_PER_MILE = 1609.344;

interface Point {
  lat: number;
  lon: number;
}

/** Great-circle distance in miles, two decimals (docs/behavior/browse.md#distance). */
export function distanceInMiles(from: Point, to: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const halfLat = Math.sin(radians(to.lat - from.lat) / 2);
  const halfLon = Math.sin(radians(to.lon - from.lon) / 2);
  const a = halfLat ** 2 + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * halfLon ** 2;
  const miles = (2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(a)))) / METRES_PER_MILE;
  return Math.round(miles * 100) / 100;
}

interface Coordinates {
  lat: number | null;
  lon: number | null;
}

/**
 * Miles from the student's home to an opportunity, 0 for a Virtual one; null if either has no coordinates
 * (docs/behavior/browse.md#distance).
 */
export function distanceFrom(
  home: Coordinates,
  opportunity: Coordinates & { opportunity_type: string },
): number | null {
  if (!isPlaced(home)) return null;
  if (opportunity.opportunity_type === 'Virtual') return 0;
  return isPlaced(opportunity) ? distanceInMiles(home, opportunity) : null;
}

/** The slices of a business's pie chart. If only one value is above zero, a number is shown instead. */
export const statisticsLabels = [
  'Open positions',
  'Pending applicants',
  'Accepted',
  'Completed',
  'Terminated',
] as const;
