import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { t } from '@waypost/contract/i18n';
import { CODE_BYTES, codeFrom } from '@waypost/contract/placements/agreements/document';
import type { Pool } from 'pg';
import { inEachClient } from '../../platform/access/each-client.ts';
import { asSession, enterTenant } from '../../platform/access/tenant.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { forReader } from '../../platform/language/reader.ts';
import type { DocumentSeal } from '../../platform/outside/document-seal.ts';
import { type FileStore, newFileKey } from '../../platform/outside/file-store.ts';
import type { Jobs, SignedAgreement } from '../../platform/outside/jobs.ts';
import { drawDocument, type Signed } from './document-pdf.ts';
import { findToSeal, listUnsealed, storeDocument } from './seal-queries.ts';

interface Needs {
  files: FileStore;
  seal: DocumentSeal;
  publicUrl: string;
  now: Date;
}

/**
 * Makes and stores the sealed PDF of a fully signed version (docs/behavior/agreements.md#signed-document). Safe to
 * repeat: the first document of a version is the only one. Bytes first, then the row, so no row lacks its bytes.
 */
export async function sealAgreement(pool: Pool, key: SignedAgreement, needs: Needs): Promise<void> {
  const { files, seal, publicUrl, now } = needs;
  const inClient = <T>(work: (tx: Tx) => Promise<T>) =>
    asSession(pool, null, now, async (tx) => {
      await enterTenant(tx, key.clientId);
      return work(tx);
    });
  const signed = await inClient((tx) => findToSeal(tx, key));
  if (!signed) return;
  const code = codeFrom(randomBytes(CODE_BYTES));
  const signatures: Signed['signatures'] = await Promise.all(
    signed.signatures.map(async (one) => ({ ...one, scan: one.scan && (await readScan(files, one.scan)) })),
  );
  const drawn = await drawDocument({
    ...signed,
    signatures,
    code,
    address: `${publicUrl}/verify/${code}`,
    sealedAt: now,
  });
  const [reason, name] = forReader({ locale: signed.locale, you: 'usted' }, () => [
    t('Signed by everyone'),
    t('Training agreement {student}, version {version}.pdf', {
      student: signed.names.student,
      version: signed.version,
    }),
  ]);
  const sealed = await seal.seal(drawn, { reason, at: now });
  const sha256 = createHash('sha256').update(sealed).digest('hex');
  const storageKey = newFileKey();
  await files.put(storageKey, sealed, 'application/pdf');
  const document = { code, sha256, storageKey, name, bytes: sealed.length, sealedAt: now };
  // After an error, the row may have been committed, so the bytes stay. If no row names them, they are swept up later.
  const isKept = await inClient((tx) => storeDocument(tx, key, document));
  if (!isKept) await files.remove(storageKey);
}

/** The bytes of a scan, which the document contains, and their hash. */
async function readScan(
  files: FileStore,
  { name, contentType, storageKey }: { name: string; contentType: string; storageKey: string },
) {
  const content = await buffer(await files.get(storageKey));
  return { name, contentType, content, sha256: createHash('sha256').update(content).digest('hex') };
}

/** As many as one server seals in a few minutes without slowing requests. */
const AT_ONCE = 100;

/** Queues documents again whose job was lost, or that were signed before documents existed. */
export async function sealForgotten(pool: Pool, { jobs, now }: { jobs: Jobs; now: Date }): Promise<void> {
  await inEachClient(pool, now, async (tx, clientId) =>
    jobs.sealAgreements(tx, await listUnsealed(tx, clientId, AT_ONCE)),
  );
}
