import type { PayAndSchedule } from '@waypost/contract/opportunities/terms';

/** Pay and schedule as columns. */
export interface ScheduleRecord {
  payFrom: number | null;
  payTo: number | null;
  days: string[];
  hoursPerWeek: number | null;
}

export const toSchedule = (row: ScheduleRecord): PayAndSchedule => ({
  pay_from: row.payFrom,
  pay_to: row.payTo,
  days: row.days as PayAndSchedule['days'],
  hours_per_week: row.hoursPerWeek,
});
