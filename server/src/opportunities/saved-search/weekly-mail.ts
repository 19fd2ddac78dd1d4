import { shownDate } from '@waypost/contract/dates';
import { t } from '@waypost/contract/i18n';
import { lastDayToApply } from '@waypost/contract/opportunities/opportunities/rules';
import { browseAddressOf, searchMailDueAt } from '@waypost/contract/opportunities/saved-search/rules';
import { remindersStart } from '@waypost/contract/oversight/follow-ups/reminders';
import type { Pool } from 'pg';
import { addNotices, type NewNotice } from '../../messages/bell/queries.ts';
import { claimToday } from '../../messages/mail/claim-queries.ts';
import { type Notification, toNotice, toNotificationMail } from '../../messages/mail/notify.ts';
import { forEachClient } from '../../platform/access/each-client.ts';
import { asSession, enterTenant } from '../../platform/access/tenant.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { forReader } from '../../platform/language/reader.ts';
import type { Mail } from '../../platform/outside/mail.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { findReminderTime } from '../../school-system/settings/reminder-queries.ts';
import { type BrowsedRecord, findNewMatches } from '../browse/queries.ts';
import { findTerms } from '../browse/search-queries.ts';
import { type DueSearch, findDueSearches, markLookedAt } from './queries.ts';

/** As many lines as people read on a phone; the rest is only counted. */
const LINES = 10;
/** Students per transaction. */
const AT_ONCE = 50;

/** Milliseconds after which the day's reminders are out. */
const REMINDERS_TAKE = 3_600_000;

/**
 * Mails every student whose search has new matches: at most once a week, however often and on however many servers it
 * runs. A student who got a reminder that day is mailed on the next, after its reminders; so is everyone if no server
 * was running when it was due. A student who turned these emails off gets only the notice at the bell.
 */
export async function mailNewMatches(
  pool: Pool,
  { jobs, publicUrl, now }: MailContext & { now: Date },
): Promise<void> {
  const dueAt = searchMailDueAt(now);
  const mailSome = (clientId: string) =>
    // A student is marked if, and only if, their mail is queued.
    asSession(pool, null, now, async (tx) => {
      await enterTenant(tx, clientId);
      const { timeZone, hours, today } = await findReminderTime(tx, clientId, now);
      if (now.getTime() < remindersStart(hours, timeZone, today).getTime() + REMINDERS_TAKE) return 0;
      const due = await findDueSearches(tx, { clientId, dueAt, today, limit: AT_ONCE });
      const looked: (DueSearch & Awaited<ReturnType<typeof newMatchesOf>>)[] = [];
      for (const search of due)
        looked.push({ ...search, ...(await newMatchesOf(tx, clientId, search, now)) });
      const matched = looked.filter(({ total }) => total > 0);
      const toMail = await claimToday(
        tx,
        clientId,
        today,
        matched.filter(({ isMuted }) => !isMuted),
      );
      // Somebody else may have reminded them since they were found.
      const done = looked.filter((one) => one.total === 0 || one.isMuted || toMail.includes(one));
      await markLookedAt(
        tx,
        clientId,
        done.map(({ studentId }) => studentId),
        now,
      );
      const mails: Mail[] = [];
      const added: NewNotice[] = [];
      for (const search of done.filter(({ total }) => total > 0))
        forReader({ locale: search.locale, you: 'tu' }, () => {
          const letter = toLetter(search, search.rows, search.total);
          added.push(toNotice({ clientId, kind: 'matches' }, search.studentId, letter));
          if (!search.isMuted)
            mails.push(
              toNotificationMail(publicUrl, search.email, letter, { code: search.mailCode, kind: 'matches' }),
            );
        });
      await addNotices(tx, added);
      await jobs.sendMails(tx, mails);
      return due.length;
    });
  await forEachClient(pool, now, async (clientId) => {
    while ((await mailSome(clientId)) === AT_ONCE);
  });
}

async function newMatchesOf(tx: Tx, clientId: string, { studentId, filter, lookedAt }: DueSearch, now: Date) {
  const terms = filter.search ? await findTerms(tx, clientId, filter.search) : null;
  return findNewMatches(tx, { clientId, studentId, filter, terms, since: lookedAt, now, limit: LINES });
}

function toLetter(search: DueSearch, rows: BrowsedRecord[], total: number): Notification {
  return {
    subject: t('{n, plural, one {A new opportunity matches} other {# new opportunities match}} your search', {
      n: total,
    }),
    paragraphs: [
      t('New matches for your saved search:'),
      ...rows.map(toLine),
      ...(total > rows.length ? [t('and {more} more.', { more: total - rows.length })] : []),
    ],
    button: { label: t('See what matches'), path: browseAddressOf(search.filter) },
    footnotes: [{ text: t('Stop these weekly emails:'), path: `/stopEmails/${search.stopCode}` }],
  };
}

function toLine({ title, businessName, opportunityType, city, ...dates }: BrowsedRecord): string {
  const { applicationClose: application_close, employmentStop: employment_stop } = dates;
  const where = opportunityType === 'Virtual' ? t('virtual') : city;
  return t('{title}, {business}{where, select, none {} other { ({where})}}. Apply by {day}.', {
    title,
    business: businessName ?? '',
    where: where || 'none',
    day: shownDate(lastDayToApply({ application_close, employment_stop })),
  });
}
