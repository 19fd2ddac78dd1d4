import { CONFIRMATION_DAYS, INVITATION_DAYS } from '@waypost/contract/people/accounts/rules';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { mailHolder } from '../../messages/mail/notify.ts';
import { findReadersOf } from '../../messages/mail/queries.ts';
import { type Holder, hashSecret, newSecret } from '../../platform/access/sessions.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { passwordCodes } from '../../platform/database/tables/logins.ts';
import { forReader } from '../../platform/language/reader.ts';
import type { Mail } from '../../platform/outside/mail.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { confirmationMail, confirmationReminderMail, invitationMail, newEmailMail } from './mails.ts';

interface Link {
  letter: (publicUrl: string, to: string, code: string) => Mail;
  /** How long it works. */
  days: number;
}

/** What a mailed link is for. */
const links = {
  confirmation: { letter: confirmationMail, days: CONFIRMATION_DAYS },
  'new email': { letter: newEmailMail, days: CONFIRMATION_DAYS },
  invitation: { letter: invitationMail, days: INVITATION_DAYS },
} as const satisfies Record<string, Link>;

/** Mails someone a link that works once. */
export const mailLink = (
  tx: Tx,
  invites: MailContext,
  purpose: keyof typeof links,
  holder: Holder & { email: string },
  now: Date,
): Promise<void> => mailCode(tx, invites, { purpose, ...links[purpose] }, holder, now);

/** Reminds someone to confirm their email, with a new link. */
export const mailConfirmationReminder = (
  tx: Tx,
  invites: MailContext,
  holder: Holder & { email: string },
  now: Date,
): Promise<void> =>
  mailCode(
    tx,
    invites,
    { purpose: 'confirmation', letter: confirmationReminderMail, days: CONFIRMATION_DAYS },
    holder,
    now,
  );

async function mailCode(
  tx: Tx,
  { jobs, publicUrl }: MailContext,
  { purpose, letter, days }: Link & { purpose: CodePurpose },
  holder: Holder & { email: string },
  now: Date,
): Promise<void> {
  const secret = newSecret();
  const { email } = holder;
  await insertCode(tx, holder, { secret, purpose, email, now, expiresAt: daysAfter(now, days) });
  await mailHolder(tx, jobs, holder, () => [letter(publicUrl, email, secret)]);
}

/** Mails invitations to many at once, each with its own link. */
export async function mailInvitations(
  tx: Tx,
  { jobs, publicUrl }: MailContext,
  holders: readonly (Holder & { email: string })[],
  now: Date,
): Promise<void> {
  const expiresAt = daysAfter(now, INVITATION_DAYS);
  for (let start = 0; start < holders.length; start += AT_ONCE) {
    const invited = holders.slice(start, start + AT_ONCE).map((one) => ({ ...one, secret: newSecret() }));
    await tx.client.query(
      `insert into password_codes (client_id, user_id, code_hash, purpose, created_at, expires_at)
       select client_id, user_id, code_hash, 'invitation', $4, $5
         from unnest($1::uuid[], $2::uuid[], $3::bytea[]) given (client_id, user_id, code_hash)`,
      [
        invited.map(({ clientId }) => clientId),
        invited.map(({ userId }) => userId),
        invited.map(({ secret }) => hashSecret(secret)),
        now,
        expiresAt,
      ],
    );
    const readers = await findReadersOf(tx, invited);
    await jobs.sendMails(
      tx,
      invited.map(({ userId, email, secret }) =>
        forReader(readers(userId), () => invitationMail(publicUrl, email, secret)),
      ),
    );
  }
}

const daysAfter = (moment: Date, days: number) => new Date(moment.getTime() + days * 86_400_000);

/** Invitations per statement. */
const AT_ONCE = 200;

type CodePurpose = 'reset' | keyof typeof links;

/** Stores a mailed code as its hash. */
export async function insertCode(
  tx: Tx,
  { clientId, userId }: Holder,
  code: { secret: string; purpose: CodePurpose; email?: string; now: Date; expiresAt: Date },
): Promise<void> {
  await tx.db.insert(passwordCodes).values({
    clientId,
    userId,
    codeHash: hashSecret(code.secret),
    purpose: code.purpose,
    email: code.email ?? null,
    createdAt: code.now,
    expiresAt: code.expiresAt,
  });
}

/** The owner of this code, if it has one of these purposes; undefined if it expired or never existed. */
export async function findCode(
  tx: Tx,
  secret: string,
  now: Date,
  purposes: readonly CodePurpose[],
): Promise<(Holder & { email: string; purpose: CodePurpose }) | undefined> {
  const { rows } = await tx.client.query<{
    client_id: string;
    user_id: string;
    email: string;
    purpose: CodePurpose;
  }>({
    name: 'find_password_code',
    text: 'select client_id, user_id, email, purpose from find_password_code($1, $2)',
    values: [hashSecret(secret), now],
  });
  const [row] = rows;
  if (!row || !purposes.includes(row.purpose)) return undefined;
  return { clientId: row.client_id, userId: row.user_id, email: row.email, purpose: row.purpose };
}

/**
 * Whether this code confirms, or confirmed, the email that its owner has now, and that email is confirmed. It need not
 * work any longer.
 */
export async function isConfirmedBy(tx: Tx, secret: string): Promise<boolean> {
  const { rows } = await tx.client.query<{ is_confirmed: boolean }>({
    name: 'is_confirmed_by_code',
    text: 'select is_confirmed_by_code($1) as is_confirmed',
    values: [hashSecret(secret)],
  });
  return rows[0]?.is_confirmed === true;
}

/** Whether a code of this purpose still works after this moment. The transaction must have entered its owner's client. */
export async function hasFreshCode(
  tx: Tx,
  { clientId, userId }: Holder,
  purpose: CodePurpose,
  moment: Date,
): Promise<boolean> {
  const found = await tx.db
    .select({ userId: passwordCodes.userId })
    .from(passwordCodes)
    .where(
      and(
        eq(passwordCodes.clientId, clientId),
        eq(passwordCodes.userId, userId),
        eq(passwordCodes.purpose, purpose),
        isNull(passwordCodes.usedAt),
        gt(passwordCodes.expiresAt, moment),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** Uses a code. Returns false if someone used it first. */
export async function useCode(tx: Tx, { clientId }: Holder, secret: string, now: Date): Promise<boolean> {
  const used = await tx.db
    .update(passwordCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(passwordCodes.clientId, clientId),
        eq(passwordCodes.codeHash, hashSecret(secret)),
        isNull(passwordCodes.usedAt),
      ),
    )
    .returning({ userId: passwordCodes.userId });
  return used.length === 1;
}

/** Deletes every mailed code of this person, because their login changed. */
export async function endCodesOf(tx: Tx, { clientId, userId }: Holder, now: Date): Promise<void> {
  await tx.db
    .update(passwordCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(passwordCodes.clientId, clientId),
        eq(passwordCodes.userId, userId),
        isNull(passwordCodes.usedAt),
      ),
    );
}
