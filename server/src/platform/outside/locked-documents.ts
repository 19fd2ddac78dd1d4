import { startOfStream, topStreams } from './compound-file.ts';
import { readZipped } from './zip-entry.ts';

/** Whether this is an encrypted Word, Excel or PowerPoint file: a compound file that contains an archive (MS-OFFCRYPTO). */
export const isLockedOffice = (bytes: Uint8Array): boolean =>
  topStreams(bytes)?.includes('EncryptedPackage') ?? false;

/** In the second of the flags of a Word document's header (MS-DOC, FibBase). */
const FLAGS = 11;
const ENCRYPTED = 1;

/** Whether an old Word document (Word 97 to 2003) is encrypted. */
export function isLockedWord(bytes: Uint8Array): boolean {
  const header = startOfStream(bytes, 'WordDocument');
  return ((header?.[FLAGS] ?? 0) & ENCRYPTED) !== 0;
}

/** Larger than any manifest that a program writes. */
const MANIFEST_MAX_BYTES = 256 * 1024;

/** Whether an OpenDocument text is encrypted: its manifest then has the parameters. */
export const isLockedOpenDocument = (bytes: Uint8Array): boolean =>
  readZipped(bytes, 'META-INF/manifest.xml', MANIFEST_MAX_BYTES)?.includes(':encryption-data') ?? false;
