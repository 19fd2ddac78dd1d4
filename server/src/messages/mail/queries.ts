import type { Reader as Addressed, Locale } from '@waypost/contract/i18n';
import type { Role } from '@waypost/contract/roles';
import { and, eq, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/access/enforce.ts';
import type { Holder } from '../../platform/access/sessions.ts';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { users } from '../../platform/database/tables/people.ts';

/** The kinds that a person turned off. */
export const findMuted = prepared<{ clientId: string; userId: string }>()(
  'findMutedMail',
  (db, { clientId, userId }) =>
    db
      .select({ id: users.id, clientId: users.clientId, muted: users.mutedMail })
      .from(users)
      .where(and(eq(users.clientId, clientId), eq(users.id, userId))),
);

export async function setMuted(
  tx: Tx,
  account: Authorized<{ clientId: string; id: string }>,
  muted: string[],
): Promise<void> {
  await tx.db
    .update(users)
    .set({ mutedMail: muted })
    .where(and(eq(users.clientId, account.clientId), eq(users.id, account.id)));
}

/** A recipient of a mail. */
export interface Reader {
  id: string;
  email: string;
  role: Role;
  approved: boolean;
  locale: Locale;
  /** Ends mail without a login. */
  stopCode: string;
}

/** The language of mails to an account: its own, or else its school system's. */
export const localeOfAccount = sql<Locale>`coalesce(users.locale,
  (select s.locale from settings s where s.client_id = users.client_id), 'en')`;

/** Whom a mail addresses: in Spanish, only students are tú. */
export const toAddressed = ({ role, locale }: Pick<Reader, 'role' | 'locale'>): Addressed => ({
  locale,
  you: role === 'Student' ? 'tu' : 'usted',
});

const findAddressed = prepared<{ clientId: string; ids: string[] }>()(
  'findAddressed',
  (db, { clientId, ids }) =>
    db
      .select({ id: users.id, role: sql<Role>`${users.role}`, locale: localeOfAccount })
      .from(users)
      .where(and(eq(users.clientId, clientId), sql`${users.id} = any(${ids})`)),
);

/** How mails address these holders of one client's accounts, by id. */
export async function findReadersOf(
  tx: Tx,
  holders: readonly Holder[],
): Promise<(userId: string) => Addressed> {
  const clientId = holders[0]?.clientId ?? '';
  const found = await findAddressed(tx, { clientId, ids: holders.map(({ userId }) => userId) });
  const readers = new Map(found.map((one) => [one.id, toAddressed(one)]));
  return (userId) => readers.get(userId) ?? { locale: 'en', you: 'usted' };
}

/** Everybody who works for a school system. */
export const STAFF: StaffRole[] = ['Teacher', 'Admin'];
export type StaffRole = 'Teacher' | 'Admin';

/**
 * Which of these people still exist, and whether they have muted this kind. `staff`: also everybody who works for the
 * school system in one of these roles.
 */
export const findReaders = prepared<{
  clientId: string;
  kind: string;
  ids: string[];
  staff: StaffRole[];
}>()('findReadersOfMail', (db, { clientId, kind, ids, staff }) =>
  db
    .select({
      id: users.id,
      email: users.email,
      role: sql<Role>`${users.role}`,
      approved: users.approved,
      locale: localeOfAccount,
      stopCode: users.stopCode,
      isMuted: sql<boolean>`${kind}::text = any(${users.mutedMail})`,
    })
    .from(users)
    .where(
      and(
        eq(users.clientId, clientId),
        sql`(${users.id} = any(${ids}) or (${users.role} = any(${staff}) and ${users.deactivatedAt} is null))`,
      ),
    ),
);
