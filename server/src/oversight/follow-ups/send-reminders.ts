import { claimToday, findClaimed } from '../../messages/mail/claim-queries.ts';
import { findStops } from '../../messages/mail/unsubscribe-queries.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { type Addressee, type DueOf, findAddressees } from './addressees.ts';
import { sendReminder } from './mails.ts';
import type { FollowUpRow } from './queries.ts';
import { noteReminders } from './reminder-queries.ts';

/** Reminds the people that it is waiting for. */
const always: DueOf = (_row, _told, another) => (another ? null : 'reminder');

interface Reminded {
  /** The number of people who get an email. */
  people: number;
  /** The number who get none, because they muted reminders or their address returns mail. */
  no_email: number;
  /** The number who were already reminded that day. */
  already: number;
  /** The number left out because of the limit. */
  left: number;
  /** The number of follow-ups that they were reminded of. */
  entries: number;
}

/**
 * Reminds everyone that these are waiting for: one email each, with a working link in every line. Nobody gets a second
 * one on the same day, whether from staff or the job, on any number of servers.
 */
export async function remind(
  tx: Tx,
  post: MailContext,
  clientId: string,
  rows: readonly FollowUpRow[],
  {
    now,
    today,
    most = Number.POSITIVE_INFINITY,
    dueOf = always,
  }: { now: Date; today: string; most?: number; dueOf?: DueOf },
): Promise<Reminded> {
  const all = await findAddressees(tx, clientId, rows, { now, today, dueOf });
  const claimed = await findClaimed(
    tx,
    clientId,
    today,
    all.map(({ hash }) => hash),
  );
  const open = all.filter(({ hash }) => !claimed.has(hash));
  const chosen = open.slice(0, most);
  const people = await claimToday(tx, clientId, today, chosen);
  const withoutAccount = people.filter(({ accountId }) => accountId === null);
  const stops = await findStops(tx, clientId, withoutAccount);
  for (const one of withoutAccount) one.getsMail &&= !stops.get(one.hash)?.isMuted;
  // A person without an account has no bell, so only an email reaches them.
  const reached = people.filter(({ accountId, getsMail }) => accountId !== null || getsMail);
  for (const one of reached)
    await sendReminder(tx, post, clientId, { ...one, stop: stops.get(one.hash) }, now);
  const mailed = people.filter(({ getsMail }) => getsMail).length;
  return {
    people: mailed,
    no_email: people.length - mailed,
    already: all.length - open.length,
    left: open.length - chosen.length,
    entries: await note(tx, clientId, reached, now),
  };
}

/**
 * How many people a reminder of these will reach on a later day. Assumes that nobody was reminded that day, and that
 * everything is still open.
 */
export async function countReached(
  tx: Tx,
  clientId: string,
  rows: readonly FollowUpRow[],
  { now, today }: { now: Date; today: string },
): Promise<{ people: number; no_email: number }> {
  const all = await findAddressees(tx, clientId, rows, { now, today, dueOf: always });
  const withoutAccount = all.filter(({ accountId }) => accountId === null);
  const stops = await findStops(tx, clientId, withoutAccount);
  const mailed = all.filter(({ hash, getsMail }) => getsMail && !stops.get(hash)?.isMuted);
  return { people: mailed.length, no_email: all.length - mailed.length };
}

/** Records which follow-ups each person was reminded of; returns how many there are. A request is not a reminder. */
export async function note(
  tx: Tx,
  clientId: string,
  people: readonly Pick<Addressee, 'hash' | 'rows'>[],
  now: Date,
): Promise<number> {
  const noted = new Map<string, { row: FollowUpRow; people: string[] }>();
  for (const { hash, rows } of people)
    for (const row of rows.filter(({ isRequest }) => !isRequest))
      noted.set(row.id, { row, people: [...(noted.get(row.id)?.people ?? []), hash] });
  if (noted.size > 0) await noteReminders(tx, clientId, [...noted.values()], now);
  return noted.size;
}
