import { remindersBegin } from '@waypost/contract/follow-ups/reminders';
import { t } from '@waypost/contract/i18n';
import { linkPath } from '@waypost/contract/links/rules';
import type { Pool } from 'pg';
import { inEachClient } from '../access/each-client.ts';
import { addNotices, type NewNotice } from '../bell/queries.ts';
import { findDue, findWaiting } from '../follow-ups/due.ts';
import { findPlans, findReminderTime } from '../follow-ups/plan-queries.ts';
import { claimToday, findAddressees, hashOf, note, pathsOf, sentenceOf } from '../follow-ups/reminding.ts';
import { issueLinks } from '../links/queries.ts';
import { type Told, toNotice, toNotification } from '../mail/notify.ts';
import type { Mail } from '../outside/mail.ts';
import type { Outside } from '../outside/outside.ts';
import { forReader } from '../reader.ts';
import { findBusinessesToTell, listWaitingHours, type WaitingHours } from './digest-queries.ts';

const SCREEN = '/interns/viewall?pending=true';
/** As many lines as people read on a phone; the rest is counted. */
const LINES = 10;

/**
 * Mails every business with hours that were pending when the day's reminders began: when reminders are sent, at most once a
 * day, however often and on however many servers it runs. If no server was running at that time, the mail is sent when one
 * is. Businesses that turned it off are told at the bell alone; those that cannot approve are skipped, and so are placements
 * that staff put off. `atAnyHour` mails what is pending now, also in quiet hours.
 */
export async function mailPendingHours(
  pool: Pool,
  {
    jobs,
    publicUrl,
    now,
    atAnyHour = false,
  }: Pick<Outside, 'jobs' | 'publicUrl'> & { now: Date; atAnyHour?: boolean },
): Promise<void> {
  // Each school system in its own transaction, so a business is marked as mailed if, and only if, its mail is queued.
  await inEachClient(pool, now, async (tx, clientId) => {
    const { timeZone, hours, today, quiet } = await findReminderTime(tx, clientId, now);
    if (quiet && !atAnyHour) return;
    const loggedBefore = atAnyHour ? now : remindersBegin(hours, timeZone, today);
    const found = await findWaiting(tx, clientId, { now, today, timeZone });
    // Not those that staff put off.
    const projectIds = found.filter(({ kind }) => kind === 'hours').map(({ subjectId }) => subjectId);
    const waits = await findBusinessesToTell(tx, { clientId, projectIds, loggedBefore });
    if (waits.length === 0) return;
    // Nobody gets a second email on a day on which somebody reminded them.
    const businesses = await claimToday(
      tx,
      clientId,
      today,
      waits.filter(({ isMuted }) => !isMuted),
    );
    // The bell claims its own day, so a business that muted this email still gets its other reminders.
    const muted = await claimToday(
      tx,
      clientId,
      today,
      waits.flatMap((one) => (one.isMuted ? { ...one, email: `bell of ${one.id}` } : [])),
    );
    if (businesses.length === 0 && muted.length === 0) return;
    const plans = await findPlans(tx, clientId);
    // What else waits for each. A supervisor with another address is reminded of an evaluation by an email of their own.
    const others = await findAddressees(
      tx,
      clientId,
      found.filter(({ kind }) => kind !== 'hours'),
      { now, today, dueOf: (row, told) => findDue(row, told, { today, timeZone, plans }) },
    );
    const dueOf = new Map(others.map(({ hash, rows }) => [hash, rows]));
    const waiting = await listWaitingHours(tx, { clientId, projectIds });
    // Each mail has a new link, and those of earlier mails still work.
    const tokens = await issueLinks(
      tx,
      businesses.map(({ id, name, email, locale }) => ({
        ...{ clientId, purpose: 'hours' as const, subjectId: id, accountId: id },
        recipient: { name, email, locale },
      })),
      now,
    );
    const mails: Mail[] = [];
    const notices: NewNotice[] = [];
    for (const [index, { id, name, email, locale, stopCode }] of businesses.entries()) {
      const theirs = waiting.filter(({ businessId }) => businessId === id);
      const hash = hashOf(email);
      const rows = dueOf.get(hash) ?? [];
      const paths = await pathsOf(tx, clientId, { email, name, locale, rows }, now);
      forReader({ locale, you: 'usted' }, () => {
        const digest = toDigest(theirs, linkPath(tokens[index] ?? ''), toLines(rows, paths));
        mails.push(toNotification(publicUrl, email, digest, { code: stopCode, kind: 'hours' }));
        notices.push(toNotice({ clientId, kind: 'hours' }, id, digest));
      });
      await note(tx, clientId, [{ hash, rows }], now);
    }
    for (const { id, locale } of muted) {
      const theirs = waiting.filter(({ businessId }) => businessId === id);
      forReader({ locale, you: 'usted' }, () =>
        notices.push(toNotice({ clientId, kind: 'hours' }, id, toDigest(theirs, SCREEN, []))),
      );
    }
    await addNotices(tx, notices);
    await jobs.sendMails(tx, mails);
  });
}

/** What else waits for the business, and where it is done. */
const toLines = (rows: Parameters<typeof pathsOf>[2]['rows'], paths: ReadonlyMap<string, string>) =>
  rows.map((row) => ({ text: sentenceOf(row), path: paths.get(row.id) ?? SCREEN }));

function toDigest(waiting: WaitingHours[], path: string, others: ReturnType<typeof toLines>): Told {
  const entries = waiting.reduce((sum, one) => sum + one.entries, 0);
  const hours = waiting.reduce((sum, one) => sum + one.hours, 0);
  const more = waiting.length - LINES;
  const [first] = waiting;
  // What is about several placements belongs to none of their conversations.
  const thread = waiting.length + others.length === 1 ? first?.projectId : undefined;
  return {
    thread,
    subject: t('Hours to approve: {hours}', { hours: hours.toFixed(2) }),
    paragraphs: [
      t(
        '{entries, plural, one {1 entry is} other {# entries are}} waiting for your approval, {hours} hours in all:',
        { entries, hours: hours.toFixed(2) },
      ),
      ...waiting.slice(0, LINES).map(toLine),
      ...(more > 0 ? [t('and {more} more.', { more })] : []),
      t('You can approve or disapprove them right from this link, without logging in.'),
    ],
    button: { label: t('Approve hours'), path },
    footnotes: [
      { text: t('Or log in and see them there:'), path: SCREEN },
      ...others.map(({ text, path: to }) => ({
        text: t('Also waiting for you: {what}', { what: text }),
        path: to,
      })),
    ],
    atBell: SCREEN,
  };
}

const toLine = ({ student, title, hours }: WaitingHours) =>
  t('{student}, {title}: {hours} hours', {
    student: student || t('A former student'),
    title,
    hours: hours.toFixed(2),
  });
