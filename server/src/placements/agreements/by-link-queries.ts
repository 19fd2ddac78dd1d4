import type { Locale } from '@waypost/contract/i18n';
import {
  type AgreementStatus,
  type LinkedParty,
  type Party,
  type SigningOrder,
  type StoredStatus,
  statusAt,
} from '@waypost/contract/placements/agreements/rules';
import type { StoredDocument } from '../../messages/links/purpose.ts';
import type { LinkCaller } from '../../platform/access/actor.ts';
import type { Tx } from '../../platform/database/connect.ts';

/** A version of an agreement as its link shows it, and the party its holder signs for. */
export interface LinkedAgreement {
  clientId: string;
  id: string;
  projectId: string;
  version: number;
  status: AgreementStatus;
  parties: Party[];
  signed: Party[];
  signingOrder: SigningOrder;
  /** Null while it is being changed. */
  text: string | null;
  textHash: string | null;
  locale: Locale;
  party: LinkedParty;
  sentAt: Date | null;
  /** The student's, YYYY-MM-DD; null to anyone but a guardian. */
  birthDate: string | null;
  studentId: string;
  firstName: string;
  lastName: string;
  /** The business's name in the agreement. */
  business: string;
}

/** Undefined once its recipient may no longer sign. */
export async function findLinkedAgreement(tx: Tx, now: Date): Promise<LinkedAgreement | undefined> {
  const { rows } = await tx.client.query<
    Omit<LinkedAgreement, 'status'> & { stored: StoredStatus; expiresAt: Date | null }
  >({
    name: 'find_linked_agreement',
    text: `
      select a.client_id as "clientId", a.id, a.project_id as "projectId", a.version, a.status as stored, a.parties,
             array(select s.party from agreement_signatures s where s.client_id = a.client_id and s.agreement_id = a.id) as signed,
             a.signing_order as "signingOrder", a.text, a.text_hash as "textHash", a.locale, a.expires_at as "expiresAt",
             a.sent_at as "sentAt", n.birth_date::text as "birthDate",
             l.party, u.id as "studentId", u.first_name as "firstName", u.last_name as "lastName",
             a.names ->> 'business' as business
        from signing_of_link() l
        join agreements a on a.client_id = l.client_id and a.id = l.agreement_id
        join users u on u.client_id = l.client_id and u.id = l.student_id
        left join students n on n.client_id = l.client_id and n.user_id = l.student_id`,
  });
  const [row] = rows;
  if (!row) return undefined;
  const { stored, expiresAt, ...found } = row;
  return { ...found, status: statusAt({ status: stored, expiresAt }, now) };
}

/** What decides whether a version can still be signed by this link, read by the server; undefined if it is gone. */
export async function findSigning(
  tx: Tx,
  { clientId, subjectId, accountId }: LinkCaller,
  now: Date,
): Promise<
  | Pick<
      LinkedAgreement,
      'status' | 'party' | 'parties' | 'signed' | 'sentAt' | 'birthDate' | 'firstName' | 'lastName'
    >
  | undefined
> {
  const { rows } = await tx.client.query<
    Omit<LinkedAgreement, 'status'> & { stored: StoredStatus; expiresAt: Date | null }
  >({
    name: 'find_signing',
    text: `
      select a.status as stored, a.expires_at as "expiresAt", a.parties, a.sent_at as "sentAt",
             array(select s.party from agreement_signatures s where s.client_id = a.client_id and s.agreement_id = a.id) as signed,
             case when p.student_id = $3 then 'guardian' else 'business' end as party,
             n.birth_date::text as "birthDate", coalesce(u.first_name, '') as "firstName", coalesce(u.last_name, '') as "lastName"
        from agreements a
        join projects p on p.client_id = a.client_id and p.id = a.project_id
        left join users u on u.client_id = p.client_id and u.id = p.student_id
        left join students n on n.client_id = p.client_id and n.user_id = p.student_id
       where a.client_id = $1 and a.id = $2`,
    values: [clientId, subjectId, accountId],
  });
  const [row] = rows;
  return row && { ...row, status: statusAt({ status: row.stored, expiresAt: row.expiresAt }, now) };
}

/** What a version's signer keeps: its text, who has signed it, and its document's code once it is sealed. */
export interface Receipt {
  text: string | null;
  locale: Locale;
  parties: Party[];
  /** `signedOn` is a day, YYYY-MM-DD. */
  signatures: { party: Party; name: string; nameOnFile: string; signedOn: string }[];
  code: string | null;
}

/** The sealed PDF of a version. */
export async function findDocumentOf(
  tx: Tx,
  { clientId, id }: { clientId: string; id: string },
): Promise<StoredDocument | undefined> {
  const { rows } = await tx.client.query<StoredDocument>({
    name: 'find_document_of_agreement',
    text: `
      select f.name, f.content_type as "contentType", f.bytes, f.storage_key as "storageKey"
        from signed_documents d
        join files f on f.client_id = d.client_id and f.id = d.file_id
       where d.client_id = $1 and d.agreement_id = $2`,
    values: [clientId, id],
  });
  return rows[0];
}

export async function findReceipt(
  tx: Tx,
  { clientId, id }: { clientId: string; id: string },
): Promise<Receipt | undefined> {
  const { rows } = await tx.client.query<Receipt>({
    name: 'find_agreement_receipt',
    text: `
      select a.text, a.locale, a.parties, d.code,
             coalesce((select jsonb_agg(jsonb_build_object('party', s.party, 'name', s.signer_name, 'nameOnFile',
               s.name_on_file, 'signedOn', s.signed_on))
                from agreement_signatures s where s.client_id = a.client_id and s.agreement_id = a.id), '[]') as signatures
        from agreements a
        left join signed_documents d on d.client_id = a.client_id and d.agreement_id = a.id
       where a.client_id = $1 and a.id = $2`,
    values: [clientId, id],
  });
  return rows[0];
}
