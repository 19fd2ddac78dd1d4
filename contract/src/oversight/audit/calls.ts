import * as z from 'zod';
import { get } from '../../call.ts';
import { id, line, moment } from '../../fields.ts';
import { msg } from '../../i18n.ts';
import { worded } from '../../wording.ts';
import { auditActions } from './rules.ts';

/** A person by the name they had at the time. Their account may have been deleted since. */
const Named = z.object({ _id: z.string().nullable(), name: z.string() });

export const AuditEntry = z.object({
  _id: z.string(),
  at: moment,
  action: z.enum(auditActions),
  /** Who did it. The id is null if nobody was logged in. */
  actor: Named,
  /** The person masquerading, if there was one. */
  admin: Named.nullable(),
  /** The person or object it was done to. */
  subject: Named.nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** The largest page of entries. */
const PAGE_MAX = 500;

// The pattern accepts the year 0000, but PostgreSQL does not.
const since1900 = moment.refine((at) => at >= '1900', worded(msg('must be a moment since 1900')));

/** A filter that is left out matches everything. */
export const AuditFilter = z.object({
  action: z.enum(auditActions).optional(),
  /** Part of the name of the actor, of the person masquerading, or of the subject, in any letter case. */
  person: line(100).optional(),
  /** From this moment, and before that one. */
  from: since1900.optional(),
  until: since1900.optional(),
  /** The last entry of the previous page; older ones follow. */
  before: id.optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, worded(msg('must be a whole number')))
    .transform(Number)
    .pipe(z.number().min(1).max(PAGE_MAX))
    .optional(),
});

export type AuditFilter = z.infer<typeof AuditFilter>;

/**
 * The length of the trail and the code of its last entry. Someone who keeps the code can check later that the trail
 * still contains it.
 */
export const AuditHead = z.object({
  entries: z.int(),
  /** `position:hash`; null before the first entry. */
  code: z.string().nullable(),
});
export type AuditHead = z.infer<typeof AuditHead>;

export const auditCalls = {
  /** The newest first. `X-Total-Count` has the number of all entries. */
  getAuditEntries: get('/api/getAuditEntries', AuditFilter, z.array(AuditEntry)),
  getAuditHead: get('/api/getAuditHead', z.object({}), AuditHead),
};
