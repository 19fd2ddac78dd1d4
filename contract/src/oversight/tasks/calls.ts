import * as z from 'zod';
import { get, nothing } from '../../call.ts';
import { calendarDate } from '../../fields.ts';
import { paceReasons, paces } from '../../placements/pace/rules.ts';
import { allTaskKinds } from './rules.ts';

/** A student's progress against their placement's dates. Hours in hours. */
export const TaskPace = z.object({
  pace: z.enum(paces),
  reason: z.enum(paceReasons),
  logged_hours: z.number(),
  expected_hours: z.number(),
  minimum_hours: z.number(),
  start: calendarDate,
  last_entry: calendarDate.nullable(),
  waiting_since: calendarDate.nullable(),
});
export type TaskPace = z.infer<typeof TaskPace>;

/** One thing that the caller has to do (docs/behavior/tasks.md#kinds). */
export const Task = z.object({
  kind: z.enum(allTaskKinds),
  /**
   * The object that its screen shows, by kind: an application, placement, opportunity or school system. Empty if the
   * screen is a list.
   */
  _id: z.string(),
  /** The students, businesses or school systems concerned; for accounts to approve, only the first few. */
  names: z.array(z.string()),
  /** The opportunity's title; empty without one. */
  title: z.string(),
  /**
   * How many items it covers, such as applicants; for hours, the entries of one intern, or the interns if there are
   * several.
   */
  count: z.number(),
  /** The due date, or the date it has been waiting since, by kind; null if neither is known. */
  date: calendarDate.nullable(),
  /** For a student who is behind or at risk; null otherwise. */
  pace: TaskPace.nullable(),
});
export type Task = z.infer<typeof Task>;

/** What the caller has to do, the most urgent first, and the total of each kind. */
export const Tasks = z.object({
  tasks: z.array(Task),
  totals: z.array(z.object({ kind: z.enum(allTaskKinds), total: z.number() })),
});
export type Tasks = z.infer<typeof Tasks>;

export const taskCalls = {
  loadTasks: get('/api/loadTasks', nothing, Tasks),
};
