import { linkPath } from '@waypost/contract/messages/links/rules';
import type { Pool } from 'pg';
import { addNotices, type NewNotice } from '../../messages/bell/queries.ts';
import { issueLinks } from '../../messages/links/queries.ts';
import { claimToday, hashOfAddress } from '../../messages/mail/claim-queries.ts';
import { toNamed, toNotice, toNotificationMail } from '../../messages/mail/notify.ts';
import { findStops } from '../../messages/mail/unsubscribe-queries.ts';
import { inEachClient } from '../../platform/access/each-client.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { forReader } from '../../platform/language/reader.ts';
import type { Mail } from '../../platform/outside/mail.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { findReminderTime } from '../../school-system/settings/reminder-queries.ts';
import { findAddressees } from './addressees.ts';
import { SCREEN, subjectOf, toDigest, toLines } from './digest-mails.ts';
import {
  type BusinessToNotify,
  findBusinessesToNotify,
  findSupervisorsToNotify,
  listWaitingHours,
  type SupervisorToNotify,
  type WaitingHours,
} from './digest-queries.ts';
import { findDue, findWaiting, type Today } from './due-mail.ts';
import { capacityOf, pathsOf } from './mails.ts';
import { findPlans } from './plan-queries.ts';
import type { FollowUpRow } from './queries.ts';
import { note } from './send-reminders.ts';

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
    const time = await findReminderTime(tx, clientId, now);
    if (time.quiet && !atAnyHour) return;
    const plans = await findPlans(tx, clientId);
    if (!plans.hours.reminds && !atAnyHour) return;
    const round = { clientId, now, ...time, plans, atAnyHour };
    const found = await findWaiting(tx, clientId, round);
    // Not those that staff put off.
    const hours = found.filter(({ kind }) => kind === 'hours');
    const projectIds = hours.map(({ subjectId }) => subjectId);
    const { people, muted } = await claimReaders(tx, round, hours, projectIds);
    if (people.length === 0 && muted.length === 0) return;
    const pending = {
      hours,
      waiting: await listWaitingHours(tx, { clientId, projectIds }),
      others: found.filter(({ kind }) => kind !== 'hours'),
    };
    const mailed = await makeMails(tx, publicUrl, round, people, pending);
    const told = muted.map((business) => makeNotice(clientId, business, pending));
    await note(tx, clientId, [...mailed.noted, ...told.map(({ noted }) => noted)], now);
    await addNotices(tx, [...mailed.notices, ...told.map(({ notice }) => notice)]);
    await jobs.sendMails(tx, mailed.mails);
  });
}

/** One run for a school system. */
interface Round extends Today {
  clientId: string;
  atAnyHour: boolean;
}

/** What is waiting: the follow-ups about hours, those hours, and all other follow-ups. */
interface Pending {
  hours: FollowUpRow[];
  waiting: WaitingHours[];
  others: FollowUpRow[];
}

/** What people were reminded of. */
type Noted = Parameters<typeof note>[2][number];

/** Those who get this email today, and the businesses that muted it and get a notice instead. */
async function claimReaders(
  tx: Tx,
  { clientId, atAnyHour, ...time }: Round,
  hours: readonly FollowUpRow[],
  projectIds: string[],
) {
  const businesses = await findBusinessesToNotify(tx, { clientId, projectIds });
  if (businesses.length === 0) return { people: [], muted: [] };
  const supervisors = await findSupervisorsToNotify(tx, { clientId, projectIds });
  const isDue = (email: string, parts: readonly Responsibility[]) =>
    atAnyHour ||
    rowsOf(hours, parts).some((row) => {
      const at = row.remindedPeople[hashOfAddress(email)];
      const before = { askedAt: null, remindedAt: at === undefined ? null : new Date(at) };
      return findDue(row, before, time, false) !== null;
    });
  // Nobody gets a second email on a day on which somebody reminded them. All are claimed at once, in one order.
  const people = await claimToday(
    tx,
    clientId,
    time.today,
    toPeople(businesses, supervisors).filter(({ email, parts }) => isDue(email, parts)),
  );
  // The bell claims its own day, so a business that muted this email still gets its other reminders.
  const muted = await claimToday(
    tx,
    clientId,
    time.today,
    businesses.flatMap((one) =>
      one.isMuted && isDue(one.email, [allOf(one.id)])
        ? { ...one, hash: hashOfAddress(one.email), email: `bell of ${one.id}` }
        : [],
    ),
  );
  return { people, muted };
}

/** The emails to people, which also have their other follow-ups, with the notices of those who have an account. */
async function makeMails(
  tx: Tx,
  publicUrl: string,
  { clientId, ...time }: Round,
  people: readonly Person[],
  { hours, others, waiting }: Pending,
) {
  const stops = await findStops(
    tx,
    clientId,
    people.flatMap(({ account, email, locale }) => (account ? [] : { hash: hashOfAddress(email), locale })),
  );
  const recipients = people.filter(({ email }) => !stops.get(hashOfAddress(email))?.isMuted);
  const addressees = await findAddressees(tx, clientId, others, {
    ...time,
    dueOf: (row, before, another) => findDue(row, before, time, another),
  });
  const dueOf = new Map(addressees.map(({ hash, rows }) => [hash, rows]));
  const tokens = await issueHoursLinks(tx, clientId, recipients, time.now);
  const mails: Mail[] = [];
  const notices: NewNotice[] = [];
  const noted: Noted[] = [];
  for (const { account, email, name, locale, parts } of recipients) {
    const hash = hashOfAddress(email);
    const rows = dueOf.get(hash) ?? [];
    const paths = await pathsOf(tx, clientId, { email, name, locale, rows }, time.now);
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
      const capacities = [...rowsOf(hours, parts), ...rows].map(capacityOf);
      const digest = toDigest(own, path, lines, account ? null : capacities);
      if (account) {
        mails.push(toNotificationMail(publicUrl, email, digest, { code: account.stopCode, kind: 'hours' }));
        notices.push(toNotice({ clientId, kind: 'hours' }, account.id, digest));
      } else mails.push(toNamed(publicUrl, email, digest, stops.get(hash)?.code));
    });
    noted.push({ hash, rows: [...rowsOf(hours, parts), ...rows] });
  }
  return { mails, notices, noted };
}

/** A link for each part of each person's hours. Each mail has new links, and those of earlier mails still work. */
const issueHoursLinks = (tx: Tx, clientId: string, people: readonly Person[], now: Date) =>
  issueLinks(
    tx,
    people.flatMap(({ email, name, locale, parts }) =>
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

/** The notice for a business that muted the email. */
function makeNotice(
  clientId: string,
  { id, hash, locale }: Pick<BusinessToNotify, 'id' | 'locale'> & { hash: string },
  { hours, waiting }: Pending,
): { notice: NewNotice; noted: Noted } {
  const theirs = waiting.filter(isIn(allOf(id)));
  return {
    notice: forReader({ locale, you: 'usted' }, () =>
      toNotice({ clientId, kind: 'hours' }, id, toDigest(theirs, SCREEN, [], null)),
    ),
    noted: { hash, rows: rowsOf(hours, [allOf(id)]) },
  };
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

/** The follow-ups about these hours. */
const rowsOf = (hours: readonly FollowUpRow[], parts: readonly Responsibility[]) =>
  hours.filter(({ businessId, subjectId }) =>
    parts.some((part) => isIn(part)({ businessId, projectId: subjectId })),
  );

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
