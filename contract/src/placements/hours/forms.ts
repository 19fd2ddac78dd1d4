import * as z from 'zod';
import { calendarDate, requiredMultiline } from '../../fields.ts';
import { t } from '../../i18n.ts';
import { unlessMissing } from '../../wording.ts';
import {
  fitsSpan,
  isInHundredths,
  NO_ACTIVITY_LOG,
  NO_HOURS,
  NO_REASON,
  NOT_HOURS,
  REASON_MAX,
  readHours,
  wrongDays,
} from './rules.ts';

/** The fields of the hours form (docs/behavior/hours.md#log). Hours have two decimals at most, or are text for `readHours`. */
export const HoursEntryInput = z
  .object({
    start_date: calendarDate,
    end_date: calendarDate,
    total_hours: z.preprocess(
      (value) => (typeof value === 'string' ? readHours(value) : value),
      z
        .number(unlessMissing(NOT_HOURS))
        .gt(0, { error: () => t(NO_HOURS) })
        .max(9999, { error: () => t('enter fewer hours') })
        .refine(isInHundredths, { error: () => t('use at most two decimals') }),
    ),
    text_log: requiredMultiline(5000, NO_ACTIVITY_LOG),
  })
  .superRefine((entry, context) => {
    const wrong = (field: keyof typeof entry, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (entry.start_date > entry.end_date) wrong('end_date', t('must not be before the start date'));
    else if (!fitsSpan(entry)) wrong('total_hours', t('a day has at most 24 hours'));
  });
export type HoursEntryInput = z.infer<typeof HoursEntryInput>;

/** The form, validated on a day (YYYY-MM-DD): hours must be in the past. */
export const hoursEntryOn = (today: string) =>
  HoursEntryInput.superRefine((entry, context) => {
    for (const [field, message] of Object.entries(wrongDays(entry, today)))
      context.addIssue({ code: 'custom', path: [field], message });
  });

/** Why the business disapproves hours: required on screen, optional on the wire. */
export const DisapprovalInput = z.object({ reason: requiredMultiline(REASON_MAX, NO_REASON) });
