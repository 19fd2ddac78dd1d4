import { t } from '@waypost/contract/i18n';
import { linkPath, shortName } from '@waypost/contract/messages/links/rules';
import type { Pool } from 'pg';
import { addNotices, type NewNotice } from '../../messages/bell/queries.ts';
import { issueLinks } from '../../messages/links/queries.ts';
import { claimToday, hashOfAddress } from '../../messages/mail/claim-queries.ts';
import { type Notification, toNamed, toNotice, toNotificationMail } from '../../messages/mail/notify.ts';
import { findStops } from '../../messages/mail/unsubscribe-queries.ts';
import { inEachClient } from '../../platform/access/each-client.ts';
import { forReader } from '../../platform/language/reader.ts';
import type { Mail } from '../../platform/outside/mail.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { findReminderTime } from '../../school-system/settings/reminder-queries.ts';
import { findAddressees } from './addressees.ts';
import {
  type BusinessToNotify,
  findBusinessesToNotify,
  findSupervisorsToNotify,
  listWaitingHours,
  type SupervisorToNotify,
  type WaitingHours,
} from './digest-queries.ts';
import { findDue, findWaiting } from './due-mail.ts';
import { pathsOf, sentenceOf } from './mails.ts';
import { findPlans } from './plan-queries.ts';
import { note } from './send-reminders.ts';

const SCREEN = '/interns/viewall?pending=true';
/** As many lines as people read on a phone; the rest is counted. */
const LINES = 10;

/**
 * Mails pending hours to businesses, and to supervisors with another address, on the days of the plan, outside quiet
 * hours, and at most once a day per address, however often and on however many servers it runs. An email about one
 * placement covers all of its reader's placements. Businesses that turned it off get only the notice at the bell. Skips
 * businesses that cannot approve, and placements that staff put off. `atAnyHour` mails what is pending now, whatever
 * the plan and even in quiet hours.
 */
export async function mailPendingHours(
  pool: Pool,
  { jobs, publicUrl, now, atAnyHour = false }: MailContext & { now: Date; atAnyHour?: boolean },
): Promise<void> {
  // Each school system in its own transaction, so a business is marked as mailed if, and only if, its mail is queued.
  await inEachClient(pool, now, async (tx, clientId) => {
    const { timeZone, today, quiet } = await findReminderTime(tx, clientId, now);
    if (quiet && !atAnyHour) return;
    const plans = await findPlans(tx, clientId);
    if (!plans.hours.reminds && !atAnyHour) return;
    const found = await findWaiting(tx, clientId, { now, today, timeZone });
    // Not those that staff put off.
    const rowsOfHours = found.filter(({ kind }) => kind === 'hours');
    const projectIds = rowsOfHours.map(({ subjectId }) => subjectId);
    const waits = await findBusinessesToNotify(tx, { clientId, projectIds });
    if (waits.length === 0) return;
    const supervisors = await findSupervisorsToNotify(tx, { clientId, projectIds });
    const hoursOf = (parts: readonly Responsibility[]) =>
      rowsOfHours.filter(({ businessId, subjectId }) =>
        parts.some((part) => isIn(part)({ businessId, projectId: subjectId })),
      );
    const isDue = (email: string, parts: readonly Responsibility[]) =>
      atAnyHour ||
      hoursOf(parts).some((row) => {
        const at = row.remindedPeople[hashOfAddress(email)];
        const before = { askedAt: null, remindedAt: at === undefined ? null : new Date(at) };
        return findDue(row, before, { today, timeZone, plans }, false) !== null;
      });
    // Nobody gets a second email on a day on which somebody reminded them. All are claimed at once, in one order.
    const people = await claimToday(
      tx,
      clientId,
      today,
      toPeople(waits, supervisors).filter(({ email, parts }) => isDue(email, parts)),
    );
    // The bell claims its own day, so a business that muted this email still gets its other reminders.
    const muted = await claimToday(
      tx,
      clientId,
      today,
      waits.flatMap((one) =>
        one.isMuted && isDue(one.email, [allOf(one.id)])
          ? { ...one, hash: hashOfAddress(one.email), email: `bell of ${one.id}` }
          : [],
      ),
    );
    if (people.length === 0 && muted.length === 0) return;
    const stops = await findStops(
      tx,
      clientId,
      people.flatMap(({ account, email, locale }) => (account ? [] : { hash: hashOfAddress(email), locale })),
    );
    const recipients = people.filter(({ email }) => !stops.get(hashOfAddress(email))?.isMuted);
    // The other follow-ups of each.
    const others = await findAddressees(
      tx,
      clientId,
      found.filter(({ kind }) => kind !== 'hours'),
      {
        now,
        today,
        dueOf: (row, before, another) => findDue(row, before, { today, timeZone, plans }, another),
      },
    );
    const dueOf = new Map(others.map(({ hash, rows }) => [hash, rows]));
    const waiting = await listWaitingHours(tx, { clientId, projectIds });
    // Each mail has new links, and those of earlier mails still work.
    const tokens = await issueLinks(
      tx,
      recipients.flatMap(({ email, name, locale, parts }) =>
        parts.map(({ businessId, supervises }) => ({
          clientId,
          purpose: 'hours' as const,
          subjectId: businessId,
          accountId: businessId,
          recipient: { name, email, locale },
          supervisorEmail: supervises && email,
        })),
      ),
      now,
    );
    const mails: Mail[] = [];
    const notices: NewNotice[] = [];
    const noted: Parameters<typeof note>[2][number][] = [];
    for (const { account, email, name, locale, parts } of recipients) {
      const hash = hashOfAddress(email);
      const rows = dueOf.get(hash) ?? [];
      const paths = await pathsOf(tx, clientId, { email, name, locale, rows }, now);
      const [own = [], ...elsewhere] = parts.map((part) => waiting.filter(isIn(part)));
      const [path = '', ...more] = tokens.splice(0, parts.length).map(linkPath);
      forReader({ locale, you: 'usted' }, () => {
        const lines = [
          ...elsewhere.map((theirs, index) => ({
            text: subjectOf(theirs),
            path: more[index] ?? '',
            isTold: false,
          })),
          ...toLines(rows, paths),
        ];
        const digest = toDigest(own, path, lines, account !== null);
        if (account) {
          mails.push(toNotificationMail(publicUrl, email, digest, { code: account.stopCode, kind: 'hours' }));
          notices.push(toNotice({ clientId, kind: 'hours' }, account.id, digest));
        } else mails.push(toNamed(publicUrl, email, digest, stops.get(hash)?.code));
      });
      noted.push({ hash, rows: [...hoursOf(parts), ...rows] });
    }
    for (const { id, hash, locale } of muted) {
      const theirs = waiting.filter(isIn(allOf(id)));
      forReader({ locale, you: 'usted' }, () =>
        notices.push(toNotice({ clientId, kind: 'hours' }, id, toDigest(theirs, SCREEN, [], true))),
      );
      noted.push({ hash, rows: hoursOf([allOf(id)]) });
    }
    await note(tx, clientId, noted, now);
    await addNotices(tx, notices);
    await jobs.sendMails(tx, mails);
  });
}

