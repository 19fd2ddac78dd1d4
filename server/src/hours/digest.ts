import { remindersBegin } from '@waypost/contract/follow-ups/reminders';
import { t } from '@waypost/contract/i18n';
import { linkPath, shortName } from '@waypost/contract/links/rules';
import type { Pool } from 'pg';
import { inEachClient } from '../access/each-client.ts';
import { addNotices, type NewNotice } from '../bell/queries.ts';
import { findDue, findWaiting } from '../follow-ups/due.ts';
import { findPlans, findReminderTime } from '../follow-ups/plan-queries.ts';
import { claimToday, findAddressees, hashOf, note, pathsOf, sentenceOf } from '../follow-ups/reminding.ts';
import { issueLinks } from '../links/queries.ts';
import { type Told, toNamed, toNotice, toNotification } from '../mail/notify.ts';
import { findStops } from '../mail/stop-queries.ts';
import type { Mail } from '../outside/mail.ts';
import type { Outside } from '../outside/outside.ts';
import { forReader } from '../reader.ts';
import {
  type BusinessToTell,
  findBusinessesToTell,
  findSupervisorsToTell,
  listWaitingHours,
  type SupervisorToTell,
  type WaitingHours,
} from './digest-queries.ts';

const SCREEN = '/interns/viewall?pending=true';
/** As many lines as people read on a phone; the rest is counted. */
const LINES = 10;

/**
 * Mails every business with hours that were pending when the day's reminders began, and the placements' supervisors who have
 * another address: when reminders are sent, at most once a day to an address, however often and on however many servers it runs.
 * If no server was running at that time, the mail is sent when one is. Businesses that turned it off are told at the bell alone;
 * those that cannot approve are skipped, and so are placements that staff put off. `atAnyHour` mails what is pending now, also in
 * quiet hours.
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
    const supervisors = await findSupervisorsToTell(tx, { clientId, projectIds, loggedBefore });
    // Nobody gets a second email on a day on which somebody reminded them. All are claimed at once, in one order.
    const people = await claimToday(tx, clientId, today, toPeople(waits, supervisors));
    // The bell claims its own day, so a business that muted this email still gets its other reminders.
    const muted = await claimToday(
      tx,
      clientId,
      today,
      waits.flatMap((one) => (one.isMuted ? { ...one, email: `bell of ${one.id}` } : [])),
    );
    if (people.length === 0 && muted.length === 0) return;
    const stops = await findStops(
      tx,
      clientId,
      people.flatMap(({ account, email, locale }) => (account ? [] : { hash: hashOf(email), locale })),
    );
    const told = people.filter(({ email }) => !stops.get(hashOf(email))?.isMuted);
    const plans = await findPlans(tx, clientId);
    // What else waits for each.
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
      told.flatMap(({ email, name, locale, parts }) =>
        parts.map(({ businessId, supervises }) => ({
          ...{ clientId, purpose: 'hours' as const, subjectId: businessId, accountId: businessId },
          recipient: { name, email, locale },
          supervisorEmail: supervises && email,
        })),
      ),
      now,
    );
    const mails: Mail[] = [];
    const notices: NewNotice[] = [];
    for (const { account, email, name, locale, parts } of told) {
      const hash = hashOf(email);
      const rows = dueOf.get(hash) ?? [];
      const paths = await pathsOf(tx, clientId, { email, name, locale, rows }, now);
      const [own = [], ...elsewhere] = parts.map((part) => waiting.filter(isIn(part)));
      const [path = '', ...more] = tokens.splice(0, parts.length).map(linkPath);
      forReader({ locale, you: 'usted' }, () => {
        const lines = [
          ...elsewhere.map((theirs, index) => ({
            ...{ text: subjectOf(theirs), path: more[index] ?? '', isTold: false },
          })),
          ...toLines(rows, paths),
        ];
        const digest = toDigest(own, path, lines, account !== null);
        if (account) {
          mails.push(toNotification(publicUrl, email, digest, { code: account.stopCode, kind: 'hours' }));
          notices.push(toNotice({ clientId, kind: 'hours' }, account.id, digest));
        } else mails.push(toNamed(publicUrl, email, digest, stops.get(hash)?.code));
      });
      await note(tx, clientId, [{ hash, rows }], now);
    }
    for (const { id, locale } of muted) {
      const theirs = waiting.filter(({ businessId }) => businessId === id);
      forReader({ locale, you: 'usted' }, () =>
        notices.push(toNotice({ clientId, kind: 'hours' }, id, toDigest(theirs, SCREEN, [], true))),
      );
    }
    await addNotices(tx, notices);
    await jobs.sendMails(tx, mails);
  });
}

/** The hours of a business that one link decides: all of them, or those of these placements for who supervises them. */
interface Part {
  businessId: string;
  supervises: string[] | null;
}

const isIn =
  ({ businessId, supervises }: Part) =>
  (one: WaitingHours) =>
    one.businessId === businessId && (supervises?.includes(one.projectId) ?? true);

/** Whoever gets the email. `account` is null for a supervisor, who has none. */
interface Person {
  account: { id: string; stopCode: string } | null;
  email: string;
  name: string;
  locale: SupervisorToTell['locale'];
  parts: Part[];
}

/** One for each address. A business that supervises under its own has everything already; one whose address supervises elsewhere has that in its email. */
function toPeople(businesses: readonly BusinessToTell[], supervisors: readonly SupervisorToTell[]): Person[] {
  const people = new Map<string, Person>();
  for (const { id, stopCode, email, name, locale, isMuted } of businesses)
    if (!isMuted) {
      const parts = [{ businessId: id, supervises: null }];
      people.set(email.toLowerCase(), { account: { id, stopCode }, email, name, locale, parts });
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

/** What else waits for the person, and where it is done. */
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
): Told {
  const entries = waiting.reduce((sum, one) => sum + one.entries, 0);
  const more = waiting.length - LINES;
  const [first] = waiting;
  // What is about several placements belongs to none of their conversations.
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
