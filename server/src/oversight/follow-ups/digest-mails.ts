import { t } from '@waypost/contract/i18n';
import { shortName } from '@waypost/contract/messages/links/rules';
import { type Capacity, capacityLines } from '../../messages/mail/capacity.ts';
import type { Notification } from '../../messages/mail/notify.ts';
import type { WaitingHours } from './digest-queries.ts';
import { type pathsOf, sentenceOf } from './mails.ts';

/** Where a business with an account approves hours. */
export const SCREEN = '/interns/viewall?pending=true';
/** As many lines as people read on a phone; the rest is counted. */
const LINES = 10;

/** What else the person has to do, and where. */
export const toLines = (rows: Parameters<typeof pathsOf>[2]['rows'], paths: ReadonlyMap<string, string>) =>
  rows.map((row) => ({ text: sentenceOf(row), path: paths.get(row.id) ?? SCREEN, isTold: row.isTold }));

const sumOf = (waiting: readonly WaitingHours[]) =>
  waiting.reduce((sum, { hours }) => sum + hours, 0).toFixed(2);
export const subjectOf = (waiting: readonly WaitingHours[]) =>
  t('Hours to approve: {hours}', { hours: sumOf(waiting) });

/**
 * The email about pending hours, with what else is waiting for its reader. `path` is where they decide. `capacities` are
 * those of a reader without an account; null with one.
 */
export function toDigest(
  waiting: WaitingHours[],
  path: string,
  others: ReturnType<typeof toLines>,
  capacities: readonly Capacity[] | null,
): Notification {
  const hasAccount = capacities === null;
  const entries = waiting.reduce((sum, one) => sum + one.entries, 0);
  const more = waiting.length - LINES;
  const [first] = waiting;
  // An email about several placements belongs to none of their conversations.
  const thread = waiting.length + others.length === 1 ? first?.projectId : undefined;
  return {
    thread,
    subject: subjectOf(waiting),
    paragraphs: [
      t(
        '{entries, plural, one {1 entry is} other {# entries are}} waiting for your approval, {hours} hours in all:',
        { entries, hours: sumOf(waiting) },
      ),
      ...waiting.slice(0, LINES).map((one) => toLine(one, hasAccount)),
      ...(more > 0 ? [t('and {more} more.', { more })] : []),
      t('You can approve or disapprove them right from this link, without logging in.'),
      ...capacityLines(capacities ?? []),
    ],
    button: { label: t('Approve hours'), path },
    footnotes: [
      hasAccount ? { text: t('Or log in and see them there:'), path: SCREEN } : t('You need no account.'),
      ...others.map(({ text: what, path: to, isTold }) => ({
        text: isTold
          ? t('This has waited too long: {what}', { what })
          : t('Also waiting for you: {what}', { what }),
        path: to,
      })),
    ],
    atBell: SCREEN,
  };
}

/** As everywhere, a person without an account reads students' first names and initials. */
const toLine = ({ firstName, lastName, title, hours }: WaitingHours, hasAccount: boolean) =>
  t('{student}, {title}: {hours} hours', {
    student: firstName
      ? hasAccount
        ? `${firstName} ${lastName}`
        : shortName(firstName, lastName)
      : t('A former student'),
    title,
    hours: hours.toFixed(2),
  });
