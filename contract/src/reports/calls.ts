import * as z from 'zod';
import { get, nothing } from '../call.ts';

const Count = z.object({ count: z.number() });

/** How many people used Waypost on a day, YYYY-MM-DD. */
export const ActiveDay = z.object({ date: z.iso.date(), count: z.number() });
export type ActiveDay = z.infer<typeof ActiveDay>;

export const reportCalls = {
  getStudentApplicationCount: get('/api/getStudentApplicationCount', nothing, Count),
  getTotalStudentsEmployed: get('/api/getTotalStudentsEmployed', nothing, Count),
  /** The documents show a chart of active users and no call for it: this one is ours. */
  getActiveUsers: get('/api/getActiveUsers', nothing, z.array(ActiveDay)),
};
