import * as z from 'zod';
import { post } from '../call.ts';
import { email, id, requiredLine, said } from '../fields.ts';

const names = z.array(requiredLine()).max(200);

/** A teacher as an Admin makes and changes them (document 2, section 5). */
export const TeacherForm = z.object({
  first_name: requiredLine(100),
  last_name: requiredLine(100),
  email: requiredLine(254).pipe(email),
  schools: names,
  programs: names,
});
export type TeacherForm = z.infer<typeof TeacherForm>;

export const teacherCalls = {
  /**
   * Invites by mail. Whoever sends `default_password`, whatever it is, has the account begin with the school
   * system's own as well, which must be changed before anything else.
   */
  createTeacher: post(
    '/api/createTeacher',
    TeacherForm.extend({ default_password: z.unknown().optional() }),
    said('success', 'User Exists'),
  ),
  editTeacher: post('/api/editTeacher', TeacherForm.extend({ id }), said('success', 'User Exists')),
  deleteTeacher: post('/api/deleteTeacher', z.object({ id }), said('success')),
};
