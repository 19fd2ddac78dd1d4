import { t } from '@waypost/contract/i18n';
import { linkPath } from '@waypost/contract/links/rules';
import { digestDueAt } from '@waypost/contract/mail/rules';
import type { Pool } from 'pg';
import { asSession, enterTenant } from '../access/tenant.ts';
import { addNotices } from '../bell/queries.ts';
import { issueLinks } from '../links/queries.ts';
import { type Told, toNotice, toNotification } from '../mail/notify.ts';
import type { Outside } from '../outside/outside.ts';
import { forReader } from '../reader.ts';
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
      const businesses = await claimBusinessesToTell(tx, { clientId, dueAt, now });
      if (businesses.length === 0) return;
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
      const told = businesses.map(({ id, email, locale }, index) => {
        const theirs = waiting.filter(({ businessId }) => businessId === id);
        return forReader({ locale, you: 'usted' }, () => {
          const digest = toDigest(theirs, linkPath(tokens[index] ?? ''));
          return {
            mail: toNotification(publicUrl, email, digest),
            notice: toNotice({ clientId, kind: 'hours' }, id, digest),
          };
        });
      });
      await addNotices(
        tx,
        told.map(({ notice }) => notice),
      );
      await jobs.sendMails(
        tx,
        told.map(({ mail }) => mail),
      );
    });
}

function toDigest(waiting: WaitingHours[], path: string): Told {
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
    footnotes: [{ text: t('Or log in and see them there:'), path: SCREEN }],
    atBell: SCREEN,
  };
}

const toLine = ({ student, title, hours }: WaitingHours) =>
  t('{student}, {title}: {hours} hours', {
    student: student || t('A former student'),
    title,
    hours: hours.toFixed(2),
  });
