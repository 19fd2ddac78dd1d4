import { type Message, msg, t } from '../i18n.ts';
/**
 * How much one account, network or school system may do within a span of time, counted from the first use. This is
 * the one table of budgets: every server counts against it in the database (docs/behavior/budgets.md).
 */
export interface Budget {
  /** `network and account`: one person's tries from one place, so other people's tries do not count against them. */
  readonly per: 'account' | 'network' | 'network and account' | 'client';
  readonly units: number;
  readonly minutes: number;
  /** What is counted, as it follows a number: "100 student searches". */
  readonly noun: Message;
}

const A_DAY = 24 * 60;

export const budgets = {
  'student searches': { per: 'account', units: 100, minutes: A_DAY, noun: msg('student searches') },
  // A student's searches. Whoever needs more in an hour is a program.
  browses: { per: 'account', units: 1000, minutes: 60, noun: msg('searches for opportunities') },
  'student views': { per: 'account', units: 200, minutes: A_DAY, noun: msg('views of student records') },
  // A person's own mistakes. Tries from elsewhere do not count, and a known browser has its own count.
  'password guesses': { per: 'network and account', units: 10, minutes: 15, noun: msg('password guesses') },
  // From everywhere together: 2,400 guesses a day at an uncommon password of ten characters or more.
  'password guesses from everywhere': {
    per: 'account',
    units: 100,
    minutes: 60,
    noun: msg('password guesses'),
  },
  'guesses at your own password': { per: 'account', units: 10, minutes: 15, noun: msg('password guesses') },
  // A whole school logs in through one address in the morning, and a few in a hundred mistype.
  'failed logins': { per: 'network', units: 1000, minutes: 15, noun: msg('failed logins') },
  'reset mails': { per: 'network and account', units: 5, minutes: 60, noun: msg('reset emails') },
  'reset mails from everywhere': { per: 'account', units: 20, minutes: 60, noun: msg('reset emails') },
  'reset mails of a network': { per: 'network', units: 1000, minutes: 60, noun: msg('reset emails') },
  // Above this, a reply no longer tells whether an email has an account.
  'unknown emails': { per: 'network', units: 300, minutes: 60, noun: msg('unknown emails') },
  'wrong codes': { per: 'network', units: 300, minutes: 60, noun: msg('wrong links') },
  'email changes': { per: 'account', units: 5, minutes: 60, noun: msg('email changes') },
  'sign-ups with an email': { per: 'network and account', units: 10, minutes: 60, noun: msg('sign-ups') },
  'taken emails': { per: 'network', units: 500, minutes: 60, noun: msg('sign-ups') },
  // A first day: every student of the largest high schools behind one address within an hour, or a whole county in a day.
  'sign-ups of a network': { per: 'network', units: 1000, minutes: 60, noun: msg('sign-ups') },
  'sign-ups of a client': { per: 'client', units: 3000, minutes: 60, noun: msg('sign-ups') },
  'confirmation mails': { per: 'account', units: 5, minutes: 60, noun: msg('confirmation emails') },
  // Refused files count as well, because checking them takes work.
  uploads: { per: 'account', units: 60, minutes: 60, noun: msg('uploads') },
  // Each file counts in whole megabytes, so small files count too. A profile takes less than ten.
  'uploaded megabytes': { per: 'account', units: 200, minutes: A_DAY, noun: msg('MB of uploads') },
  // For unapproved accounts: a first day of three thousand students fits twice.
  'megabytes before approval': { per: 'client', units: 50_000, minutes: A_DAY, noun: msg('MB of uploads') },
  'uploads of a network': { per: 'network', units: 3000, minutes: 60, noun: msg('uploads') },
  offers: { per: 'account', units: 50, minutes: A_DAY, noun: msg('offers to students') },
} as const satisfies Record<string, Budget>;

export type BudgetName = keyof typeof budgets;

/** What limits a business in reading and contacting students. Staff see how much of each it has used. */
export const businessBudgets = [
  'student searches',
  'student views',
  'offers',
] as const satisfies BudgetName[];

/** Why something over budget is refused, and when to try again. `left` and `seconds` are as of the refusal. */
export function overBudget({ units, noun }: Budget, left: number, seconds: number): string {
  return left > 0
    ? t('You have {left} of {units} {noun} left for now. You get all {units} back in {wait}.', {
        left,
        units,
        noun: t(noun),
        wait: span(seconds),
      })
    : t('You have used all {units} {noun} for now. Try again in {wait}.', {
        units,
        noun: t(noun),
        wait: span(seconds),
      });
}

/** A waiting time in words: minutes below two hours, hours above. */
export function span(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 1) return t('a minute');
  return minutes < 120
    ? t('{minutes} minutes', { minutes })
    : t('{hours} hours', { hours: Math.ceil(minutes / 60) });
}
