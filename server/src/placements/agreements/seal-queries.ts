import { parties } from '@waypost/contract/placements/agreements/rules';
import { DEFAULT_ZONE } from '@waypost/contract/school-system/settings/rules';
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/connect.ts';
import {
  agreementSignatures,
  agreements,
  signedDocuments,
} from '../../platform/database/tables/agreements.ts';
import { files } from '../../platform/database/tables/files.ts';
import { settings } from '../../platform/database/tables/lists.ts';
import type { SignedAgreement } from '../../platform/outside/jobs.ts';

const isVersion = ({ clientId, agreementId }: SignedAgreement) =>
  and(eq(agreements.clientId, clientId), eq(agreements.id, agreementId));

/** A fully signed text with its signatures and the scans of those on paper; undefined if it already has a document, or a signature is missing. */
export async function findToSeal(tx: Tx, key: SignedAgreement) {
  const [row] = await tx.db
    .select({
      version: agreements.version,
      locale: agreements.locale,
      names: agreements.names,
      parties: agreements.parties,
      text: agreements.text,
      textHash: agreements.textHash,
      guardianReleased: sql<boolean>`${agreements.guardianReleasedAt} is not null`,
      timeZone: sql<string>`coalesce(${settings.timeZone}, ${DEFAULT_ZONE})`,
      isSealed: sql<boolean>`exists(select from signed_documents d
        where d.client_id = ${agreements.clientId} and d.agreement_id = ${agreements.id})`,
    })
    .from(agreements)
    .leftJoin(settings, eq(settings.clientId, agreements.clientId))
    .where(isVersion(key));
  if (!row?.text || !row.textHash || row.isSealed) return undefined;
  const signatures = await tx.db
    .select({
      signature: agreementSignatures,
      scan: { name: files.name, contentType: files.contentType, storageKey: files.storageKey },
    })
    .from(agreementSignatures)
    .leftJoin(
      files,
      and(eq(files.clientId, agreementSignatures.clientId), eq(files.id, agreementSignatures.fileId)),
    )
    .where(
      and(
        eq(agreementSignatures.clientId, key.clientId),
        eq(agreementSignatures.agreementId, key.agreementId),
      ),
    );
  const inOrder = parties.flatMap((party) =>
    signatures
      .filter(({ signature }) => signature.party === party)
      .map(({ signature, scan }) => ({ ...signature, scan })),
  );
  if (row.parties.some((party) => !inOrder.some((one) => one.party === party))) return undefined;
  return { ...row, text: row.text, textHash: row.textHash, signatures: inOrder };
}

export interface NewDocument {
  code: string;
  sha256: string;
  storageKey: string;
  name: string;
  bytes: number;
  sealedAt: Date;
}

/** Stores a version's document. Returns false if another server was faster. */
export async function storeDocument(tx: Tx, key: SignedAgreement, document: NewDocument): Promise<boolean> {
  const { clientId, agreementId } = key;
  const { code, sha256, sealedAt, storageKey, name, bytes } = document;
  await tx.db.select({ id: agreements.id }).from(agreements).where(isVersion(key)).for('no key update');
  const [known] = await tx.db
    .select({ code: signedDocuments.code })
    .from(signedDocuments)
    .where(and(eq(signedDocuments.clientId, clientId), eq(signedDocuments.agreementId, agreementId)));
  if (known) return false;
  const file = { clientId, ownerId: null, contentType: 'application/pdf', noDelete: true };
  const [kept] = await tx.db
    .insert(files)
    .values({ ...file, storageKey, name, bytes, createdAt: sealedAt })
    .returning({ id: files.id });
  if (!kept) throw new Error('the document was not kept');
  await tx.db
    .insert(signedDocuments)
    .values({ clientId, agreementId, fileId: kept.id, code, sha256, sealedAt });
  return true;
}

/** Versions that everyone signed and that have no document, the newest first. */
export async function listUnsealed(tx: Tx, clientId: string, limit: number): Promise<SignedAgreement[]> {
  const { rows } = await tx.client.query<SignedAgreement>({
    name: 'listUnsealed',
    text: `
      select a.client_id as "clientId", a.id as "agreementId"
        from agreements a
       where a.client_id = $1 and a.status in ('signed', 'void') and cardinality(a.parties) > 0
         and not exists (select from signed_documents d where d.client_id = a.client_id and d.agreement_id = a.id)
         and cardinality(a.parties) = (
           select count(*) from agreement_signatures s where s.client_id = a.client_id and s.agreement_id = a.id)
       order by a.updated_at desc, a.id
       limit $2`,
    values: [clientId, limit],
  });
  return rows;
}
