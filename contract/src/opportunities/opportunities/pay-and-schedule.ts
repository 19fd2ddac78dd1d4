import { formatLocale, t } from '../../i18n.ts';
import { wireName } from '../../wire-names.ts';
import { type Weekday, weekdays } from './schedule.ts';

/** Pay and schedule in words, wherever someone decides about an opportunity. */
interface PayAndSchedule {
  paidUnpaid: string;
  pay_from: number | null;
  pay_to: number | null;
  days: readonly Weekday[];
  hours_per_week: number | null;
}

/** "$15.50–$17 an hour", or Paid or Unpaid if the business gives no amount. Empty if it says nothing. */
export function payOf({
  paidUnpaid,
  pay_from,
  pay_to,
}: Omit<PayAndSchedule, 'days' | 'hours_per_week'>): string {
  if (pay_from === null) return wireName(paidUnpaid);
  if (pay_to === null) return t('{amount} an hour', { amount: dollars(pay_from) });
  return t('{from}–{to} an hour', { from: dollars(pay_from), to: dollars(pay_to) });
}

const dollars = (amount: number) =>
  amount.toLocaleString(formatLocale(), {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  });

/** "Mon–Fri" for consecutive days, otherwise "Mon, Wed". */
export function daysOf(days: readonly Weekday[]): string {
  const places = days.map((day) => weekdays.indexOf(day));
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  if (days.length > 2 && last - first === days.length - 1) return `${shortDay(first)}–${shortDay(last)}`;
  return places.map(shortDay).join(', ');
}

/** January 1, 2024 was a Monday. */
const shortDay = (place: number) =>
  new Date(Date.UTC(2024, 0, 1 + place)).toLocaleDateString(formatLocale(), {
    weekday: 'short',
    timeZone: 'UTC',
  });

export const weeklyHoursOf = (hours: number | null) =>
  hours === null ? '' : t('{hours, plural, one {# hour a week} other {# hours a week}}', { hours });

/** "Mon–Fri · 20 hours a week", as far as known. */
export const scheduleOf = ({ days, hours_per_week }: Pick<PayAndSchedule, 'days' | 'hours_per_week'>) =>
  [daysOf(days), weeklyHoursOf(hours_per_week)].filter(Boolean).join(' · ');
