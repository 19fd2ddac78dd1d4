import * as z from 'zod';
import { post } from '../call.ts';
import { calendarDate, id, requiredLine } from '../fields.ts';
import { Project } from '../projects/calls.ts';
import { DECIDED_AT_ONCE, fitsSpan, NO_ACTIVITY_LOG, NO_HOURS } from './rules.ts';

/** What the hours form asks for (document 2, section 5). Hours are decimals, in hundredths at the finest. */
export const HoursEntryInput = z
  .object({
    start_date: calendarDate,
    end_date: calendarDate,
    total_hours: z
      .number({ error: NO_HOURS })
      .gt(0, NO_HOURS)
      .max(9999, 'this is more than an entry can hold')
      .multipleOf(0.01, 'use at most two decimals'),
    text_log: requiredLine(5000, NO_ACTIVITY_LOG),
  })
  .superRefine((entry, context) => {
    const wrong = (field: keyof typeof entry, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (entry.start_date > entry.end_date) wrong('end_date', 'must not be before the start date');
    else if (!fitsSpan(entry)) wrong('total_hours', 'a day has at most 24 hours');
  });
export type HoursEntryInput = z.infer<typeof HoursEntryInput>;

export const hoursCalls = {
  createHoursEntry: post(
    '/api/project_createHoursLogEntry',
    z.intersection(z.object({ project_id: id }), HoursEntryInput),
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
      /** One entry, or as many as are decided together: those that the student has deleted since are passed over. */
      hours_id: z.union(
        [id, z.array(id).min(1, 'name at least one entry').max(DECIDED_AT_ONCE)],
        'this is not an id',
      ),
      business_approved: z.union([z.literal(1), z.literal(-1)]),
    }),
    Project,
  ),
};
