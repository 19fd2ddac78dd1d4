import { addDays } from '../../dates.ts';
import { t } from '../../i18n.ts';
import { shortName } from '../../messages/links/rules.ts';
import { type Weekday, weekdays } from '../../opportunities/opportunities/schedule.ts';
import { EVALUATIONS_REQUIRED } from '../../placements/evaluations/rules.ts';
import { summaryDue } from '../../placements/final-work/rules.ts';
import { evaluationDue, reflectionDue } from '../../placements/pace/rules.ts';

/** How long a canceled entry stays in a feed, so that every calendar sees the cancellation. */
export const CANCELED_DAYS = 60;
/** Entries that ended longer ago are left out, and so are staff's entries further in the future. */
export const PAST_DAYS = 365;
export const STAFF_PAST_DAYS = 30;
export const STAFF_AHEAD_DAYS = 400;

/** An entry of a feed: on one day, or weekly on some days. Days YYYY-MM-DD in the school system's time zone. */
export interface FeedEntry {
  /** Never changes, because calendars find the entry by it. */
  uid: string;
  day: string;
  /** The weekdays on which it repeats, and the last possible day. */
  weekly?: { days: Weekday[]; until: string };
  summary: string;
  description?: string;
  /** The screen it belongs to. */
  path: string;
  changedAt: Date;
  isCanceled: boolean;
}

/** The facts about a placement that feeds need. */
export interface FeedPlacement {
  id: string;
  title: string;
  /** Null once their accounts were deleted. */
  business: string | null;
  firstName: string | null;
  lastName: string | null;
  placedOn: string;
  start: string;
  end: string;
  /** The day on which it was completed or terminated. */
  endedOn: string | null;
  days: Weekday[];
  status: 'open' | 'completed' | 'terminated';
  evaluations: number;
  questions: number;
  answers: number;
  hasSummary: boolean;
  hasFiles: boolean;
  changedAt: Date;
}

/** A placement that ends on a day in staff's calendars. */
export type FeedEnding = Pick<FeedPlacement, 'firstName' | 'lastName' | 'end' | 'status' | 'changedAt'>;

/** An offer that its student has not replied to. */
export interface FeedOffer {
  id: string;
  title: string;
  business: string | null;
  replyBy: string;
  changedAt: Date;
}

/** An agreement that was sent and is not fully signed. */
export interface FeedAgreement {
  id: string;
  projectId: string;
  title: string;
  firstName: string | null;
  lastName: string | null;
  day: string;
  status: string;
  changedAt: Date;
}

const isOver = ({ status }: Pick<FeedPlacement, 'status'>) => status === 'terminated';
/** Old cancellations are left out. */
const isTold = (changedAt: Date, today: string) =>
  addDays(changedAt.toISOString().slice(0, 10), CANCELED_DAYS) >= today;

/** The entries of one placement, canceled if it was terminated before their day. */
function entriesOf(placement: FeedPlacement, path: string, today: string) {
  const { id, changedAt } = placement;
  const endedOn = changedAt.toISOString().slice(0, 10);
  return (name: string, day: string, summary: string, more: Partial<FeedEntry> = {}): FeedEntry[] => {
    const isCanceled = isOver(placement) && (more.weekly?.until ?? day) >= endedOn;
    if (isCanceled && !isTold(changedAt, today)) return [];
    return [{ uid: `${name}-${id}`, day, summary, path, changedAt, isCanceled, ...more }];
  };
}

/** A student's own dates: first and last days, due dates, offers to reply to, and agreements to sign. */
export function studentEntries(
  placements: readonly FeedPlacement[],
  offers: readonly FeedOffer[],
  agreements: readonly FeedAgreement[],
  today: string,
): FeedEntry[] {
  return [
    ...agreementEntries(
      agreements,
      ({ title }) => t('Last day to sign the agreement: {title}', { title }),
      today,
    ),
    ...offers.map(
      ({ id, title, business, replyBy, changedAt }): FeedEntry => ({
        uid: `offer-${id}`,
        day: replyBy,
        summary: t('Answer the offer from {business}: {title}', { business: business ?? '', title }),
        path: `/application/view/${id}`,
        changedAt,
        isCanceled: false,
      }),
    ),
    ...placements.flatMap((placement) => {
      const { id, title, start, end, endedOn, questions, answers } = placement;
      const business = placement.business ?? '';
      const on = (screen: string) => entriesOf(placement, `/project/${id}/${screen}`, today);
      const steps = Array.from(
        { length: Math.max(0, questions - answers) },
        (_, index) => answers + index + 1,
      );
      return [
        ...on('hours')('start', start, t('First day at {business}: {title}', { business, title })),
        ...on('hours')('end', end, t('Last day at {business}: {title}', { business, title })),
        ...evaluationsOf(placement, on('hours'), () =>
          t('{business} evaluates you: {title}', { business, title }),
        ),
        ...steps.flatMap((step) =>
          on('reflections')(
            `reflection-${step}`,
            reflectionDue(placement, step, questions),
            t('Reflection question {step} is due: {title}', { step, title }),
          ),
        ),
        ...(placement.hasSummary
          ? []
          : on('summary')(
              'summary',
              summaryDue(end, endedOn),
              t('Final summary is due: {title}', { title }),
            )),
        ...(placement.hasFiles
          ? []
          : on('file')(
              'final-project',
              summaryDue(end, endedOn),
              t('Final project is due: {title}', { title }),
            )),
      ];
    }),
  ];
}

