import * as z from 'zod';
import { email, requiredLine } from '../fields.ts';

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
