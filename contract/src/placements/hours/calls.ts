import * as z from 'zod';
import { get, nothing, post } from '../../call.ts';
import { id, multiline } from '../../fields.ts';
import { msg, t } from '../../i18n.ts';
import { unlessMissing } from '../../wording.ts';
import { HoursEntry, Project } from '../projects/calls.ts';
import { HoursEntryInput } from './forms.ts';
import { DECIDED_AT_ONCE, REASON_MAX } from './rules.ts';

/** A pending entry, for the business that decides it. */
export const HoursToApprove = HoursEntry.omit({
  business_approved: true,
  reason: true,
  decided_by: true,
  decided_via: true,
}).extend({
  project_id: z.string(),
  /** The student's name; empty if the account was deleted. */
  intern: z.string(),
  opportunity_title: z.string(),
});
export type HoursToApprove = z.infer<typeof HoursToApprove>;

export const hoursCalls = {
  /** The pending entries of all the caller's interns, the earliest first: at most `TO_APPROVE_SHOWN` of `total`. */
  getHoursToApprove: get(
    '/api/getHoursToApprove',
    nothing,
    z.object({ entries: z.array(HoursToApprove), total: z.number() }),
  ),
  createHoursEntry: post(
    '/api/project_createHoursLogEntry',
    z.intersection(
      z.object({
        project_id: id,
        /** A key that the browser creates for each entry, so that an entry sent twice is logged once. */
        entry_key: id.optional(),
      }),
      HoursEntryInput,
    ),
    Project,
  ),
  /** A student corrects a disapproved entry, which makes it pending again. */
  correctHoursEntry: post(
    '/api/project_correctHoursLogEntry',
    z.intersection(z.object({ project_id: id, hours_log_id: id }), HoursEntryInput),
    Project,
  ),
  deleteHoursEntry: post(
    '/api/project_deleteHoursLogEntry',
    z.object({ hours_log_id: id, project_id: id }),
    Project,
  ),
  approveHours: post(
    '/api/project_update_hoursApproval',
    z.object({
      project_id: id,
      /** One entry, or several that are decided together. Entries that the student has deleted since are skipped. */
      hours_id: z.union(
        [
          id,
          z
            .array(id)
            .min(1, { error: () => t('name at least one entry') })
            .max(DECIDED_AT_ONCE),
        ],
        unlessMissing(msg('this is not an id')),
      ),
      business_approved: z.union([z.literal(1), z.literal(-1)]),
      /** Why the hours are disapproved, shown to the student. */
      reason: multiline(REASON_MAX).nullish(),
    }),
    Project,
  ),
};
