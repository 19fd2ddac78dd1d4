import * as z from 'zod';
import { post } from '../call.ts';
import { id, said } from '../fields.ts';
import { TeacherForm } from './forms.ts';

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
