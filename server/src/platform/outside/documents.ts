import { cutText } from '@waypost/contract/graphemes';
import { normalizeLine } from '@waypost/contract/normalize';
import { FILE_MAX_BYTES } from '@waypost/contract/school-system/files/rules';
import { fileTypeFromBuffer } from 'file-type';
import { topStreams } from './compound-file.ts';
import { isLockedOffice, isLockedOpenDocument, isLockedWord } from './locked-documents.ts';
import { isLockedPdf } from './locked-pdf.ts';
import { type InTurn, type RefusedPicture, withoutMetadata } from './pictures.ts';

/** Every kind of document that is accepted, with its file extension (docs/behavior/files.md#what-is-accepted). */
export const documentTypes = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
  jpg: 'image/jpeg',
  png: 'image/png',
} as const;

export type DocumentExtension = keyof typeof documentTypes;

export interface AcceptedDocument {
  bytes: Uint8Array;
  type: (typeof documentTypes)[DocumentExtension];
  extension: DocumentExtension;
}

/**
 * Detects an upload's type by its content, whatever its name says. Photographed pages lose their metadata. Refuses
 * more than 10 MB and everything that is not an accepted document, such as a spreadsheet, a damaged picture, another
 * archive. A document that nobody else could open, because it needs a password, is `locked`.
 */
export async function acceptDocument(
  bytes: Uint8Array,
  inTurn: InTurn,
): Promise<AcceptedDocument | RefusedPicture | 'locked'> {
  if (bytes.length > FILE_MAX_BYTES) return 'too large';
  const extension = await identify(bytes);
  if (extension === undefined) return isLockedOffice(bytes) ? 'locked' : 'wrong kind';
  if (await isLocked[extension]?.(bytes)) return 'locked';
  const type = documentTypes[extension];
  if (type !== 'image/jpeg' && type !== 'image/png') return { bytes, type, extension };
  const cleaned = await withoutMetadata(bytes, type, inTurn);
  return typeof cleaned === 'string' ? cleaned : { bytes: cleaned, type, extension };
}

/** Whether a document can be opened only with its password. */
const isLocked: Partial<Record<DocumentExtension, (bytes: Uint8Array) => boolean | Promise<boolean>>> = {
  pdf: isLockedPdf,
  doc: isLockedWord,
  odt: isLockedOpenDocument,
};

/** The file's name without a path; empty if nothing remains. */
export function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  // Control and direction characters can make one name read as another.
  return cutText(normalizeLine(last), 200);
}

/** The same with the extension of the file's content. */
export function fittingName(name: string, extension: DocumentExtension): string {
  const plain = plainName(name);
  const ending = /\.[^.\s]{1,8}$/.exec(plain)?.[0] ?? '';
  const stem = plain.slice(0, plain.length - ending.length) || 'document';
  const fits = ending.toLowerCase() === `.${extension}` || (extension === 'jpg' && /^\.jpeg$/i.test(ending));
  return `${cutText(stem, 150)}${fits ? ending : `.${extension}`}`;
}

/** The extension for this media type; undefined if it is not a document. */
export function extensionOf(type: string): DocumentExtension | undefined {
  return extensions.find((extension) => documentTypes[extension] === type);
}

const extensions = Object.keys(documentTypes) as DocumentExtension[];

async function identify(bytes: Uint8Array): Promise<DocumentExtension | undefined> {
  const kind = await fileTypeFromBuffer(bytes);
  if (kind?.mime === 'application/x-cfb') {
    // Old Word, Excel, installers and locked documents all use this container.
    return topStreams(bytes)?.includes('WordDocument') ? 'doc' : undefined;
  }
  return detectedExtensions.find((extension) => extension === kind?.ext);
}

const detectedExtensions = ['pdf', 'docx', 'odt', 'jpg', 'png'] as const;
