import type { Locale } from '@waypost/contract/i18n';
import type { Role } from '@waypost/contract/roles';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/access/enforce.ts';
import { isPassword } from '../../platform/access/passwords.ts';
import type { Holder } from '../../platform/access/sessions.ts';
import { enterTenant } from '../../platform/access/tenant.ts';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { settings } from '../../platform/database/tables/lists.ts';
import { sessions } from '../../platform/database/tables/logins.ts';
import { businesses, students, users } from '../../platform/database/tables/people.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { mailLink } from './code-queries.ts';
import { removeUnconfirmed } from './unconfirmed-queries.ts';

/** An account before the login: its owner, and what proves it. */
export interface Account extends Holder {
  email: string;
  confirmed: boolean;
  passwordHash: string | null;
}

/** The one account of this email, in any letter case and any client. */
export async function findAccount(tx: Tx, email: string): Promise<Account | undefined> {
  const { rows } = await tx.client.query<{
    client_id: string;
    user_id: string;
    email: string;
    confirmed: boolean;
    password_hash: string | null;
  }>({
    name: 'find_account',
    text: 'select client_id, user_id, email, confirmed, password_hash from find_account($1)',
    values: [email],
  });
  const [row] = rows;
  return (
    row && {
      clientId: row.client_id,
      userId: row.user_id,
      email: row.email,
      confirmed: row.confirmed,
      passwordHash: row.password_hash,
    }
  );
}

/** The language that the session's holder chose, and their school system's. */
export const findLocalesOfSession = prepared<{ tokenHash: Buffer }>()(
  'findLocalesOfSession',
  (db, { tokenHash }) =>
    db
      .select({ own: users.locale, ofClient: settings.locale })
      .from(sessions)
      .innerJoin(users, and(eq(users.clientId, sessions.clientId), eq(users.id, sessions.userId)))
      .leftJoin(settings, eq(settings.clientId, sessions.clientId))
      .where(eq(sessions.tokenHash, tokenHash)),
);

export async function setLocale(
  tx: Tx,
  account: Authorized<{ clientId: string; id: string }>,
  locale: Locale,
): Promise<void> {
  await tx.db
    .update(users)
    .set({ locale })
    .where(and(eq(users.clientId, account.clientId), eq(users.id, account.id)));
}

/** How a person logs in, and their last confirmed email. */
export const findLogin = prepared<{ clientId: string; userId: string }>()(
  'findLogin',
  (db, { clientId, userId }) =>
    db
      .select({
        passwordHash: users.passwordHash,
        provenEmail: sql<string>`coalesce(${users.previousEmail}, ${users.email})`,
      })
      .from(users)
      .where(and(eq(users.clientId, clientId), eq(users.id, userId))),
);

/**
 * Whether the password that was checked against this account's hash is still the account's. A password that staff set
 * works once, until it expires. Locks the row, so that a change either comes first and is seen, or comes later and ends
 * the session that starts here. Enters the account's client.
 */
export async function isStillProven(
  tx: Tx,
  { clientId, userId, passwordHash }: Account,
  password: string,
  now: Date,
): Promise<boolean> {
  await enterTenant(tx, clientId);
  const key = and(eq(users.clientId, clientId), eq(users.id, userId));
  const [held] = await tx.db
    .select({ passwordHash: users.passwordHash, endsAt: users.initialPasswordEndsAt })
    .from(users)
    .where(key)
    .for('no key update');
  if (!held?.passwordHash) return false;
  // Another login may have hashed the same password again meanwhile.
  if (held.passwordHash !== passwordHash && !(await isPassword(password, held.passwordHash))) return false;
  if (held.endsAt === null) return true;
  if (held.endsAt <= now) return false;
  await tx.db.update(users).set({ initialPasswordEndsAt: now }).where(key);
  return true;
}

/** Replaces a password's hash by another one of the same password. Only after `isStillProven`, which locks the account. */
export async function renewHash(tx: Tx, { clientId, userId }: Holder, passwordHash: string): Promise<void> {
  await tx.db
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.clientId, clientId), eq(users.id, userId)));
}

export interface NewAccount {
  clientId: string;
  email: string;
  passwordHash: string | null;
  role: Role;
  firstName?: string | undefined;
  lastName?: string | undefined;
  businessName?: string | undefined;
  mustChangePassword?: boolean;
  approved?: boolean;
  /** For a sign-up, false until the mailed link is opened. */
  confirmed?: boolean;
  locale?: Locale;
  createdAt?: Date;
}

