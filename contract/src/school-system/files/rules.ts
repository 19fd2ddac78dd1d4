import { isStaff, type Role } from '../../roles.ts';

/** 10 MB (docs/behavior/files.md#what-is-accepted). */
export const FILE_MAX_BYTES = 10 * 1024 * 1024;

/** A picture's largest size (docs/behavior/files.md#what-is-accepted). A pixel takes three or four bytes of memory. */
export const PICTURE_MAX_MEGAPIXELS = 25;
export const PICTURE_MAX_SIDE = 12_000;

/** Whether a picture of this size is accepted. */
export const isAcceptedSize = ({ width, height }: { width: number; height: number }): boolean =>
  width * height <= PICTURE_MAX_MEGAPIXELS * 1_000_000 && Math.max(width, height) <= PICTURE_MAX_SIDE;

/** The fields that `user_saveFile` can set to a file (docs/behavior/profiles.md#calls). */
export const userFileKeys = ['profile_pic_id_fk', 'resume_file_id_fk', 'agreement_file_id_fk'] as const;
export type UserFileKey = (typeof userFileKeys)[number];

/** Who resources are for. */
export const resourceTypes = ['student', 'business'] as const;
export type ResourceType = (typeof resourceTypes)[number];

/** What an upload is for (docs/behavior/files.md#fields). Any other name is a plain document. */
export const pictureNames = ['profile_pic_full', 'profile_pic_cropped', 'site_logo'] as const;

/** Pictures are re-encoded. Everything else must be a document. */
export function isPictureName(name: string | undefined): boolean {
  return pictureNames.some((known) => known === name);
}

/** Enough for every document and picture of a placement, but not for a video collection. */
export const FILES_PER_PERSON = 200;
export const FILE_BYTES_PER_PERSON = 500 * 1024 * 1024;

/** Fits a picture, its crop, a résumé and an agreement at their largest. An unapproved account cannot store more. */
export const FILES_BEFORE_APPROVAL = 20;
export const FILE_BYTES_BEFORE_APPROVAL = 25 * 1024 * 1024;

/** Whether another file of this size fits. */
export function hasRoomFor(bytes: number, kept: { files: number; bytes: number }, trusted: boolean): boolean {
  const [files, total] = trusted
    ? [FILES_PER_PERSON, FILE_BYTES_PER_PERSON]
    : [FILES_BEFORE_APPROVAL, FILE_BYTES_BEFORE_APPROVAL];
  return kept.files < files && kept.bytes + bytes <= total;
}

/**
 * An Admin's upload whose description names a type of reader is a resource for them
 * (docs/behavior/files.md#resources).
 */
export function resourceTypeOf(role: Role, description: string | undefined): ResourceType | null {
  if (role !== 'Admin') return null;
  return resourceTypes.find((type) => type === description?.toLowerCase()) ?? null;
}

/** Whose resources someone may list: Students and Businesses only their own type (agreed-calls.csv). */
export function mayListResources(role: Role, type: ResourceType): boolean {
  return isStaff(role) || role.toLowerCase() === type;
}

const shown = ['image/jpeg', 'image/png', 'application/pdf'];

/** Pictures and PDFs open in the browser; everything else is downloaded (docs/behavior/files.md#what-is-accepted). */
export function isShown(contentType: string): boolean {
  return shown.includes(contentType);
}
