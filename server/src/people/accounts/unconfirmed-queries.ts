import { CONFIRMATION_REMINDER_DAYS } from '@waypost/contract/people/accounts/rules';
import { and, eq, isNotNull, or } from 'drizzle-orm';
import type { Holder } from '../../platform/access/sessions.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { users } from '../../platform/database/tables/people.ts';
import type { Outside } from '../../platform/outside/outside.ts';

/**
 * Frees these emails for accounts that staff create: deletes the unconfirmed accounts that have them, in every client,
 * because a sign-up alone must not keep an address from the person who reads its mail. An account whose agreement is on
 * file stays. An account that changed to one without confirming it gets its last email back.
 */
export async function removeUnconfirmed(
  tx: Tx,
  { jobs }: Pick<Outside, 'jobs'>,
  emails: readonly string[],
): Promise<void> {
  await removeBy(tx, jobs, 'remove_unconfirmed', emails);
}

/** Deletes unconfirmed accounts created before this moment, in every client, unless their agreement is on file. */
export async function removeUnconfirmedBefore(
  tx: Tx,
  { jobs }: Pick<Outside, 'jobs'>,
  moment: Date,
): Promise<void> {
  await removeBy(tx, jobs, 'remove_unconfirmed_before', moment);
}

/** Deletes accounts by this function of the database, and then the files whose keys it returns. */
async function removeBy(
  tx: Tx,
  jobs: Outside['jobs'],
  name: 'remove_unconfirmed' | 'remove_unconfirmed_before',
  given: readonly string[] | Date,
): Promise<void> {
  const { rows } = await tx.client.query<{ storage_key: string }>({
    name,
    text: `select storage_key from ${name}($1)`,
    values: [given],
  });
  await jobs.removeFiles(
    tx,
    rows.map((row) => row.storage_key),
  );
}

/** Confirms the holder's email. Returns false if it was already confirmed, or the account was deleted. */
export async function confirm(tx: Tx, { clientId, userId }: Holder, now: Date): Promise<boolean> {
  const unproven = or(eq(users.confirmed, false), isNotNull(users.previousEmail));
  const changed = await tx.db
    .update(users)
    .set({ confirmed: true, previousEmail: null, updatedAt: now })
    .where(and(eq(users.clientId, clientId), eq(users.id, userId), unproven))
    .returning({ id: users.id });
  return changed.length === 1;
}

/** Someone who is reminded to confirm their email. */
export interface Reminded {
  id: string;
  email: string;
}

/**
 * Marks up to `limit` unconfirmed accounts whose next reminder is due as reminded, and returns them. An account that is
 * behind gets one reminder for all the days that have passed. Nobody else gets them, even if two servers run this at once.
 */
export async function claimConfirmationReminders(
  tx: Tx,
  { clientId, now, limit }: { clientId: string; now: Date; limit: number },
): Promise<Reminded[]> {
  const { rows } = await tx.client.query<Reminded>({
    name: 'claim_confirmation_reminders',
    text: `with due as (
        select u.id, passed.reminders
          from users u
          cross join lateral (
            select count(*)::int as reminders from unnest($2::int[]) day
             where u.created_at <= $3::timestamptz - make_interval(days => day)) passed
         where u.client_id = $1 and not u.confirmed and u.mail_returned_at is null
           and u.confirmation_reminders < passed.reminders
         limit $4 for update of u skip locked)
      update users u set confirmation_reminders = due.reminders from due
       where u.client_id = $1 and u.id = due.id
      returning u.id, u.email`,
    values: [clientId, CONFIRMATION_REMINDER_DAYS, now, limit],
  });
  return rows;
}
