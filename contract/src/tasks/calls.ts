import * as z from 'zod';
import { get, nothing } from '../call.ts';
import { calendarDate } from '../fields.ts';
import { paceReasons, paces } from '../pace/rules.ts';
import { allTaskKinds } from './rules.ts';

/** How a student does against their placement's dates. Hours in hours. */
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
   * What its screen shows, by kind: an application, placement, opportunity or school system. Empty where the screen is
   * a list.
   */
  _id: z.string(),
  /** Whom it is about: a student, business or school system; of accounts to approve, the first few. */
  names: z.array(z.string()),
  /** The opportunity's title; empty where it is about none. */
  title: z.string(),
  /** For how many it stands, such as entries or applicants. */
  count: z.number(),
  /** When it is due, or since when it has been waiting, by kind; null where neither is known. */
  date: calendarDate.nullable(),
  /** Of a student who is behind or at risk; null for everything else. */
  pace: TaskPace.nullable(),
});
export type Task = z.infer<typeof Task>;

/** What the caller has to do, the most urgent first, and how much of each kind there is in all. */
export const Tasks = z.object({
  tasks: z.array(Task),
  totals: z.array(z.object({ kind: z.enum(allTaskKinds), total: z.number() })),
});
export type Tasks = z.infer<typeof Tasks>;

export const taskCalls = {
  loadTasks: get('/api/loadTasks', nothing, Tasks),
};
