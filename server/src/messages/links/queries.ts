import type { Locale } from '@waypost/contract/i18n';
import { type LinkPurpose, linkExpiresAt } from '@waypost/contract/messages/links/rules';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { hashSecret, newSecret } from '../../platform/access/sessions.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { linkActs, links } from '../../platform/database/tables/links.ts';
import { users } from '../../platform/database/tables/people.ts';
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
  /** Of a link for `hours`: it reaches only placements that this address supervises. */
  supervisorEmail?: string | null;
  /** Whether it is in a reminder. A new request is not a reminder. */
  reminds?: boolean;
  /** For a link that only shows what was done: it starts as done, so it can do nothing and does not expire. */
  doneAt?: Date;
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

/** The placement that a link is about; undefined if it is about none. */
export async function findPlacementOf(
  tx: Tx,
  { clientId, purpose, subjectId }: Pick<NewLink, 'clientId' | 'purpose' | 'subjectId'>,
): Promise<string | undefined> {
  if (purpose === 'evaluation' || purpose === 'supervisor' || purpose === 'progress') return subjectId;
  if (purpose === 'hours') return undefined;
  // Consent is about a student, so about the newest placement that has not ended.
  const text =
    purpose === 'sign'
      ? 'select project_id as id from agreements where client_id = $1 and id = $2'
      : `select id from projects where client_id = $1 and student_id = $2 and business_status = 'open'
          order by created_at desc, id limit 1`;
  const { rows } = await tx.client.query<{ id: string }>({
    name: `findPlacementOf ${purpose}`,
    text,
    values: [clientId, subjectId],
  });
  return rows[0]?.id;
}

type LinkKey = { clientId: string; id: string };
const isLink = ({ clientId, id }: LinkKey) => and(eq(links.clientId, clientId), eq(links.id, id));

/**
 * An account's links at an address: unused ones, including expired ones because they can be renewed, and links to a
 * text that the recipient keeps. Not links that they acted with, which show them what they did.
 */
export function findLinksAt(
  tx: Tx,
  { clientId, accountId, email }: { clientId: string; accountId: string; email: string },
) {
  return tx.db
    .select({
      id: links.id,
      purpose: links.purpose,
      subjectId: links.subjectId,
      recipientName: links.recipientName,
      supervisorEmail: links.supervisorEmail,
      locale: links.locale,
      expiresAt: links.expiresAt,
      isKept: sql<boolean>`${links.doneAt} is not null`,
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
        sql`(${links.doneAt} is null or not exists (select from link_acts a
              where a.client_id = ${links.clientId} and a.link_id = ${links.id}))`,
        isNull(links.revokedAt),
      ),
    )
    .orderBy(asc(links.createdAt), asc(links.id));
}

/** Whether someone among an account's guardians and contacts has this address. */
export async function isOnFile(
  tx: Tx,
  { clientId, accountId, email }: { clientId: string; accountId: string; email: string },
): Promise<boolean> {
  const { rows } = await tx.client.query<{ found: boolean }>({
    name: 'isOnFile',
    text: `
      select exists (select from guardians g
                      where g.client_id = $1 and g.student_id = $2 and lower(g.email) = lower($3))
          or exists (select from business_contacts c
                      where c.client_id = $1 and c.business_id = $2 and lower(c.email) = lower($3)) as found`,
    values: [clientId, accountId, email],
  });
  return rows[0]?.found ?? false;
}

/**
 * Whether a link can still be sent to its recipient's address. It must belong to the account itself, a guardian whom
 * staff confirmed and who may act, a contact (for a placement, its supervisor), or a colleague whom the link was passed
 * on to. A link for a supervisor's hours also requires a placement that they supervise.
 */
