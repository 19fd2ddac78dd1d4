/** The days of the week in order, as they are sent and stored. */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
export type Weekday = (typeof weekdays)[number];

/** The maximum dollars per hour and hours per week. */
export const MOST_AN_HOUR = 999.99;
export const MOST_HOURS_A_WEEK = 60;

interface PayAndDays {
  paidUnpaid: string;
  pay_from: number | null;
  pay_to: number | null;
  days: readonly Weekday[];
}

/** The schedule as it is stored: no amounts if unpaid, and each day once, in the order of the week. */
export function settledSchedule({ paidUnpaid, pay_from, pay_to, days }: PayAndDays) {
  const isPaid = paidUnpaid === 'Paid';
  return {
    pay_from: isPaid ? pay_from : null,
    pay_to: isPaid && pay_to !== pay_from ? pay_to : null,
    days: weekdays.filter((day) => days.includes(day)),
  };
}

/**
 * An amount as a number: digits, with or without a dollar sign, and with a point or a comma before the cents. Null if
 * empty. Anything else is unchanged, and the form rejects it.
 */
export function readAmount(typed: string): number | string | null {
  const text = typed.trim();
  if (text === '') return null;
  return /^\$?\d{1,6}([.,]\d{1,2})?$/.test(text) ? Number(text.replace('$', '').replace(',', '.')) : text;
}

/** `mon`, `Mon.` and `Monday` as a day; anything else is unchanged, and the form rejects it. */
export function readDay(text: string): string {
  const start = text.toLowerCase().replace(/\.$/, '');
  return (start.length >= 3 && weekdays.find((day) => day.toLowerCase().startsWith(start))) || text;
}
