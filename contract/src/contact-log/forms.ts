import * as z from 'zod';
import { calendarDate, line, requiredLine } from '../fields.ts';
import { REQUIRED } from '../refusal.ts';

/** What the form asks for: the day, the contact and the business are required (document 2, section 5). */
export const ContactLogInput = z.object({
  log_date: z.string({ error: REQUIRED }).min(1, REQUIRED).pipe(calendarDate),
  primary_contact_name: requiredLine(),
  contact_relationship: line().default(''),
  associated_business: requiredLine(),
  contact_type: line(100).default(''),
  comments: line(5000).default(''),
});
export type ContactLogInput = z.infer<typeof ContactLogInput>;
