import type { timeFrames } from '@waypost/contract/opportunities/opportunities/rules';
import type { Weekday } from '@waypost/contract/opportunities/opportunities/schedule';
import type { opportunities } from '../platform/database/tables/opportunities.ts';
import type { Town } from './places.ts';
import type { DemoOffer, Sector } from './sectors.ts';

type TimeFrame = (typeof timeFrames)[number];

type Terms = Pick<
  typeof opportunities.$inferInsert,
  'timeFrame' | 'payFrom' | 'payTo' | 'days' | 'hoursPerWeek' | 'dressNotes' | 'transportNotes'
>;

const dress: Partial<Record<Sector, string>> = {
  boats: 'Closed-toe shoes and clothes that can take paint. We lend gloves and safety glasses.',
  environment: 'Boots and a hat. We lend life vests.',
  health: 'Scrubs, which we provide, and closed-toe shoes.',
  building: 'Work boots and long pants. We lend a hard hat.',
  food: 'Black pants and non-slip shoes. Aprons are ours.',
  finance: 'Business casual.',
  children: 'Comfortable clothes you can sit on the floor in.',
  retail: 'Dark pants. We give you two shirts.',
};

const byBus: readonly Town[] = ['Annapolis', 'Eastport', 'Edgewater', 'Arnold'];

const weeks: Record<TimeFrame, { days: readonly Weekday[]; hours: number }> = {
  Summer: { days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], hours: 30 },
  Fall: { days: ['Monday', 'Wednesday', 'Friday'], hours: 10 },
  Spring: { days: ['Tuesday', 'Thursday'], hours: 8 },
  'Full Year': { days: ['Tuesday', 'Wednesday', 'Thursday', 'Saturday'], hours: 16 },
};

/** Apprenticeships last a school year; everything else is named after the season in which it starts. */
function timeFrameOf(kind: DemoOffer['kind'], start: string): TimeFrame {
  if (kind === 'Apprenticeship') return 'Full Year';
  const month = Number(start.slice(5, 7));
  if (month >= 5 && month <= 7) return 'Summer';
  return month >= 8 && month <= 10 ? 'Fall' : 'Spring';
}

/**
 * The season, pay and schedule of an opportunity that starts on this day, YYYY-MM-DD. Every eighth business gives no
 * pay or schedule, as real ones do.
 */
export function termsOf(
  index: number,
  { sector, town }: { sector: Sector; town: Town },
  offer: Pick<DemoOffer, 'paid' | 'kind' | 'type'>,
  start: string,
): Terms {
  const timeFrame = timeFrameOf(offer.kind, start);
  if (index % 8 === 7) return { timeFrame };
  const from = (offer.kind === 'Apprenticeship' ? 17.5 : 15) + (index % 4) * 0.5;
  const week = weeks[timeFrame];
  const remote = offer.type === 'Virtual';
  return {
    timeFrame,
    ...(offer.paid && { payFrom: from, payTo: index % 2 === 0 ? from + 2 : null }),
    days: [...week.days],
    hoursPerWeek: week.hours,
    dressNotes: remote ? '' : (dress[sector] ?? ''),
    transportNotes: remote
      ? 'You need a computer with a camera; we can lend one.'
      : byBus.includes(town)
        ? 'The city bus stops two blocks away.'
        : 'There is no bus. You can park here, and we help to arrange rides.',
  };
}
