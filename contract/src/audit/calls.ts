import * as z from 'zod';
import { get } from '../call.ts';
import { id, line, moment } from '../fields.ts';
import { auditActions } from './rules.ts';

/** Somebody as they were called when it was done: they may be gone since. */
const Named = z.object({ _id: z.string().nullable(), name: z.string() });

export const AuditEntry = z.object({
  _id: z.string(),
  at: moment,
  action: z.enum(auditActions),
  /** Who did it; where nobody had logged in yet the id is null. */
  actor: Named,
  /** Who was behind it, in a masquerade. */
  admin: Named.nullable(),
  /** To whom, or to what, it was done. */
  subject: Named.nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Entries read at once at most. */
const PAGE_MAX = 500;

// The year 0000 is one to a pattern and none to the database.
const since1900 = moment.refine((at) => at >= '1900', 'must be a moment since 1900');

/** What is left out does not narrow. */
export const AuditFilter = z.object({
  action: z.enum(auditActions).optional(),
  /** Part of the name of whoever did it, was behind it or had it done to them, in any letter case. */
  person: line(100).optional(),
  /** From this moment on, and before that one. */
  from: since1900.optional(),
  until: since1900.optional(),
  /** The last entry of the page before: those older than it follow. */
  before: id.optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(1).max(PAGE_MAX))
    .optional(),
});

export type AuditFilter = z.infer<typeof AuditFilter>;

/** How long the trail is and what its last entry's code says: whoever notes it can tell later whether the trail still has it. */
export const AuditHead = z.object({
  entries: z.int(),
  /** `position:hash`; null before the first entry. */
  code: z.string().nullable(),
});
export type AuditHead = z.infer<typeof AuditHead>;

export const auditCalls = {
  /** The newest first; `X-Total-Count` tells how many there are in all, whatever the page. */
  getAuditEntries: get('/api/getAuditEntries', AuditFilter, z.array(AuditEntry)),
  getAuditHead: get('/api/getAuditHead', z.object({}), AuditHead),
};
