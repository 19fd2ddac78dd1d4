import * as z from 'zod';
import { post } from '../../call.ts';
import { id, revision, said } from '../../fields.ts';
import { TeacherForm } from './forms.ts';

export const teacherCalls = {
  /**
   * Sends an invitation, the only way to get access. `default_password` is accepted but ignored: too many people know
   * it to protect an account that can see students.
   */
  createTeacher: post(
    '/api/createTeacher',
    TeacherForm.extend({ default_password: z.unknown().optional() }),
    said('success', 'User Exists'),
    { creates: true },
  ),
  editTeacher: post(
    '/api/editTeacher',
    TeacherForm.extend({ id, revision: revision.optional() }),
    said('success', 'User Exists'),
  ),
  deleteTeacher: post('/api/deleteTeacher', z.object({ id }), said('success')),
};
