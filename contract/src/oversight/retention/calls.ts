import * as z from 'zod';
import { get, nothing, post } from '../../call.ts';
import { calendarDate } from '../../fields.ts';
import { exportPart } from '../../list-part.ts';
import { RetentionInput, years } from './forms.ts';

/** How long a school system keeps the records of students who left school. */
export const Retention = z.object({
  /** Null: nothing is deleted automatically. */
  years: z.number().nullable(),
  /** The day of the next deletion that administrators were told about. */
  next: calendarDate.nullable(),
  /** How many students would be deleted on it. */
  due: z.number(),
});
export type Retention = z.infer<typeof Retention>;

/** A student who left school, and when their record is deleted. */
export const FormerStudent = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  school: z.string(),
  graduation_year: z.number().nullable(),
  left_on: calendarDate,
  deletes_on: calendarDate,
});
export type FormerStudent = z.infer<typeof FormerStudent>;

/** Deleting the records of students who left school years ago (docs/behavior/retention.md). */
export const retentionCalls = {
  getRetention: get('/api/getRetention', nothing, Retention),
  saveRetention: post('/api/saveRetention', RetentionInput, Retention),
  /** Who would be deleted when, with this number of years; the earliest first. */
  filterLeftStudents: post(
    '/api/filterLeftStudents',
    z.object({ years, ...exportPart }),
    z.array(FormerStudent),
    { onlyAsks: true },
  ),
};
