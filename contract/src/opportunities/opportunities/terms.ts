import * as z from 'zod';
import { eachNote } from './notes.ts';
import { weekdays } from './schedule.ts';

/** Pay and schedule as lists show them; all of it is optional (docs/behavior/opportunities.md#pay-and-schedule). */
export const PayAndSchedule = z.object({
  /** Dollars an hour, at most two decimals; `pay_to` is null for a single amount. */
  pay_from: z.number().nullable(),
  pay_to: z.number().nullable(),
  days: z.array(z.enum(weekdays)),
  hours_per_week: z.number().nullable(),
});
export type PayAndSchedule = z.infer<typeof PayAndSchedule>;

/** With its notes, for screens where someone decides about one opportunity. */
export const Terms = PayAndSchedule.extend(eachNote(() => z.string()));
export type Terms = z.infer<typeof Terms>;
