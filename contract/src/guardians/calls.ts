import * as z from 'zod';
import { get, post } from '../call.ts';
import { calendarDate, id, locale } from '../fields.ts';
import { GuardianInput } from './forms.ts';
import { givers } from './rules.ts';

/** A student's parent or guardian (docs/behavior/guardians.md): for the student and staff, never for a business. */
export const Guardian = z.object({
  _id: z.string(),
  name: z.string(),
  /** One of `relationships`, or empty. */
  relationship: z.string(),
  email: z.string(),
  phone: z.string(),
  /** The language of what they are sent. */
  language: locale,
  /** Whether they may sign for the student. */
  may_sign: z.boolean(),
  added_by: z.enum(givers),
  /** Staff know that this is who the student says. Until then they cannot consent. */
  confirmed: z.boolean(),
});
export type Guardian = z.infer<typeof Guardian>;

const guardianOf = { student_id: id, _id: id };

export const guardianCalls = {
  /** In the student's order: the first two are the documents' `parent` and `alternate_parent`. */
  getGuardians: get('/api/getGuardians', z.object({ student_id: id }), z.array(Guardian)),
  /** Adds one, or with `_id` corrects one. Replies with all of them, as the next two do. */
  saveGuardian: post(
    '/api/saveGuardian',
    GuardianInput.extend({ student_id: id, _id: id.optional() }),
    z.array(Guardian),
  ),
  /** Says that staff know this person as the student's guardian. */
  confirmGuardian: post('/api/confirmGuardian', z.object(guardianOf), z.array(Guardian)),
  removeGuardian: post('/api/removeGuardian', z.object(guardianOf), z.array(Guardian)),
  /** Staff's correction of a student's birth date, which the student can no longer change. */
  saveBirthDate: post(
    '/api/saveBirthDate',
    z.object({ student_id: id, birth_date: calendarDate }),
    z.object({ birth_date: calendarDate }),
  ),
};
