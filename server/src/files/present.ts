import type { FileRef } from '@waypost/contract/files/calls';

/** A file as other things name it; null where there is none (a left join gives a row of nulls). */
export function toFileRef(file: { id: string | null; name: string | null } | null): FileRef | null {
  if (!file?.id || file.name === null) return null;
  return { _id: file.id, name: file.name, path: `/files/${file.id}/${encodeURIComponent(file.name)}` };
}
