import type { Locale } from '@waypost/contract/i18n';
import { type Holder, whyNotMailbox } from '@waypost/contract/mailbox';
import type { LinkedParty, Party, SigningOrder } from '@waypost/contract/placements/agreements/rules';
import type { Tx } from '../../platform/database/connect.ts';

/** A person on file who can sign for a party without an account. */
export interface Signer {
  party: LinkedParty;
  id: string;
  /** The student's account for a guardian, the business's for its contact. */
  accountId: string;
  name: string;
  email: string;
  locale: Locale;
  maySign: boolean;
  confirmed: boolean;
  /** Whether their mailbox is that of another party, which signs from it: of the student, or of the business. */
  isAnothers: boolean;
  /** Whether this is the account's own address, so that it is asked on its screen instead. */
  isAccount: boolean;
  /** When the newest valid link was sent to them. */
  sentAt: Date | null;
  /** Whether a link to this version was sent to this address before. Counts a revoked one only if it was refused. */
  wasSent: boolean;
}

interface Around {
  clientId: string;
  studentId: string | null;
  businessId: string | null;
  agreementId: string;
}

/** The guardians of a placement's student and the contacts of its business, in order, with their links. */
export async function listSigners(
  tx: Tx,
  { clientId, studentId, businessId, agreementId }: Around,
  now: Date,
): Promise<Signer[]> {
  const { rows } = await tx.client.query<
    Omit<Signer, 'isAnothers'> & { studentEmail: string; businessEmail: string }
  >({
    name: 'list_signers',
    text: `
      select s.party, s.id, s.account_id as "accountId", s.name, s.email, s.locale, s.may_sign as "maySign", s.confirmed,
             coalesce((select email from users where client_id = $1 and id = $2), '') as "studentEmail",
             coalesce((select email from users where client_id = $1 and id = $3), '') as "businessEmail",
             coalesce(lower(s.email) = u.email_lower, false) as "isAccount",
             (select max(l.created_at) from links l
               where l.client_id = $1 and l.subject_id = $4 and l.purpose = 'sign' and l.account_id = s.account_id
                 and lower(l.recipient_email) = lower(s.email) and l.revoked_at is null and l.expires_at > $5) as "sentAt",
             exists (select from links l
               where l.client_id = $1 and l.subject_id = $4 and l.purpose = 'sign' and l.account_id = s.account_id
                 and lower(l.recipient_email) = lower(s.email) and (l.revoked_at is null or l.refused)) as "wasSent"
        from (select 'guardian' as party, g.id, g.student_id as account_id, g.name, g.email, g.language as locale,
                     g.may_sign, g.confirmed, g.ordinal
                from guardians g where g.client_id = $1 and g.student_id = $2
              union all
              select 'business', c.id, c.business_id, c.name, c.email,
                     (select coalesce(b.locale, t.locale, 'en') from users b left join settings t on t.client_id = b.client_id
                       where b.client_id = $1 and b.id = $3),
                     'signatory' = any(c.roles), true, c.ordinal
                from business_contacts c where c.client_id = $1 and c.business_id = $3) s
        join users u on u.client_id = $1 and u.id = s.account_id
       order by s.party desc, s.ordinal`,
    values: [clientId, studentId, businessId, agreementId, now],
  });
  return rows.map((one) => ({ ...one, isAnothers: isAnothers(one, rows) }));
}

/** A person on file at a placement, with the emails of its accounts. */
interface OnFile {
  party: LinkedParty;
  email: string;
  maySign: boolean;
  studentEmail: string;
  businessEmail: string;
}

/** Whether someone's mailbox is that of another party. Of a guardian and a signatory who share one, it is the signatory's. */
export function isAnothers(one: OnFile, people: readonly OnFile[]): boolean {
  const contacts = people.filter(
    ({ party, businessEmail }) => party === 'business' && businessEmail === one.businessEmail,
  );
  const others: Holder[] = [
    { party: 'student', email: one.studentEmail, signs: true },
    { party: 'business', email: one.businessEmail, signs: true },
    ...contacts.map(({ party, email, maySign: signs }) => ({ party, email, signs })),
  ];
  return whyNotMailbox({ party: one.party, email: one.email, signs: true }, others) !== null;
}

