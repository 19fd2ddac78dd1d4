import { t } from '@waypost/contract/i18n';
import { linkPath } from '@waypost/contract/links/rules';
import { digestDueAt } from '@waypost/contract/mail/rules';
import { dayIn } from '@waypost/contract/time-zones';
import type { Pool } from 'pg';
import { asSession, enterTenant } from '../access/tenant.ts';
import { addNotices, type NewNotice } from '../bell/queries.ts';
import { findWaiting, isDue } from '../follow-ups/due.ts';
import { type FollowUpRow, noteReminders } from '../follow-ups/queries.ts';
import { claimToday, pathsOf, sentences } from '../follow-ups/reminding.ts';
import { issueLinks } from '../links/queries.ts';
import { type Told, toNotice, toNotification } from '../mail/notify.ts';
import type { Mail } from '../outside/mail.ts';
import type { Outside } from '../outside/outside.ts';
import { forReader } from '../reader.ts';
import { findDays } from '../settings/queries.ts';
import {
  claimBusinessesToTell,
  listClientIds,
  listWaitingHours,
  type WaitingHours,
} from './digest-queries.ts';

const SCREEN = '/interns/viewall?pending=true';
/** As many lines as people read on a phone; the rest is counted. */
const LINES = 10;

/**
 * Mails every business with pending hours: at most once a day, however often and on however many servers it runs. If no
 * server was running at that time, the mail is sent when one is. Skips businesses that turned it off or cannot approve.
 */
export async function mailPendingHours(
  pool: Pool,
  { jobs, publicUrl, now }: Pick<Outside, 'jobs' | 'publicUrl'> & { now: Date },
): Promise<void> {
  const dueAt = digestDueAt(now);
  // Each school system in its own transaction, so a business is marked as mailed if, and only if, its mail is queued.
  for (const clientId of await asSession(pool, null, now, listClientIds))
    await asSession(pool, null, now, async (tx) => {
      await enterTenant(tx, clientId);
      const told = await claimBusinessesToTell(tx, { clientId, dueAt, now });
      if (told.length === 0) return;
      const { timeZone } = await findDays(tx, clientId);
      const today = dayIn(timeZone, now);
      // Nobody gets a second email on a day on which somebody reminded them.
      const businesses = await claimToday(tx, clientId, today, told);
      if (businesses.length === 0) return;
      const due = (await findWaiting(tx, clientId, { now, today })).filter(
        (row) => isDue(row, { today, timeZone }) && row.waitsOn.includes('business'),
      );
      const businessIds = businesses.map(({ id }) => id);
      const waiting = await listWaitingHours(tx, { clientId, businessIds });
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
        // A placement's supervisor is reminded of an evaluation by an email of their own.
        const rows = due.filter(({ businessId, supervisorEmail }) => businessId === id && !supervisorEmail);
        const paths = await pathsOf(tx, clientId, { email, name, locale, rows }, now);
        forReader({ locale, you: 'usted' }, () => {
          const digest = toDigest(theirs, linkPath(tokens[index] ?? ''), toLines(rows, paths));
          mails.push(toNotification(publicUrl, email, digest, { code: stopCode, kind: 'hours' }));
          notices.push(toNotice({ clientId, kind: 'hours' }, id, digest));
        });
        if (rows.length > 0) await noteReminders(tx, clientId, rows, now);
      }
      await addNotices(tx, notices);
      await jobs.sendMails(tx, mails);
    });
}

/** What else waits for the business, and where it is done. */
const toLines = (rows: readonly FollowUpRow[], paths: ReadonlyMap<string, string>) =>
  rows.map((row) => ({ text: sentences[row.kind](row), path: paths.get(row.id) ?? SCREEN }));

function toDigest(waiting: WaitingHours[], path: string, others: ReturnType<typeof toLines>): Told {
  const entries = waiting.reduce((sum, one) => sum + one.entries, 0);
  const hours = waiting.reduce((sum, one) => sum + one.hours, 0);
  const more = waiting.length - LINES;
  return {
    subject: t('Hours to approve: {hours}', { hours: hours.toFixed(2) }),
    paragraphs: [
      t(
        '{entries, plural, one {1 time log is} other {# time logs are}} waiting for your approval, {hours} hours in all:',
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
