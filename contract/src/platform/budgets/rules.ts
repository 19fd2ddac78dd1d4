import { type Message, msg, t } from '../../i18n.ts';
/**
 * How much a caller may do within a period, counted from the first use. This is the only table of budgets: every server
 * counts against it in the database (docs/behavior/budgets.md). A budget that several callers share never refuses anyone
 * because of somebody else's tries (docs/decisions/0085-shared-bounds.md).
 */
export interface Budget {
  /**
   * What is counted. `network and …`: one network's tries at one account or address, so tries from elsewhere do not count
   * against it. `address`: an email address, with or without an account.
   */
  readonly per:
    | 'account'
    | 'network'
    | 'network and account'
    | 'address'
    | 'network and address'
    | 'account and address'
    | 'network and client'
    | 'client';
  readonly units: number;
  readonly minutes: number;
  /** How many units remain to each while the network they share is over its own budget. */
  readonly crowded?: number;
}

const A_DAY = 24 * 60;

export const budgets = {
  'student searches': { per: 'account', units: 100, minutes: A_DAY },
  'person exports': { per: 'account', units: 30, minutes: A_DAY },
  'person erasures': { per: 'account', units: 30, minutes: A_DAY },
  // A student's searches. A person does not reach this in an hour, but a script does.
  browses: { per: 'account', units: 1000, minutes: 60 },
  // Each pause in typing sends one request.
  finds: { per: 'account', units: 300, minutes: 10 },
  'student views': { per: 'account', units: 200, minutes: A_DAY },
  // A person's own typos. Attempts from other networks do not count, and a known browser has its own count.
  'password guesses': { per: 'network and account', units: 10, minutes: 15, crowded: 2 },
  // From all networks together: 2,400 guesses a day at an uncommon password of at least ten characters. One network can
  // use up less than half.
  'password guesses from everywhere': {
    per: 'account',
    units: 100,
    minutes: 60,
  },
  'guesses at your own password': { per: 'account', units: 10, minutes: 15 },
  // After the correct password. One guess in 333,333 is correct, so at 30 a day an even chance takes 15 years.
  'second factor codes': { per: 'network and account', units: 10, minutes: 15 },
  // Two periods of one network are fewer than one from everywhere, which they may overlap.
  'second factor codes of a network': { per: 'network and account', units: 14, minutes: A_DAY },
  'second factor codes from everywhere': { per: 'account', units: 30, minutes: A_DAY },
  // A whole school logs in from one address in the morning, and a few percent mistype. Above this, somebody tries
  // passwords at many accounts.
  'failed logins': { per: 'network', units: 1000, minutes: 15 },
  // Above these, no new link is mailed while the last one still works.
  'reset mails': { per: 'network and account', units: 5, minutes: 60 },
  'reset mails from everywhere': { per: 'account', units: 20, minutes: 60 },
  'reset mails of a network': { per: 'network', units: 1000, minutes: 60 },
  // Above this, a reply no longer says whether an email has an account.
  'unknown emails': { per: 'network', units: 300, minutes: 60 },
  'wrong codes': { per: 'network', units: 300, minutes: 60 },
  // Calendars load a feed about once an hour, on each of a person's devices.
  'calendar reads': { per: 'account', units: 120, minutes: 60 },
  'wrong calendar addresses': { per: 'network', units: 300, minutes: 60 },
  'wrong document codes': { per: 'network', units: 300, minutes: 60 },
  'email changes': { per: 'account', units: 5, minutes: 60 },
  'confirmation mails': { per: 'account', units: 5, minutes: 60 },
  // Mails to an address that nobody has confirmed yet, so perhaps to a stranger.
  'unproven mails': { per: 'network and address', units: 6, minutes: 60 },
  'unproven mails from everywhere': { per: 'address', units: 20, minutes: 60 },
  // A first day: every student of the largest high schools from one address within an hour.
  'unproven mails of a network': { per: 'network', units: 1000, minutes: 60 },
  // Rejected files count too, because checking them takes work.
  uploads: { per: 'account', units: 60, minutes: 60, crowded: 12 },
  // Each file is rounded up to whole megabytes, so small files count too. A profile uses less than ten.
  'uploaded megabytes': { per: 'account', units: 200, minutes: A_DAY },
  // For unapproved accounts: room for two first days of three thousand students, of which one network may use a third.
  // Above these, each account still has the reserve.
  'megabytes of a network before approval': { per: 'network and client', units: 17_000, minutes: A_DAY },
  'megabytes before approval': { per: 'client', units: 50_000, minutes: A_DAY },
  'reserved megabytes': { per: 'account', units: 12, minutes: A_DAY },
  // Above this, each account can still upload a few.
  'uploads of a network': { per: 'network', units: 3000, minutes: 60 },
  'evaluation emails': { per: 'account', units: 100, minutes: A_DAY },
  'supervisor links': { per: 'account', units: 100, minutes: A_DAY },
  'signing links': { per: 'account', units: 100, minutes: A_DAY },
  'progress links': { per: 'account', units: 100, minutes: A_DAY },
  // Links of all kinds to one person without an account: a plant's supervisor may have dozens of interns.
  'emails to an address': { per: 'account and address', units: 40, minutes: A_DAY },
  'emails to an address from everywhere': { per: 'address', units: 200, minutes: A_DAY },
  // With five tries each, one guess in 40,000 an hour.
  'codes by link': { per: 'account', units: 5, minutes: 60 },
  offers: { per: 'account', units: 50, minutes: A_DAY },
} as const satisfies Record<string, Budget>;