/** An arbitrary number that all servers share. */
const SIGNERS_LOCK = 7_269_005;

/**
 * Locks who may sign for these accounts until the transaction ends. Asking for signatures and changing the signers both
 * take this lock, so the later sees what the earlier did. Nothing is locked after it, so it cannot deadlock.
 */
export async function lockSigners(tx: Tx, accountIds: readonly (string | null)[]): Promise<void> {
  await tx.client.query({
    name: 'lock_signers',
    text: `select pg_advisory_xact_lock(${SIGNERS_LOCK}, hash)
             from (select distinct hashtext(id) as hash from unnest($1::text[]) as id where id is not null order by 1) each`,
    values: [accountIds],
  });
}

/** A version that is waiting for signatures. */
export interface Awaiting {
  id: string;
  projectId: string;
  parties: Party[];
  signed: Party[];
  signingOrder: SigningOrder;
}

/** The versions that can be signed now in the placements of a student or business. */
export async function listAwaiting(
  tx: Tx,
  { clientId, accountId }: { clientId: string; accountId: string },
  now: Date,
): Promise<Awaiting[]> {
  const { rows } = await tx.client.query<Awaiting>({
    name: 'list_awaiting_signatures',
    text: `
      select a.id, a.project_id as "projectId", a.parties, a.signing_order as "signingOrder",
             array(select s.party from agreement_signatures s
                    where s.client_id = a.client_id and s.agreement_id = a.id) as signed
        from projects p
        join agreements a on a.client_id = p.client_id and a.project_id = p.id
       where p.client_id = $1 and (p.student_id = $2 or p.business_id = $2)
         and a.status in ('sent', 'partly signed') and a.expires_at > $3
       order by a.sent_at, a.id`,
    values: [clientId, accountId, now],
  });
  return rows;
}

/** Someone without an account who was sent a link to sign a version, and is still on file at that address. */
export interface LinkHolder {
  accountId: string;
  recipient: { name: string; email: string; locale: Locale };
  isGuardian: boolean;
  /** Whether they signed by their link. */
  hasSigned: boolean;
  /** The student's, YYYY-MM-DD. */
  birthDate: string | null;
}

/** The addresses with a link to sign this version, used or not, each once, without the accounts' own. */
export async function listLinkHolders(
  tx: Tx,
  { clientId, studentId, businessId, agreementId }: Around,
): Promise<LinkHolder[]> {
  const { rows } = await tx.client.query<LinkHolder>({
    name: 'list_link_holders',
    text: `
      select (array_agg(l.account_id order by l.created_at))[1] as "accountId",
             (array_agg(jsonb_build_object('name', l.recipient_name, 'email', l.recipient_email, 'locale', l.locale)
               order by l.created_at desc))[1] as recipient,
             bool_or(l.account_id = $2) as "isGuardian", bool_or(l.done_at is not null) as "hasSigned",
             (select s.birth_date::text from students s where s.client_id = $1 and s.user_id = $2) as "birthDate"
        from links l
       where l.client_id = $1 and l.subject_id = $4 and l.purpose = 'sign' and l.revoked_at is null
         and not exists (select from users u
               where u.client_id = $1 and u.id in ($2, $3) and u.email_lower = lower(l.recipient_email))
         and (exists (select from guardians g where g.client_id = $1 and g.student_id = $2 and g.student_id = l.account_id
                         and lower(g.email) = lower(l.recipient_email) and g.confirmed)
           or exists (select from business_contacts c where c.client_id = $1 and c.business_id = $3
                         and c.business_id = l.account_id and lower(c.email) = lower(l.recipient_email)))
       group by lower(l.recipient_email)
       order by min(l.created_at), lower(l.recipient_email)`,
    values: [clientId, studentId, businessId, agreementId],
  });
  return rows;
}
