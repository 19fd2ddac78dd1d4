import ical, {
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';

/** An entry for a calendar, as a mail carries it. Times ISO 8601. */
export interface CalendarEntry {
  /** The same for ever: calendars find the entry by it. */
  uid: string;
  /** Grows with each change. */
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

/**
 * The entry as an iTIP message (RFC 5546): a request, which adds or replaces the entry of this uid, or a cancellation.
 * It names its reader only. Replies are not asked for, because nobody reads the mailbox `from`: answers are given here.
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
    prodId: { company: 'Waypost', product: 'Waypost', language: 'EN' },
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

const statuses = {
  tentative: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  canceled: ICalEventStatus.CANCELLED,
} as const;

/** `Waypost <no-reply@example.org>` or the bare address. */
const addressIn = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
