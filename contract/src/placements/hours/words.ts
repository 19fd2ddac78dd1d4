import { shownDay } from '../../dates.ts';
import { t } from '../../i18n.ts';
import type { HoursNotes, OutsideDay, overfullDay } from './day-rules.ts';

/** Why an entry cannot be logged: its day would have more than 24 hours. */
export const whyOverfull = ({ day, hours }: NonNullable<ReturnType<typeof overfullDay>>): string =>
  t('{day} would have {hours} hours, and a day has at most 24', {
    day: shownDay(day),
    hours: hours.toFixed(2),
  });

export function outsideNote({ day, first_day, last_day }: OutsideDay): string {
  if (day < first_day)
    return t('{day} is before the first day of the placement, {first}', {
      day: shownDay(day),
      first: shownDay(first_day),
    });
  return t('{day} is after the last day of the placement, {last}', {
    day: shownDay(day),
    last: shownDay(last_day),
  });
}

/** The notes beside an entry, as phrases without a period. */
export function notesInWords({ outside, long_day, long_week }: HoursNotes): string[] {
  return [
    outside && outsideNote(outside),
    long_day &&
      t('{hours} hours on {day}', { hours: long_day.hours.toFixed(2), day: shownDay(long_day.day) }),
    long_week &&
      t('{hours} hours in the week of {day}, {agreed} agreed', {
        hours: long_week.hours.toFixed(2),
        day: shownDay(long_week.monday),
        agreed: long_week.agreed.toFixed(2),
      }),
  ].filter((note) => note !== null);
}
