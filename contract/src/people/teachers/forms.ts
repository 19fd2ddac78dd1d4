import * as z from 'zod';
import { email, names, requiredLine } from '../../fields.ts';

/** A teacher as an Admin creates and edits them (docs/behavior/teachers.md#form). */
export const TeacherForm = z.object({
  first_name: requiredLine(100),
  last_name: requiredLine(100),
  email: email,
  schools: names,
  programs: names,
});
export type TeacherForm = z.infer<typeof TeacherForm>;
