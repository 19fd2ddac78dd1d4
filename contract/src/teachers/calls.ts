import * as z from 'zod';
import { post } from '../call.ts';
import { id, said } from '../fields.ts';
import { TeacherForm } from './forms.ts';

export const teacherCalls = {
  /**
   * Invites by mail, which is the only way in: `default_password` is accepted and not used, because too many people
   * know it for an account that sees students.
   */
  createTeacher: post(
    '/api/createTeacher',
    TeacherForm.extend({ default_password: z.unknown().optional() }),
    said('success', 'User Exists'),
  ),
  editTeacher: post('/api/editTeacher', TeacherForm.extend({ id }), said('success', 'User Exists')),
  deleteTeacher: post('/api/deleteTeacher', z.object({ id }), said('success')),
};
