import type { Locale } from '@waypost/contract/i18n';
import { type LinkPurpose, linkExpiresAt } from '@waypost/contract/links/rules';
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { hashSecret, newSecret } from '../access/sessions.ts';
import type { Tx } from '../database/connect.ts';
import { linkActs, links } from '../database/tables/links.ts';
import { users } from '../database/tables/people.ts';
import { localeOfAccount } from '../mail/queries.ts';

/** A link to create. */
export interface NewLink {
  clientId: string;
  purpose: LinkPurpose;
  /** Its subject: a business for `hours`, a placement for `evaluation`, an agreement for `sign`. */
  subjectId: string;
  /** The account that the subject belongs to. */
  accountId: string;
  recipient: { name: string; email: string; locale: Locale };
}

/**
 * Creates links, in the transaction that mails them. Returns their tokens in the same order; only hashes are stored.
 */
export async function issueLinks(tx: Tx, made: readonly NewLink[], now: Date): Promise<string[]> {
  if (made.length === 0) return [];
  const tokens = made.map(() => newSecret());
  await tx.db.insert(links).values(
    made.map(({ recipient, ...link }, index) => ({
      ...link,
      recipientName: recipient.name,
      recipientEmail: recipient.email,
      locale: recipient.locale,
      tokenHash: hashSecret(tokens[index] ?? ''),
      createdAt: now,
      expiresAt: linkExpiresAt(now),
    })),
  );
  return tokens;
}

type LinkKey = { clientId: string; id: string };
const isLink = ({ clientId, id }: LinkKey) => and(eq(links.clientId, clientId), eq(links.id, id));

/** An account's valid links that were sent to an address. */
export function findLiveLinks(
  tx: Tx,
  { clientId, accountId, email, now }: { clientId: string; accountId: string; email: string; now: Date },
) {
  return tx.db
    .select({
      id: links.id,
      purpose: links.purpose,
      subjectId: links.subjectId,
      locale: links.locale,
    })
    .from(links)
    .innerJoin(users, and(eq(users.clientId, links.clientId), eq(users.id, links.accountId)))
    .where(
      and(
        eq(links.clientId, clientId),
        eq(links.accountId, accountId),
        // If the address is the account's own, it is not mistyped.
        sql`${users.emailLower} <> lower(${email})`,
        sql`lower(${links.recipientEmail}) = lower(${email})`,
        isNull(links.doneAt),
        isNull(links.revokedAt),
        gt(links.expiresAt, now),
      ),
    );
}

/** Marks a link as used; false if someone else did so first. */
export async function finishLink(tx: Tx, key: LinkKey, now: Date): Promise<boolean> {
  const done = await tx.db
    .update(links)
    .set({ doneAt: now })
    .where(and(isLink(key), isNull(links.doneAt), isNull(links.revokedAt)))
    .returning({ id: links.id });
  return done.length === 1;
}

/** Revokes an unused link; false if it had ended already. */
export async function revokeLink(
  tx: Tx,
  key: LinkKey,
  { now, passedOnTo = null }: { now: Date; passedOnTo?: string | null },
): Promise<boolean> {
  const revoked = await tx.db
    .update(links)
    .set({ revokedAt: now, passedOnTo })
    .where(and(isLink(key), isNull(links.doneAt), isNull(links.revokedAt)))
    .returning({ id: links.id });
  return revoked.length === 1;
}

/** Revokes the unused links about these subjects, because their purpose has ended. */
export async function revokeLinksAbout(
  tx: Tx,
  { clientId, purpose, subjectId }: { clientId: string; purpose: LinkPurpose; subjectId: string },
  now: Date,
): Promise<void> {
  await tx.db
    .update(links)
    .set({ revokedAt: now })
    .where(
      and(
        eq(links.clientId, clientId),
        eq(links.subjectId, subjectId),
        eq(links.purpose, purpose),
        isNull(links.doneAt),
        isNull(links.revokedAt),
      ),
    );
}

interface NewAct {
  name: string;
  at: Date;
  accountId: string | null;
  details: Record<string, string | number | boolean>;
}

export async function insertActs(tx: Tx, { clientId, id }: LinkKey, acts: readonly NewAct[]): Promise<void> {
  if (acts.length > 0)
    await tx.db.insert(linkActs).values(acts.map((act) => ({ ...act, clientId, linkId: id })));
}

/** The actions by a link, in order, with the names of the people concerned. */
export function listActs(tx: Tx, { clientId, id }: LinkKey) {
  return tx.db
    .select({
      at: linkActs.at,
      name: linkActs.name,
      details: linkActs.details,
      about: { firstName: users.firstName, lastName: users.lastName },
    })
    .from(linkActs)
    .leftJoin(users, and(eq(users.clientId, linkActs.clientId), eq(users.id, linkActs.accountId)))
    .where(and(eq(linkActs.clientId, clientId), eq(linkActs.linkId, id)))
    .orderBy(asc(linkActs.at), asc(linkActs.id));
}
export type FoundAct = Awaited<ReturnType<typeof listActs>>[number];

/** The Admins of a school system, who are mailed when a link went to the wrong person. */
export function findAdmins(tx: Tx, clientId: string) {
  return tx.db
    .select({ email: users.email, locale: localeOfAccount })
    .from(users)
    .where(and(eq(users.clientId, clientId), eq(users.role, 'Admin'), isNull(users.deactivatedAt)));
}
