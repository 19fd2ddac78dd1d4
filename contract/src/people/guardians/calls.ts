import * as z from 'zod';
import { get, post } from '../../call.ts';
import { calendarDate, id, locale, revision } from '../../fields.ts';
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
  /** The language of their mail. */
  language: locale,
  /** Whether they may sign for the student. */
  may_sign: z.boolean(),
  added_by: z.enum(givers),
  /** Staff have verified their identity. Until then they cannot consent. */
  confirmed: z.boolean(),
  revision,
});
export type Guardian = z.infer<typeof Guardian>;

const guardianOf = { student_id: id, _id: id };

export const guardianCalls = {
  /** In the student's order: the first two are `parent` and `alternate_parent` in the profile. */
  getGuardians: get('/api/getGuardians', z.object({ student_id: id }), z.array(Guardian)),
  /** Adds a guardian, or updates the one in `_id`. Replies with all of them, like the next two calls. */
  saveGuardian: post(
    '/api/saveGuardian',
    GuardianInput.extend({ student_id: id, _id: id.optional(), revision: revision.optional() }),
    z.array(Guardian),
    { creates: true },
  ),
  /** Records that staff verified this person as the student's guardian. */
  confirmGuardian: post('/api/confirmGuardian', z.object(guardianOf), z.array(Guardian)),
  removeGuardian: post('/api/removeGuardian', z.object(guardianOf), z.array(Guardian)),
  /** Staff's correction of a student's birth date that the student can no longer change. */
  saveBirthDate: post(
    '/api/saveBirthDate',
    z.object({ student_id: id, birth_date: calendarDate }),
    z.object({ birth_date: calendarDate }),
  ),
};