/**
 * The hours of a business that one link decides: all of them, or those of the placements that its holder supervises.
 */
interface Responsibility {
  businessId: string;
  supervises: string[] | null;
}

const allOf = (businessId: string): Responsibility => ({ businessId, supervises: null });

const isIn =
  ({ businessId, supervises }: Responsibility) =>
  (one: { businessId: string | null; projectId: string }) =>
    one.businessId === businessId && (supervises?.includes(one.projectId) ?? true);

/** A recipient. `account` is null for a supervisor. */
interface Person {
  account: { id: string; stopCode: string } | null;
  email: string;
  name: string;
  locale: SupervisorToNotify['locale'];
  parts: Responsibility[];
}

/**
 * One recipient for each address. A business whose address also supervises has all of its own hours already; if it
 * supervises for another business, its email includes those.
 */
function toPeople(
  businesses: readonly BusinessToNotify[],
  supervisors: readonly SupervisorToNotify[],
): Person[] {
  const people = new Map<string, Person>();
  for (const { id, stopCode, email, name, locale, isMuted } of businesses)
    if (!isMuted) {
      const account = { id, stopCode };
      people.set(email.toLowerCase(), { account, email, name, locale, parts: [allOf(id)] });
    }
  for (const { projectId, businessId, email, name, locale } of supervisors) {
    const key = email.toLowerCase();
    const person = people.get(key) ?? { account: null, email, name, locale, parts: [] };
    people.set(key, person);
    const part = person.parts.find((one) => one.businessId === businessId);
    if (part) part.supervises?.push(projectId);
    else person.parts.push({ businessId, supervises: [projectId] });
  }
  return [...people.values()];
}

/** What else the person has to do, and where. */
const toLines = (rows: Parameters<typeof pathsOf>[2]['rows'], paths: ReadonlyMap<string, string>) =>
  rows.map((row) => ({ text: sentenceOf(row), path: paths.get(row.id) ?? SCREEN, isTold: row.isTold }));

const sumOf = (waiting: readonly WaitingHours[]) =>
  waiting.reduce((sum, { hours }) => sum + hours, 0).toFixed(2);
const subjectOf = (waiting: readonly WaitingHours[]) =>
  t('Hours to approve: {hours}', { hours: sumOf(waiting) });

function toDigest(
  waiting: WaitingHours[],
  path: string,
  others: ReturnType<typeof toLines>,
  hasAccount: boolean,
): Notification {
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
