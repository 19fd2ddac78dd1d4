import { t } from '@waypost/contract/i18n';
import type { ActiveDay } from '@waypost/contract/oversight/reports/calls';
import { showNumber } from '../../ui/numbers.ts';

/** In pixels. */
export const CHART_HEIGHT = 220;

/** Formats YYYY-MM-DD as MM/DD. */
export const shortDay = (date: string) => `${date.slice(5, 7)}/${date.slice(8, 10)}`;

const people = (count: number) =>
  t('{count} {count2, plural, one {person} other {people}}', {
    count: showNumber(count),
    count2: count,
  });

/** The chart as a sentence: today, and the busiest day. */
export function describeActiveDays(days: readonly ActiveDay[]): string {
  const today = days.at(-1)?.count ?? 0;
  const busiest = days.reduce((most, day) => (day.count > most.count ? day : most), { date: '', count: 0 });
  if (busiest.count === 0) return t('No one used Waypost in the last 30 days.');
  return t('Today: {today}. Most: {most}, on {day}.', {
    today: people(today),
    most: people(busiest.count),
    day: shortDay(busiest.date),
  });
}
