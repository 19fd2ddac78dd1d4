import { displayName } from '@waypost/contract/people/profiles/rules';
import type { Role } from '@waypost/contract/roles';
import type {
  Agreement,
  FileRef,
  ResourceFile,
  StoredFile,
} from '@waypost/contract/school-system/files/calls';
import { extensionOf, fittingName } from '../../platform/outside/documents.ts';

/** A file as other objects refer to it; null if there is none (a left join gives a row of nulls). */
export function toFileRef(file: { id: string | null; name: string | null } | null): FileRef | null {
  return file?.id && file.name !== null ? refTo({ id: file.id, name: file.name }) : null;
}

const refTo = (file: { id: string; name: string }): FileRef => ({
  _id: file.id,
  name: file.name,
  path: `/files/${file.id}/${encodeURIComponent(file.name)}`,
});

interface FileRecord {
  id: string;
  name: string;
  description: string;
  createdAt: Date;
}

export const toStoredFile = (row: FileRecord): StoredFile => ({
  ...refTo(row),
  description: row.description,
  createdAt: row.createdAt.toISOString(),
});

export const toAgreement = (
  row: Omit<FileRecord, 'description'> & { replacedAt: Date | null },
): Agreement => ({
  ...refTo(row),
  createdAt: row.createdAt.toISOString(),
  replaced_at: row.replacedAt?.toISOString() ?? null,
});

export const toResourceFile = (
  row: FileRecord & { nameEs: string; ordinal: number; noDelete: boolean },
): ResourceFile => ({
  ...toStoredFile(row),
  name_es: row.nameEs,
  ordinal: row.ordinal,
  no_delete: row.noDelete,
});

/** Readable names for files whose names are fixed by the API. */
const plainNames: Record<string, string> = {
  profile_pic_full: 'picture',
  profile_pic_cropped: 'picture',
  student_resume_file: 'resume',
  student_agreement_file: 'agreement',
  business_agreement_file: 'agreement',
};

/** The name for saving a file. It includes the owner's name, so that twenty résumés have different names. */
export function nameToSave(file: {
  name: string;
  contentType: string;
  ownerRole: Role | null;
  ownerFirstName: string | null;
  ownerLastName: string | null;
  ownerBusinessName: string | null;
}): string {
  const plain = plainNames[file.name];
  const name = plain && file.ownerRole ? `${nameOfOwner(file)} ${plain}`.trim() : file.name;
  const extension = extensionOf(file.contentType);
  return extension ? fittingName(name, extension) : name;
}

/** The owner's name; empty if there is none. */
export function nameOfOwner(file: {
  ownerRole: Role | null;
  ownerFirstName: string | null;
  ownerLastName: string | null;
  ownerBusinessName: string | null;
}): string {
  return displayName({
    role: file.ownerRole ?? 'Student',
    first_name: file.ownerFirstName ?? '',
    last_name: file.ownerLastName ?? '',
    business_name: file.ownerBusinessName ?? '',
  });
}