/** A business's dates: when each intern works, and the last days to sign. First names only. */
export const businessEntries = (
  placements: readonly FeedPlacement[],
  agreements: readonly FeedAgreement[],
  today: string,
): FeedEntry[] => [
  ...agreementEntries(
    agreements,
    ({ firstName }) =>
      t('Last day to sign the agreement: {name}', { name: firstName?.trim() || t('A former student') }),
    today,
  ),
  ...placements.flatMap((placement) => {
    const { id, title, start, end, days } = placement;
    const name = placement.firstName?.trim() || t('A former student');
    const on = entriesOf(placement, `/interns/hours_log/${id}`, today);
    const first = firstOf(start, days);
    return [
      ...on('start', start, t('{name} starts: {title}', { name, title })),
      ...on('end', end, t('{name}’s last day: {title}', { name, title })),
      ...(first !== null && first <= end
        ? on('week', first, t('{name} works with you', { name }), {
            description: title,
            weekly: { days, until: end },
          })
        : []),
      ...evaluationsOf(placement, entriesOf(placement, `/evaluation/new/${id}`, today), () =>
        t('{name}’s evaluation is due: {title}', { name, title }),
      ),
    ];
  }),
];

/** The first of these weekdays on or after a day; null if none is given. */
function firstOf(from: string, days: readonly Weekday[]): string | null {
  const next = Array.from({ length: 7 }, (_, index) => addDays(from, index));
  return next.find((day) => days.includes(weekdayOf(day))) ?? null;
}

const weekdayOf = (day: string): Weekday =>
  weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'Monday';

const evaluationsOf = (
  placement: FeedPlacement,
  on: ReturnType<typeof entriesOf>,
  words: () => string,
): FeedEntry[] =>
  Array.from({ length: EVALUATIONS_REQUIRED }, (_, index) => index)
    .slice(placement.evaluations)
    .flatMap((given) =>
      on(`evaluation-${given + 1}`, evaluationDue(placement, given) ?? placement.end, words()),
    );

/** How many students the summary of an entry names. */
const NAMED = 3;
/** How many the description names. */
const LISTED = 20;

/** Staff's dates: the placements that end on each day, and the agreements that expire. */
export function staffEntries(
  endings: readonly FeedEnding[],
  agreements: readonly FeedAgreement[],
  today: string,
): FeedEntry[] {
  const days = [...new Set(endings.map(({ end }) => end))];
  return [
    ...days.flatMap((day): FeedEntry[] => {
      const all = endings.filter(({ end }) => end === day);
      const ending = all.filter((one) => !isOver(one));
      const changedAt = new Date(Math.max(...all.map((one) => one.changedAt.getTime())));
      if (ending.length === 0 && !isTold(changedAt, today)) return [];
      const names = ending.map(nameOf);
      const rest = names.length - LISTED;
      return [
        {
          uid: `ends-${day}`,
          day,
          summary:
            names.length <= NAMED
              ? t('{n, plural, one {Placement ends} other {Placements end}}: {names}', {
                  n: names.length,
                  names: names.join(', '),
                })
              : t('{n} placements end', { n: names.length }),
          description: [
            ...names.slice(0, LISTED),
            ...(rest > 0 ? [t('and {more} more.', { more: rest })] : []),
          ].join('\n'),
          path: '/admin/internship_status_report',
          changedAt,
          isCanceled: ending.length === 0,
        },
      ];
    }),
    ...agreementEntries(
      agreements,
      (student) => t('Unsigned agreement expires: {name}', { name: nameOf(student) }),
      today,
    ),
  ];
}

/** The last day to sign each agreement, canceled once it was declined or voided. */
const agreementEntries = (
  agreements: readonly FeedAgreement[],
  toSummary: (agreement: FeedAgreement) => string,
  today: string,
): FeedEntry[] =>
  agreements.flatMap((agreement): FeedEntry[] => {
    const { id, projectId, day, status, changedAt } = agreement;
    const isCanceled = status === 'declined' || status === 'void';
    if (isCanceled && !isTold(changedAt, today)) return [];
    const path = `/project/${projectId}/agreement`;
    return [{ uid: `agreement-${id}`, day, summary: toSummary(agreement), path, changedAt, isCanceled }];
  });

/** A calendar may be stored anywhere, so it shows no more of a name than staff need. */
const nameOf = ({ firstName, lastName }: Pick<FeedEnding, 'firstName' | 'lastName'>) =>
  firstName === null ? t('A former student') : shortName(firstName, lastName ?? '');
