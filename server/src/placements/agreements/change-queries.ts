import { t } from '@waypost/contract/i18n';
import { ONE_PARTY_ONLY, type Party, type StoredStatus } from '@waypost/contract/placements/agreements/rules';
import type { AgreementTerms } from '@waypost/contract/placements/agreements/template';
import { refuse } from '@waypost/contract/refusal';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/access/enforce.ts';
import { type Tx, violates } from '../../platform/database/connect.ts';
import {
  agreementSignatures,
  agreements,
  ONE_PARTY_A_MAILBOX,
} from '../../platform/database/tables/agreements.ts';
import { files } from '../../platform/database/tables/files.ts';
import { hashOf } from './queries.ts';

/** Who has to sign, and by when. */
interface Sending {
  text: string;
  parties: Party[];
  now: Date;
  expiresAt: Date;
}

type LockedAgreement = Authorized<{ clientId: string; id: string }>;

/** Changes a version. The placement must be locked. */
async function update(
  tx: Tx,
  agreement: LockedAgreement,
  columns: Partial<typeof agreements.$inferInsert>,
  now: Date,
): Promise<void> {
  await tx.db
    .update(agreements)
    .set({ ...columns, revision: sql`${agreements.revision} + 1`, updatedAt: now })
    .where(and(eq(agreements.clientId, agreement.clientId), eq(agreements.id, agreement.id)));
}

export const saveTerms = (
  tx: Tx,
  agreement: LockedAgreement,
  terms: AgreementTerms,
  now: Date,
): Promise<void> => update(tx, agreement, { terms }, now);

/** From now on, the text cannot change. */
export const markSent = (
  tx: Tx,
  agreement: LockedAgreement,
  { text, parties, now, expiresAt }: Sending,
): Promise<void> =>
  update(
    tx,
    agreement,
    {
      status: 'sent',
      text,
      textHash: hashOf(text),
      parties,
      sentAt: now,
      expiresAt,
      expiryToldAt: null,
    },
    now,
  );

export const markDraft = (tx: Tx, agreement: LockedAgreement, now: Date): Promise<void> =>
  update(
    tx,
    agreement,
    {
      status: 'draft',
      text: null,
      textHash: null,
      parties: [],
      sentAt: null,
      expiresAt: null,
      guardianReleasedAt: null,
    },
    now,
  );

export const markSigned = (
  tx: Tx,
  agreement: LockedAgreement,
  status: Extract<StoredStatus, 'partly signed' | 'signed'>,
  now: Date,
): Promise<void> => update(tx, agreement, { status }, now);

/** Ends a guardian's part. */
export const markReleased = (
  tx: Tx,
  agreement: LockedAgreement,
  given: { parties: Party[]; status: StoredStatus },
  now: Date,
): Promise<void> => update(tx, agreement, { ...given, guardianReleasedAt: now }, now);

export const markClosed = (
  tx: Tx,
  agreement: LockedAgreement,
  status: Extract<StoredStatus, 'declined' | 'void'>,
  { reason, by }: { reason: string; by: string },
  now: Date,
): Promise<void> => update(tx, agreement, { status, closedReason: reason, closedBy: by, closedAt: now }, now);

/** A fully signed version replaces those before it. */
export async function replaceEarlier(
  tx: Tx,
  agreement: LockedAgreement & { projectId: string },
  now: Date,
): Promise<void> {
  await tx.db
    .update(agreements)
    .set({ status: 'void', closedAt: now, updatedAt: now, revision: sql`${agreements.revision} + 1` })
    .where(
      and(
        eq(agreements.clientId, agreement.clientId),
        eq(agreements.projectId, agreement.projectId),
        ne(agreements.id, agreement.id),
        eq(agreements.status, 'signed'),
      ),
    );
}

