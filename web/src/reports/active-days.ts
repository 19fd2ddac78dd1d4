import type { ActiveDay } from '@waypost/contract/reports/calls';

/** Pixels. */
export const CHART_HEIGHT = 220;

/** MM/DD, of YYYY-MM-DD. */
export const shortDay = (date: string) => `${date.slice(5, 7)}/${date.slice(8, 10)}`;

const people = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'person' : 'people'}`;

/** The chart in a sentence: today, and the busiest of its days. */
export function sayActive(days: readonly ActiveDay[]): string {
  const today = days.at(-1)?.count ?? 0;
  const busiest = days.reduce((most, day) => (day.count > most.count ? day : most), { date: '', count: 0 });
  if (busiest.count === 0) return 'No one used Waypost in the last 30 days.';
  return `${people(today)} today; the most were ${people(busiest.count)}, on ${shortDay(busiest.date)}.`;
}
