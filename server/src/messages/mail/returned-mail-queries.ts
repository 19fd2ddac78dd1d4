import type { ReturnedMail } from '@waypost/contract/messages/mail/calls';
import type { AddressKind } from '@waypost/contract/messages/mail/rules';
import type { Pool } from 'pg';
import type { Authorized } from '../../platform/access/enforce.ts';
import type { Tx } from '../../platform/database/connect.ts';

/** Everyone of a client with an address: an account itself, a student's guardian, or a business's contact. */
const HOLDERS = `
  select 'account' as kind, u.id, u.id as user_id, u.email_lower as email, u.mail_returned_at as since,
         coalesce(nullif(u.business_name, ''), u.first_name || ' ' || u.last_name) as name, u.email as shown
    from users u where u.client_id = $1
  union all
  select 'guardian', g.id, g.student_id, lower(g.email), g.mail_returned_at, g.name, g.email
    from guardians g where g.client_id = $1
  union all
  select 'contact', c.id, c.business_id, lower(c.email), c.mail_returned_at, c.name, c.email
    from business_contacts c where c.client_id = $1`;

/** Whether mail to this address came back. As the owner, because the queue sends for every school system. */
export async function isReturned(owner: Pool, clientId: string, email: string): Promise<boolean> {
  const { rowCount } = await owner.query({
    name: 'isMailReturned',
    text: `select from (${HOLDERS}) as h where h.since is not null and h.email = lower($2) limit 1`,
    values: [clientId, email],
  });
  return rowCount === 1;
}

/** Which of these addresses return mail, in lower case. */
export async function findReturned(
  tx: Tx,
  clientId: string,
  emails: readonly string[],
): Promise<Set<string>> {
  const { rows } = await tx.client.query<{ email: string }>({
    name: 'findReturned',
    text: `select h.email from (${HOLDERS}) as h where h.since is not null and h.email = any($2)`,
    values: [clientId, emails.map((email) => email.toLowerCase())],
  });
  return new Set(rows.map(({ email }) => email));
}

export interface Holder {
  /** Whose page has the address. */
  userId: string;
  name: string;
}

/** Marks an address for everyone who has it. Returns those for whom it was not marked yet. */
export async function markReturned(
  tx: Tx,
  { clientId, email, now }: { clientId: string; email: string; now: Date },
): Promise<Holder[]> {
  const { rows } = await tx.client.query<Holder>({
    name: 'markReturned',
    text: `
      with accounts as (
        update users set mail_returned_at = $3
         where client_id = $1 and email_lower = lower($2) and mail_returned_at is null
        returning id as "userId", coalesce(nullif(business_name, ''), first_name || ' ' || last_name) as name),
      family as (
        update guardians set mail_returned_at = $3
         where client_id = $1 and lower(email) = lower($2) and mail_returned_at is null
        returning student_id as "userId", name),
      contacts as (
        update business_contacts set mail_returned_at = $3
         where client_id = $1 and lower(email) = lower($2) and mail_returned_at is null
        returning business_id as "userId", name)
      select * from accounts union all select * from family union all select * from contacts`,
    values: [clientId, email, now],
  });
  return rows;
}

/** The marked addresses on a person's page. */
export async function listReturned(
  tx: Tx,
  { clientId, id }: Authorized<{ clientId: string; id: string }>,
): Promise<ReturnedMail[]> {
  const { rows } = await tx.client.query<Omit<ReturnedMail, 'since'> & { since: Date }>({
    name: 'listReturned',
    text: `select h.kind, h.id as _id, h.name, h.shown as email, h.since from (${HOLDERS}) as h
            where h.user_id = $2 and h.since is not null
            order by h.since, h.kind, h.id`,
    values: [clientId, id],
  });
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}

/** Unmarks an address on a person's page, for everyone who has it. Returns it; undefined if it was not marked. */
export async function forgetReturned(
  tx: Tx,
  { clientId, id }: Authorized<{ clientId: string; id: string }>,
  { kind, _id }: { kind: AddressKind; _id: string },
): Promise<string | undefined> {
  const { rows } = await tx.client.query<{ email: string }>({
    name: 'forgetReturned',
    text: `
      with found as (
        select h.email from (${HOLDERS}) as h
         where h.user_id = $2 and h.kind = $3 and h.id = $4 and h.since is not null),
      accounts as (
        update users set mail_returned_at = null
         where client_id = $1 and email_lower in (select email from found)),
      family as (
        update guardians set mail_returned_at = null
         where client_id = $1 and mail_returned_at is not null and lower(email) in (select email from found)),
      contacts as (
        update business_contacts set mail_returned_at = null
         where client_id = $1 and mail_returned_at is not null and lower(email) in (select email from found))
      select email from found`,
    values: [clientId, id, kind, _id],
  });
  return rows[0]?.email;
}
