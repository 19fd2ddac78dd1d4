import * as z from 'zod';
import { calendarDate, requiredLine } from '../fields.ts';
import { fitsSpan, NO_ACTIVITY_LOG, NO_HOURS } from './rules.ts';

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
