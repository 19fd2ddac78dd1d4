import type { Locale } from '@waypost/contract/i18n';
import type { MailKind } from '@waypost/contract/messages/mail/rules';
import type { SavedSearch } from '@waypost/contract/opportunities/saved-search/calls';
import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/access/actor.ts';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { savedSearches } from '../../platform/database/tables/opportunities.ts';

type Filter = NonNullable<SavedSearch['filter']>;
const KIND: MailKind = 'matches';

/** A student's own search; empty without one. */
export const findSavedSearch = prepared<{ clientId: string; studentId: string }>()(
  'findSavedSearch',
  (db, { clientId, studentId }) =>
    db
      .select({ filter: sql<Filter>`${savedSearches.filter}` })
      .from(savedSearches)
      .where(and(eq(savedSearches.clientId, clientId), eq(savedSearches.studentId, studentId))),
);

/** Saves the search, replacing an earlier one. Only later matches are new. */
export async function storeSearch(tx: Tx, actor: Actor, filter: Filter, now: Date): Promise<void> {
  await tx.db
    .insert(savedSearches)
    .values({ clientId: actor.clientId, studentId: actor.id, filter, lookedAt: now })
    .onConflictDoUpdate({
      target: [savedSearches.clientId, savedSearches.studentId],
      set: { filter, lookedAt: now },
    });
}

export async function removeSearch(tx: Tx, { clientId, id }: Pick<Actor, 'clientId' | 'id'>): Promise<void> {
  await tx.db
    .delete(savedSearches)
    .where(and(eq(savedSearches.clientId, clientId), eq(savedSearches.studentId, id)));
}

/** The student whose emails a mailed link stops; undefined if they are stopped already. */
export async function findStopCode(
  tx: Tx,
  code: string,
): Promise<{ clientId: string; id: string } | undefined> {
  const { rows } = await tx.client.query<{ clientId: string; id: string }>(
    'select client_id as "clientId", student_id as id from find_stop_code($1)',
    [code],
  );
  return rows[0];
}

export interface DueSearch {
  studentId: string;
  filter: Filter;
  /** When the search was last run. */
  lookedAt: Date;
  stopCode: string;
  /** Ends these mails, and keeps the search. */
  mailCode: string;
  email: string;
  locale: Locale;
  /** Whether they turned these emails off. */
  isMuted: boolean;
}

/**
 * Locks and returns some of the client's students whose search was not run since `dueAt`; other servers skip locked
 * ones. Leaves out students who cannot apply, and those who would get a second email from us on this day.
 */
export async function findDueSearches(
  tx: Tx,
  { clientId, dueAt, today, limit }: { clientId: string; dueAt: Date; today: string; limit: number },
): Promise<DueSearch[]> {
  const { rows } = await tx.client.query<DueSearch>(
    `select s.student_id as "studentId", s.filter, s.looked_at as "lookedAt", s.stop_code as "stopCode",
            u.stop_code as "mailCode", u.email, '${KIND}' = any(u.muted_mail) as "isMuted", coalesce(
              u.locale, (select t.locale from settings t where t.client_id = u.client_id), 'en') as locale
       from saved_searches s join users u on u.client_id = s.client_id and u.id = s.student_id
      where s.client_id = $1 and s.looked_at < $2 and u.approved and u.confirmed
        and ('${KIND}' = any(u.muted_mail) or not exists (
          select from reminded_people r where r.client_id = u.client_id and r.day = $3
             and r.address_hash = sha256(convert_to(lower(u.email), 'UTF8'))))
      order by s.student_id limit $4 for update of s skip locked`,
    [clientId, dueAt, today, limit],
  );
  return rows;
}

/** Marks the searches of these students as run now. */
export async function markLookedAt(
  tx: Tx,
  clientId: string,
  studentIds: readonly string[],
  now: Date,
): Promise<void> {
  await tx.client.query(
    'update saved_searches set looked_at = $3 where client_id = $1 and student_id = any($2)',
    [clientId, studentIds, now],
  );
}
