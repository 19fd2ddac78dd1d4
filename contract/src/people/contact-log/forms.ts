import * as z from 'zod';
import { whyNotPastDay } from '../../dates.ts';
import { calendarDate, line, multiline, requiredLine } from '../../fields.ts';
import { LOGGED_WITHIN_YEARS } from './rules.ts';

/** The date, the contact and the business are required (docs/behavior/contact-log.md#entries). */
export const ContactLogInput = z.object({
  log_date: calendarDate,
  primary_contact_name: requiredLine(),
  contact_relationship: line(),
  associated_business: requiredLine(),
  contact_type: line(100),
  comments: multiline(5000),
});
/** The form, validated on a day (YYYY-MM-DD). */
export const contactLogOn = (today: string) =>
  ContactLogInput.superRefine(({ log_date }, context) => {
    const message = whyNotPastDay(log_date, today, LOGGED_WITHIN_YEARS);
    if (message) context.addIssue({ code: 'custom', path: ['log_date'], message });
  });

export type ContactLogInput = z.infer<typeof ContactLogInput>;
