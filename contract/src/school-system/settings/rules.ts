import { type Message, msg, t } from '../../i18n.ts';
import { type ListName, listNames } from '../lists/rules.ts';

/** The parts of the setup, in the recommended order (docs/behavior/settings.md#set-up). */
export const setupParts = ['settings', ...listNames] as const;
export type SetupPart = (typeof setupParts)[number];

/**
 * The percentage of each of the six parts; completing the settings adds the rest (docs/behavior/settings.md#set-up).
 */
export const PART_PERCENT = 17;

/** How far a school system is set up, in percent. */
export function setupProgress(done: readonly SetupPart[], isComplete: boolean): number {
  return isComplete ? 100 : Math.min(99, done.length * PART_PERCENT);
}

export const listWords: Record<ListName, Message> = {
  schools: msg('schools'),
  focusAreas: msg('focus areas'),
  programs: msg('programs'),
  evaluationQuestions: msg('evaluation questions'),
  reflectionQuestions: msg('reflection questions'),
};

/** Why the settings cannot be marked as complete, or null if each list has entries. */
export function whyNotComplete(filled: Readonly<Record<ListName, boolean>>): string | null {
  const missing = listNames.filter((list) => !filled[list]).map((list) => t(listWords[list]));
  const last = missing.pop();
  if (last === undefined) return null;
  const lists = missing.length > 0 ? t('{list} or {last}', { list: missing.join(', '), last }) : last;
  return t('There are no {lists} yet.', { lists });
}

/** Why completing is refused before the first save. */
export const NO_SETTINGS = msg('There are no site settings yet.');

/** The logo's size, shown and cropped: 190 by 80 pixels (docs/behavior/settings.md#form). */
export const LOGO = { width: 190, height: 80, aspect: 19 / 8 } as const;

/** The time zones of the states and territories, by their IANA names. */
export const timeZones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
  'Pacific/Guam',
  'Pacific/Pago_Pago',
] as const;
export type TimeZone = (typeof timeZones)[number];

export const zoneNames: Record<TimeZone, Message> = {
  'America/New_York': msg('Eastern Time'),
  'America/Chicago': msg('Central Time'),
  'America/Denver': msg('Mountain Time'),
  'America/Phoenix': msg('Mountain Time, Arizona'),
  'America/Los_Angeles': msg('Pacific Time'),
  'America/Anchorage': msg('Alaska Time'),
  'Pacific/Honolulu': msg('Hawaii Time'),
  'America/Puerto_Rico': msg('Atlantic Time, Puerto Rico and Virgin Islands'),
  'Pacific/Guam': msg('Chamorro Time, Guam'),
  'Pacific/Pago_Pago': msg('Samoa Time'),
};

/** A school system's time zone until it sets one. */
export const DEFAULT_ZONE: TimeZone = 'America/New_York';

/** How many days students have to reply to an offer until a school system sets its own number. */
export const DEFAULT_OFFER_DAYS = 14;

/** The most days that a business can give a student to reply. */
export const MAX_OFFER_DAYS = 90;
