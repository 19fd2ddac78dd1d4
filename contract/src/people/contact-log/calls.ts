import * as z from 'zod';
import { get, post } from '../../call.ts';
import { calendarDate, id, moment } from '../../fields.ts';
import { ContactLogInput } from './forms.ts';

/** A contact that staff had about a student, with a parent or a business (docs/behavior/contact-log.md#fields). */
export const ContactLogEntry = z.object({
  _id: z.string(),
  log_date: calendarDate,
  primary_contact_name: z.string(),
  contact_relationship: z.string(),
  associated_business: z.string(),
  contact_type: z.string(),
  comments: z.string(),
  /** The author; empty once their account is deleted. */
  author_name: z.string(),
  createdAt: moment,
});
export type ContactLogEntry = z.infer<typeof ContactLogEntry>;

export const contactLogCalls = {
  addContactLogEntry: post(
    '/api/student_contact_log_save_new',
    z.object({ data: ContactLogInput, student_id: id }),
    z.object({ message: z.literal('success'), entry: ContactLogEntry }),
    { creates: true },
  ),
  getContactLog: get(
    '/api/get_student_contact_log_entries',
    z.object({ student_id: id }),
    z.array(ContactLogEntry),
  ),
};