export async function isCurrentRecipient(
  tx: Tx,
  { clientId, purpose, subjectId, accountId, recipient: { email }, supervisorEmail }: NewLink,
): Promise<boolean> {
  const { rows } = await tx.client.query<{ found: boolean }>({
    name: 'isCurrentRecipient',
    text: `
      select ($6::text is null or supervises($1, $2, null, $6)) and (
             exists (select from users u where u.client_id = $1 and u.id = $2 and u.email_lower = lower($3))
          or exists (select from guardians g
                      where g.client_id = $1 and g.student_id = $2 and lower(g.email) = lower($3)
                        and g.confirmed and (g.may_sign or $4 = 'progress'))
          or exists (select from business_contacts c
                      where c.client_id = $1 and c.business_id = $2 and lower(c.email) = lower($3)
                        and ($4 not in ('evaluation', 'supervisor') or exists (
                          select from projects p where p.client_id = $1 and p.id = $5 and p.supervisor_id = c.id)))
          or exists (select from links l
                      where l.client_id = $1 and l.subject_id = $5 and l.purpose = $4
                        and lower(l.passed_on_email) = lower($3))) as found`,
    values: [clientId, accountId, email, purpose, subjectId, supervisorEmail],
  });
  return rows[0]?.found ?? false;
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

/** Whether a link is still open. Nobody can revoke it before the transaction ends. */
export async function holdOpen(tx: Tx, key: LinkKey): Promise<boolean> {
  const held = await tx.db
    .select({ id: links.id })
    .from(links)
    .where(and(isLink(key), isNull(links.doneAt), isNull(links.revokedAt)))
    .for('share');
  return held.length === 1;
}

/** Revokes links, used or not. */
export async function revokeLinks(
  tx: Tx,
  { clientId, ids }: { clientId: string; ids: string[] },
  now: Date,
): Promise<void> {
  await tx.db
    .update(links)
    .set({ revokedAt: now })
    .where(and(eq(links.clientId, clientId), inArray(links.id, ids), isNull(links.revokedAt)));
}

/** Revokes an unused link; false if it had ended already. */
export async function revokeLink(
  tx: Tx,
  key: LinkKey,
  { now, passedOn }: { now: Date; passedOn?: { name: string; email: string } },
): Promise<boolean> {
  const revoked = await tx.db
    .update(links)
    .set({
      revokedAt: now,
      ...(passedOn && { passedOnTo: passedOn.name, passedOnEmail: passedOn.email }),
    })
    .where(and(isLink(key), isNull(links.doneAt), isNull(links.revokedAt)))
    .returning({ id: links.id });
  return revoked.length === 1;
}

/**
 * Revokes a link that reached the wrong person, used or not, and all others to that address for the same subject; false
 * if it was already revoked.
 */
export async function refuseLink(
  tx: Tx,
  {
    clientId,
    id,
    purpose,
    subjectId,
    recipient,
  }: LinkKey & Pick<NewLink, 'purpose' | 'subjectId' | 'recipient'>,
  now: Date,
): Promise<boolean> {
  const refused = await tx.db
    .update(links)
    .set({ revokedAt: now, refused: true })
    .where(
      and(
        eq(links.clientId, clientId),
        eq(links.subjectId, subjectId),
        eq(links.purpose, purpose),
        sql`lower(${links.recipientEmail}) = lower(${recipient.email})`,
        sql`(${links.id} = ${id} or ${links.doneAt} is null)`,
        isNull(links.revokedAt),
      ),
    )
    .returning({ id: links.id });
  return refused.some((one) => one.id === id);
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

/** Revokes a placement's unused links to former supervisors. The business's and the new supervisor's stay. */
export async function revokeLinksOfFormerSupervisor(
  tx: Tx,
  { clientId, projectId, email }: { clientId: string; projectId: string; email: string },
  now: Date,
): Promise<void> {
  await tx.db
    .update(links)
    .set({ revokedAt: now })
    .where(
      and(
        eq(links.clientId, clientId),
        eq(links.subjectId, projectId),
        inArray(links.purpose, ['supervisor', 'evaluation'] satisfies LinkPurpose[]),
        sql`lower(${links.recipientEmail}) <> lower(${email})`,
        sql`not exists (select from users u where u.client_id = ${links.clientId} and u.id = ${links.accountId}
          and u.email_lower = lower(${links.recipientEmail}))`,
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