/** Inserts an account with its role's profile. Returns null if any client has the email. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<Holder | null> {
  const [made] = await tx.db
    .insert(users)
    .values(account)
    .onConflictDoNothing()
    .returning({ clientId: users.clientId, userId: users.id });
  if (!made) return null;
  if (account.role === 'Student') await tx.db.insert(students).values(made);
  if (account.role === 'Business') await tx.db.insert(businesses).values(made);
  return made;
}

/**
 * Creates an account and mails its owner a link to set a password, which works once, for a week
 * (docs/behavior/accounts.md#invitations). Returns null if any client has the email; then nothing is mailed.
 */
export async function inviteAccount(
  tx: Tx,
  invites: MailContext,
  account: Omit<NewAccount, 'passwordHash'>,
  now: Date,
): Promise<Holder | null> {
  await removeUnconfirmed(tx, invites, [account.email]);
  const made = await insertAccount(tx, { ...account, passwordHash: null });
  if (made) await mailLink(tx, invites, 'invitation', { ...made, email: account.email }, now);
  return made;
}

/** Whether the platform has a SuperAdmin yet. The transaction must have entered the platform. */
export async function hasSuperAdmin(tx: Tx): Promise<boolean> {
  const found = await tx.db.select({ id: users.id }).from(users).where(eq(users.role, 'SuperAdmin')).limit(1);
  return found.length > 0;
}

/** `users_by_email`: the unique index that makes an email name one account. */
export const ONE_EMAIL = 'users_by_email';

/**
 * Changes a person's email and password. Returns false instead if the password changed since `known` was read. A taken
 * email violates `ONE_EMAIL`. For a confirmed account, the last confirmed email is stored.
 */
export async function changeLogin(
  tx: Tx,
  { clientId, userId }: Holder,
  known: string | null,
  changes: { email?: string; passwordHash?: string },
  now: Date,
): Promise<boolean> {
  const isKnown = known === null ? isNull(users.passwordHash) : eq(users.passwordHash, known);
  const changed = await tx.db
    .update(users)
    .set({
      ...changes,
      ...(changes.passwordHash && ofTheirOwn),
      ...(changes.email && {
        previousEmail: lastProvenBefore(changes.email),
        revision: sql`${users.revision} + 1`,
      }),
      updatedAt: now,
    })
    .where(and(eq(users.clientId, clientId), eq(users.id, userId), isKnown))
    .returning({ id: users.id });
  return changed.length === 1;
}

/** The last confirmed email; null if it is the new one itself, or if none was ever confirmed. */
const lastProvenBefore = (email: string) =>
  sql<string | null>`case when ${users.confirmed}
    and lower(coalesce(${users.previousEmail}, ${users.email})) <> lower(${email}::text)
    then coalesce(${users.previousEmail}, ${users.email}) end`;

/** The columns of an account whose owner chose the password. */
const ofTheirOwn = { mustChangePassword: false, initialPasswordEndsAt: null } as const;

/**
 * Sets a password that its owner chose by a mailed link, which also confirms a changed email. Returns the account's
 * email; undefined if the account was deleted.
 */
export async function setPassword(
  tx: Tx,
  { clientId, userId }: Holder,
  passwordHash: string,
  now: Date,
): Promise<string | undefined> {
  const [changed] = await tx.db
    .update(users)
    .set({ passwordHash, ...ofTheirOwn, previousEmail: null, updatedAt: now })
    .where(and(eq(users.clientId, clientId), eq(users.id, userId)))
    .returning({ email: users.email });
  return changed?.email;
}

/**
 * Removes an account's password. Replaces it with one that works once before it expires and must then be changed, or
 * with none.
 */
export async function replacePassword(
  tx: Tx,
  { clientId, userId }: Holder,
  initial: { passwordHash: string | null; endsAt: Date },
  now: Date,
): Promise<void> {
  await tx.db
    .update(users)
    .set({
      passwordHash: initial.passwordHash,
      mustChangePassword: true,
      initialPasswordEndsAt: initial.endsAt,
      updatedAt: now,
    })
    .where(and(eq(users.clientId, clientId), eq(users.id, userId)));
}
