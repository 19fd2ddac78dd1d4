import { addDays, mondayOf } from '../../dates.ts';
import { DISAPPROVED, daysSpanned, HOURS_PER_DAY } from './rules.ts';

/** Hours of one or several days, which count evenly over them. Dates YYYY-MM-DD, the first and the last included. */
export interface Span {
  start_date: string;
  end_date: string;
  total_hours: number;
}

/** More hours on one day are worth a look. */
const MANY_HOURS = 8;

const inHundredths = (hours: number) => Math.round(hours * 100) / 100;

/** The hours of these spans from one day to another, in hundredths. */
function hoursBetween(first: string, last: string, spans: readonly Span[]): number {
  let sum = 0;
  for (const { start_date, end_date, total_hours } of spans) {
    if (start_date > last || end_date < first) continue;
    const from = start_date > first ? start_date : first;
    const to = end_date < last ? end_date : last;
    const isWhole = from === start_date && to === end_date;
    sum += isWhole ? total_hours : (total_hours * daysSpanned(from, to)) / daysSpanned(start_date, end_date);
  }
  return inHundredths(sum);
}

interface FullDay {
  day: string;
  hours: number;
}

/** The first day of a span on which all spans together have more hours than this; null if there is none. */
function firstDayOver(limit: number, { start_date, end_date }: Span, spans: readonly Span[]): FullDay | null {
  // Hours of a day only become more where a span starts.
  const starts = spans.map((span) => span.start_date).filter((day) => day > start_date && day <= end_date);
  for (const day of [...new Set([start_date, ...starts])].sort()) {
    const hours = hoursBetween(day, day, spans);
    if (hours > limit) return { day, hours };
  }
  return null;
}

/**
 * The first day on which a student would have more than 24 hours with this entry; null if there is none
 * (docs/behavior/hours.md#days). `others`: their other entries in all placements that were not disapproved.
 */
export const overfullDay = (entry: Span, others: readonly Span[]): FullDay | null =>
  firstDayOver(HOURS_PER_DAY, entry, [entry, ...others]);

/** The planned first and last day of a placement, and the hours a week that were agreed, if any. */
export interface PlacementDays {
  first_day: string;
  last_day: string;
  weekly_hours: number | null;
}

/** A day of an entry that is not between the placement's first and last day. */
export interface OutsideDay {
  day: string;
  first_day: string;
  last_day: string;
}

export function outsideDay(
  { start_date, end_date }: Pick<Span, 'start_date' | 'end_date'>,
  { first_day, last_day }: Pick<PlacementDays, 'first_day' | 'last_day'>,
): OutsideDay | null {
  if (start_date < first_day) return { day: start_date, first_day, last_day };
  if (end_date <= last_day) return null;
  return { day: start_date > last_day ? start_date : addDays(last_day, 1), first_day, last_day };
}

/** What a business should look at before it approves an entry; null where there is nothing. */
export interface HoursNotes {
  outside: OutsideDay | null;
  /** The first of its days with more than 8 hours in this placement. */
  long_day: FullDay | null;
  /** The first of its weeks, from Monday, with more hours in this placement than were agreed. */
  long_week: { monday: string; hours: number; agreed: number } | null;
}

/**
 * The entries of one placement with what is worth a look in each (docs/behavior/hours.md#days). Other placements of
 * the student are none of this business's concern. A disapproved entry is judged as if it counted.
 */
export function withNotes<Entry extends Span & { business_approved: number }>(
  entries: readonly Entry[],
  placement: PlacementDays,
): (Entry & { notes: HoursNotes })[] {
  const counted = entries.filter((entry) => entry.business_approved !== DISAPPROVED);
  return entries.map((entry) => {
    const all = entry.business_approved === DISAPPROVED ? [entry, ...counted] : counted;
    const [monday, sunday] = [mondayOf(entry.start_date), addDays(mondayOf(entry.end_date), 6)];
    const nearby = all.filter((other) => other.end_date >= monday && other.start_date <= sunday);
    const notes = {
      outside: outsideDay(entry, placement),
      long_day: firstDayOver(MANY_HOURS, entry, nearby),
      long_week: firstLongWeek(entry, nearby, placement),
    };
    return { ...entry, notes };
  });
}

function firstLongWeek(
  { start_date, end_date }: Span,
  spans: readonly Span[],
  { weekly_hours: agreed }: PlacementDays,
): HoursNotes['long_week'] {
  if (agreed === null) return null;
  for (let monday = mondayOf(start_date); monday <= end_date; monday = addDays(monday, 7)) {
    const hours = hoursBetween(monday, addDays(monday, 6), spans);
    if (hours > agreed) return { monday, hours, agreed };
  }
  return null;
}
