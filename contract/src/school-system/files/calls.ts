import * as z from 'zod';
import { download, get, nothing, post, upload } from '../../call.ts';
import { id, line, moment, said, text } from '../../fields.ts';
import { ListOrder } from '../../list-order.ts';
import { TranslatedResource } from './forms.ts';
import { resourceTypes } from './rules.ts';

/** A reference to a file; `path` is the path of its content, relative to the site's root. */
export const FileRef = z.object({ _id: z.string(), name: z.string(), path: z.string() });
export type FileRef = z.infer<typeof FileRef>;

export const StoredFile = FileRef.extend({ description: z.string(), createdAt: moment });
export type StoredFile = z.infer<typeof StoredFile>;

export const ResourceFile = StoredFile.extend({
  /** Its name in Spanish; empty if it is not translated. */
  name_es: z.string(),
  ordinal: z.number(),
  no_delete: z.boolean(),
});
export type ResourceFile = z.infer<typeof ResourceFile>;

/** The file itself is in `fileupload`. `key` or `name` says what it is for, such as `student_resume_file`. */
export const UploadInput = z.object({
  description: line(500).optional(),
  key: line(100).optional(),
  name: line(200).optional(),
  /** A resource's name in Spanish. */
  name_es: line(200).optional(),
  no_delete: z.enum(['true', 'false']).optional(),
});

/** A student's or business's agreement: the current one, or one that was replaced. */
export const Agreement = FileRef.extend({
  createdAt: moment,
  /** Null for the current one. */
  replaced_at: moment.nullable(),
});
export type Agreement = z.infer<typeof Agreement>;

export const fileCalls = {
  /** Every agreement that an account was approved with or has on file, the newest first. */
  getAgreements: get('/api/getAgreements', z.object({ id }), z.array(Agreement)),
  getUsersFiles: get('/api/getUsersFiles', nothing, z.array(StoredFile)),
  getFileById: get('/api/getFileById', z.object({ id }), StoredFile),
  uploadFile: upload('/api/upload_file', UploadInput, FileRef, { creates: true }),
  deleteFile: post('/api/delete_file', z.object({ file_id: id }), said('success', 'fail')),
  getResourceFiles: get(
    '/api/getResourceFiles',
    z.object({ type: text().toLowerCase().pipe(z.enum(resourceTypes)) }),
    z.array(ResourceFile),
  ),
  translateResource: post('/api/translateResource', TranslatedResource, said('success')),
  /** All resources of one type, with the new order as ordinals. */
  reorderFiles: post('/api/reorderFiles', ListOrder, said('success')),
  getFile: download('/files/:id/:name', z.object({ id, name: text() })),
};