/** Marks expired versions as announced and returns them, the earliest first. Two servers never get the same one. */
export async function claimExpired(
  tx: Tx,
  { clientId, now, limit }: { clientId: string; now: Date; limit: number },
): Promise<{ id: string; projectId: string; isNewest: boolean }[]> {
  const { rows } = await tx.client.query<{ id: string; projectId: string; isNewest: boolean }>({
    name: 'claim_expired_agreements',
    text: `
      update agreements a set expiry_told_at = $2
       where a.client_id = $1 and a.id in (
         select e.id from agreements e
          where e.client_id = $1 and e.status in ('sent', 'partly signed') and e.expiry_told_at is null
            and e.expires_at <= $2
          order by e.expires_at, e.id
          limit $3
          for no key update skip locked)
      returning a.id, a.project_id as "projectId", not exists (
        select from agreements n
         where n.client_id = a.client_id and n.project_id = a.project_id and n.version > a.version) as "isNewest"`,
    values: [clientId, now, limit],
  });
  return rows;
}

/** Versions that wait for a guardian of a student who has turned 18 since they were sent. `today` is YYYY-MM-DD. */
export async function listOutgrown(
  tx: Tx,
  { clientId, today, now }: { clientId: string; today: string; now: Date },
): Promise<{ id: string; projectId: string }[]> {
  const { rows } = await tx.client.query<{ id: string; projectId: string }>({
    name: 'list_outgrown_agreements',
    text: `
      select a.id, a.project_id as "projectId"
        from agreements a
        join projects p on p.client_id = a.client_id and p.id = a.project_id
        join students s on s.client_id = p.client_id and s.user_id = p.student_id
       where a.client_id = $1 and a.status in ('sent', 'partly signed') and a.expires_at > $3
         and 'guardian' = any(a.parties) and s.birth_date <= ($2::date - interval '18 years')
         and s.birth_date > ((a.sent_at at time zone 'UTC')::date - interval '18 years')
         and not exists (select from agreement_signatures g
               where g.client_id = a.client_id and g.agreement_id = a.id and g.party = 'guardian')
       order by a.id`,
    values: [clientId, today, now],
  });
  return rows;
}

export type NewSignature = Omit<typeof agreementSignatures.$inferInsert, 'clientId' | 'agreementId'>;

/** 409 if another party has signed this version from the same mailbox. */
export async function insertSignature(
  tx: Tx,
  agreement: LockedAgreement,
  signature: NewSignature,
): Promise<void> {
  try {
    await tx.db
      .insert(agreementSignatures)
      .values({ ...signature, clientId: agreement.clientId, agreementId: agreement.id });
  } catch (error) {
    if (violates(error, ONE_PARTY_A_MAILBOX)) refuse('conflict', t(ONE_PARTY_ONLY));
    throw error;
  }
}

/**
 * Makes a scan the student's file, which is kept as long as their account. The sealed document contains it, so it is also
 * kept as long as that.
 */
export async function storeScan(
  tx: Tx,
  file: Authorized<{ clientId: string; id: string }>,
  studentId: string,
): Promise<void> {
  await tx.db
    .update(files)
    .set({ ownerId: studentId, noDelete: true })
    .where(and(eq(files.clientId, file.clientId), eq(files.id, file.id)));
}

/**
 * Writes a placement's new supervisor into the terms of its newest version, unless someone entered another name than the
 * former supervisor's. Returns whether that version was sent and its text, which does not change, names the former one.
 */
export async function nameSupervisor(
  tx: Tx,
  { clientId, projectId }: { clientId: string; projectId: string },
  { name, former }: { name: string; former: string },
): Promise<boolean> {
  const { rows } = await tx.client.query<{ isOutdated: boolean }>({
    name: 'name_supervisor',
    text: `
      update agreements a set terms = jsonb_set(a.terms, '{supervisor}', to_jsonb($3::text)), revision = a.revision + 1
       where a.client_id = $1 and a.project_id = $2 and a.status in ('draft', 'sent', 'partly signed', 'signed')
         and a.version = (select max(n.version) from agreements n where n.client_id = $1 and n.project_id = $2)
         and a.terms ->> 'supervisor' in ('', $4) and $3 <> $4
      returning a.text is not null and position('[supervisor]' in a.body) > 0 as "isOutdated"`,
    values: [clientId, projectId, name, former],
  });
  return rows[0]?.isOutdated ?? false;
}
