/*
 * How early the pace rule (docs/behavior/reports.md#pace) warns on simulated terms. Each student works by one of a few
 * habits, with noise, and logs days later. The rule is evaluated on every day of the term, and compared with how the
 * term ended. Prints, for each habit, how many ended short of the minimum, how many of those the rule had warned of and
 * how long before the end, and how many of the others it had called behind.
 *
 *   npx tsx bench/early-warning.ts [students per habit] [seed]
 */
import { addDays } from '@waypost/contract/dates';
import { MINIMUM_HOURS } from '@waypost/contract/opportunities/rules';
import { type Pace, type PaceFacts, paceOf } from '@waypost/contract/pace/rules';
import { Dice } from '../server/src/database/demo/random.ts';

const [students = 2000, seed = 1] = process.argv.slice(2).map(Number);

const START = '2026-01-12';
const TERM_DAYS = 120;
const END = addDays(START, TERM_DAYS);
/** The days between working and logging. Most log within days, some a whole month at once. */
const LOG_EVERY_DAYS = [1, 7, 7, 14, 30];
const dice = new Dice(seed);
const between = (low: number, high: number) => low + dice.next() * (high - low);

/** The share of a steady week's hours that is worked on a day, by how much of the term has passed (0 to 1). */
type Effort = (passed: number) => number;

/** Each call makes one student of that habit. */
const habits: Record<string, () => Effort> = {
  'steady, enough': () => {
    const level = between(1.02, 1.3);
    return () => level;
  },
  'steady, too little': () => {
    const level = between(0.4, 0.9);
    return () => level;
  },
  'starts late': () => {
    const begins = between(0.1, 0.5);
    const level = between(1, 1.8);
    return (passed) => (passed < begins ? 0 : level);
  },
  fades: () => {
    const turns = between(0.2, 0.7);
    const level = between(1, 1.3);
    return (passed) => (passed < turns ? level : level * Math.max(0, 1 - (passed - turns) / 0.3));
  },
  stops: () => {
    const stops = between(0.2, 0.9);
    const level = between(0.9, 1.2);
    return (passed) => (passed < stops ? level : 0);
  },
  'two weeks away, then catches up': () => {
    const away = between(0.2, 0.7);
    const level = between(1.15, 1.4);
    return (passed) => (passed > away && passed < away + 14 / TERM_DAYS ? 0 : level);
  },
};

interface Term {
  logEvery: number;
  endedShort: boolean;
  /** Days left in the term when the rule first said so; undefined if it never did. */
  daysLeft: Partial<Record<Pace, number>>;
}

/** One student's term, day by day. */
function runTerm(effort: Effort): Term {
  const minimum = MINIMUM_HOURS.Internship;
  const workDays = dice.pick([2, 3, 4, 5]);
  const hoursADay = minimum / ((TERM_DAYS / 7) * workDays);
  const logEvery = dice.pick(LOG_EVERY_DAYS);
  let worked = 0;
  let logged = 0;
  let lastWorked: string | null = null;
  let lastEntry: string | null = null;
  const daysLeft: Term['daysLeft'] = {};
  for (let day = 0; day <= TERM_DAYS; day++) {
    const today = addDays(START, day);
    const hours = day % 7 < workDays ? effort(day / TERM_DAYS) * hoursADay * between(0.7, 1.3) : 0;
    if (hours > 0) {
      worked += hours;
      lastWorked = today;
    }
    if (day % logEvery === 0 || day === TERM_DAYS) {
      logged = worked;
      lastEntry = lastWorked;
    }
    const facts: PaceFacts = {
      placedOn: START,
      start: START,
      end: END,
      minimum,
      approvedHours: logged,
      pendingHours: 0,
      waitingSince: null,
      lastEntry,
      // Only hours are simulated: nothing else is due.
      evaluations: 2,
      unanswered: 0,
    };
    const { pace } = paceOf(facts, today);
    daysLeft[pace] ??= TERM_DAYS - day;
  }
  return { logEvery, endedShort: logged < minimum, daysLeft };
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`;
const warned = ({ daysLeft }: Term) => Math.max(daysLeft['at risk'] ?? -1, daysLeft.behind ?? -1);

const columns = [
  'habit',
  'ended short',
  'warned 30 days before the end',
  'warned 14 days before',
  'median days left, at risk',
  'median days left, behind',
  'of the others, ever behind',
  'ever at risk',
];
console.log(`| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}`);
const all: Term[] = [];
for (const [name, habit] of Object.entries(habits)) {
  const terms = Array.from({ length: students }, () => runTerm(habit()));
  all.push(...terms);
  report(name, terms);
}
report('all', all);
for (const days of new Set(LOG_EVERY_DAYS))
  report(
    `all who log every ${days} days`,
    all.filter(({ logEvery }) => logEvery === days),
  );

function report(name: string, terms: readonly Term[]) {
  const short = terms.filter(({ endedShort }) => endedShort);
  const others = terms.filter(({ endedShort }) => !endedShort);
  const cells = [
    name,
    percent(short.length, terms.length),
    percent(short.filter((term) => warned(term) >= 30).length, short.length),
    percent(short.filter((term) => warned(term) >= 14).length, short.length),
    median(short.map(warned)) ?? '–',
    median(short.flatMap(({ daysLeft }) => daysLeft.behind ?? [])) ?? '–',
    percent(others.filter(({ daysLeft }) => daysLeft.behind !== undefined).length, others.length),
    percent(others.filter(({ daysLeft }) => daysLeft['at risk'] !== undefined).length, others.length),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