export type BudgetName = keyof typeof budgets;

/** The limits on how a business reads and contacts students. Staff see how much of each it has used. */
export const businessBudgets = [
  'student searches',
  'student views',
  'offers',
] as const satisfies BudgetName[];

/** What is counted, in the form that follows a number: "12 of 100 student searches". */
export const budgetNouns: Record<(typeof businessBudgets)[number], Message> = {
  'student searches': msg('student searches'),
  'student views': msg('views of student records'),
  offers: msg('offers to students'),
};

/** The refusals that name the budget. For the other budgets, the refusal only says when to retry. */
const refusals = {
  'student searches': msg('You have used all {units} student searches for now. Try again in {wait}.'),
  'evaluation emails': msg('You have used all {units} evaluation emails for now. Try again in {wait}.'),
  'supervisor links': msg('You have used all {units} links for supervisors for now. Try again in {wait}.'),
  'signing links': msg('You have used all {units} links to sign for now. Try again in {wait}.'),
  'progress links': msg('You have used all {units} links to progress pages for now. Try again in {wait}.'),
  'emails to an address': msg('You have sent this person {units} emails today. Try again in {wait}.'),
  'emails to an address from everywhere': msg(
    'This person has received {units} emails from Waypost today. Try again in {wait}.',
  ),
  'codes by link': msg('This person has reached the limit of {units} codes. Try again in {wait}.'),
  finds: msg('You have used all {units} searches for now. Try again in {wait}.'),
  browses: msg('You have used all {units} searches for opportunities for now. Try again in {wait}.'),
  'student views': msg('You have used all {units} views of student records for now. Try again in {wait}.'),
  'person exports': msg('You can export the data of {units} students a day. Try again in {wait}.'),
  'person erasures': msg('You can erase the data of {units} students a day. Try again in {wait}.'),
  offers: msg('You have used all {units} offers to students for now. Try again in {wait}.'),
} as const satisfies Partial<Record<BudgetName, Message>>;

export type SpentBudget = keyof typeof refusals;

/** Why a request over budget is refused, and when to retry. `left` and `seconds` are as of the refusal. */
export function overBudget(name: SpentBudget, left: number, seconds: number): string {
  const { units } = budgets[name];
  const wait = span(seconds);
  // Only offers use several units at once.
  return left > 0
    ? t('You have {left} of {units} offers to students left for now. You get all {units} back in {wait}.', {
        left,
        units,
        wait,
      })
    : t(refusals[name], { units, wait });
}

/** A waiting time in words: minutes below two hours, hours above. */
export function span(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 1) return t('a minute');
  return minutes < 120
    ? t('{minutes} minutes', { minutes })
    : t('{hours} hours', { hours: Math.ceil(minutes / 60) });
}
