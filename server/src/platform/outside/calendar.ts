import { addDays } from '@waypost/contract/dates';
import { t } from '@waypost/contract/i18n';
import type { FeedEntry } from '@waypost/contract/oversight/calendar/rules';
import ical, {
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';

/** A calendar entry in a mail. Times ISO 8601. */
export interface CalendarEntry {
  /** Never changes, because calendars find the entry by it. */
  uid: string;
  /** Incremented with each change. */
  sequence: number;
  changedAt: string;
  startsAt: string;
  minutes: number;
  summary: string;
  place: string;
  description: string;
  /** The organizer's name. */
  organizer: string;
  state: 'tentative' | 'confirmed' | 'canceled';
}

const prodId = { company: 'Waypost', product: 'Waypost', language: 'EN' } as const;

/**
 * The entry as an iTIP message (RFC 5546): a request, which adds or replaces the entry of this uid, or a cancellation.
 * It names only its reader. It asks for no reply, because nobody reads the mailbox `from`; people reply in Waypost.
 */
export function toCalendar(
  entry: CalendarEntry,
  { from, to }: { from: string; to: string },
): { method: 'REQUEST' | 'CANCEL'; content: string } {
  const isCanceled = entry.state === 'canceled';
  const method = isCanceled ? 'CANCEL' : 'REQUEST';
  const startsAt = new Date(entry.startsAt);
  const calendar = ical({
    method: isCanceled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
    prodId,
  });
  calendar.createEvent({
    id: entry.uid,
    sequence: entry.sequence,
    // Without it, the library would write the time of sending.
    stamp: new Date(entry.changedAt),
    lastModified: new Date(entry.changedAt),
    start: startsAt,
    end: new Date(startsAt.getTime() + entry.minutes * 60_000),
    summary: entry.summary,
    location: entry.place,
    description: entry.description,
    organizer: { name: entry.organizer, email: addressIn(from) },
    attendees: [
      {
        email: to,
        rsvp: false,
        status: entry.state === 'confirmed' ? ICalAttendeeStatus.ACCEPTED : ICalAttendeeStatus.NEEDSACTION,
      },
    ],
    status: statuses[entry.state],
    transparency: isCanceled ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
  });
  return { method, content: calendar.toString() };
}

/** Seconds after which calendars should reload. Some do so only once a day. */
const ASK_AGAIN = 3600;
/** Counting from here, a sequence fits 32 bits until 2089. */
const FIRST_SEQUENCE = Date.UTC(2021, 0, 1);

/**
 * Entries as a calendar to subscribe to (RFC 5545). All are whole days of the school system, unaffected by clock
 * changes. The same entries result in the same text.
 */
export function toFeed(
  entries: readonly FeedEntry[],
  { timeZone, publicUrl }: { timeZone: string; publicUrl: string },
): string {
  const { host } = new URL(publicUrl);
  const calendar = ical({ prodId, name: 'Waypost', description: t('Your dates on Waypost'), ttl: ASK_AGAIN });
  calendar.x('X-WR-TIMEZONE', timeZone);
  for (const { uid, day, weekly, summary, description, path, changedAt, isCanceled } of entries)
    calendar.createEvent({
      id: `${uid}@${host}`,
      sequence: Math.floor((changedAt.getTime() - FIRST_SEQUENCE) / 1000),
      stamp: changedAt,
      lastModified: changedAt,
      allDay: true,
      start: new Date(`${day}T00:00:00Z`),
      end: new Date(`${addDays(day, 1)}T00:00:00Z`),
      summary,
      url: publicUrl + path,
      status: isCanceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      // A planned day at a placement does not mark anyone as busy.
      transparency: ICalEventTransparency.TRANSPARENT,
      ...(description && { description }),
      // As text, because the library would write the last day as a moment.
      ...(weekly && {
        repeating: `RRULE:FREQ=WEEKLY;BYDAY=${weekly.days.map((name) => name.slice(0, 2).toUpperCase()).join(',')};UNTIL=${weekly.until.replaceAll('-', '')}`,
      }),
    });
  return calendar.toString();
}

const statuses = {
  tentative: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  canceled: ICalEventStatus.CANCELLED,
} as const;

/** `Waypost <no-reply@example.org>` or the bare address. */
export const addressIn = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
