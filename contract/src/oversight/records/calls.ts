import * as z from 'zod';
import { get, post, postForFile } from '../../call.ts';
import { calendarDate, id, said } from '../../fields.ts';
import { EraseClientInput, ErasePersonInput, ExportPersonInput } from './forms.ts';
import { erasedKinds } from './rules.ts';

/** What an erasure would delete, without empty kinds. */
export const ErasurePreview = z.object({
  /** The name to type as confirmation. */
  name: z.string(),
  counts: z.array(z.object({ kind: z.enum(erasedKinds), count: z.number() })),
});
export type ErasurePreview = z.infer<typeof ErasurePreview>;

/** Whether a school system is going to be erased. */
export const ClientErasure = z.object({
  /** The day; null if it is not. */
  erase_on: calendarDate.nullable(),
  /** Whether the caller needs a code as well as the password. */
  needs_code: z.boolean(),
});
export type ClientErasure = z.infer<typeof ClientErasure>;

/** Exports everything about one person, for a parent's request, and erases it (docs/behavior/records.md). */
export const recordCalls = {
  /** An archive of a student's data: a CSV file for each table, and their files. */
  exportPerson: postForFile('/api/exportPerson', ExportPersonInput),
  previewErasure: get('/api/previewErasure', z.object({ _id: id }), ErasurePreview),
  erasePerson: post('/api/erasePerson', ErasePersonInput, said('success')),
  getClientErasure: get('/api/getClientErasure', z.object({ id }), ClientErasure),
  /** Announces the erasure of a school system, which happens after a waiting period. */
  startClientErasure: post('/api/startClientErasure', EraseClientInput, ClientErasure),
  stopClientErasure: post('/api/stopClientErasure', z.object({ id }), ClientErasure),
};
