import type { NoteField } from '@waypost/contract/opportunities/notes';
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

export const fromSchedule = (form: PayAndSchedule): ScheduleRecord => ({
  payFrom: form.pay_from,
  payTo: form.pay_to,
  days: form.days,
  hoursPerWeek: form.hours_per_week,
});

/** The notes as columns. */
export interface NotesRecord {
  dressNotes: string;
  transportNotes: string;
}

export const toNotes = (row: NotesRecord): Record<NoteField, string> => ({
  dress_notes: row.dressNotes,
  transport_notes: row.transportNotes,
});

export const fromNotes = (form: Record<NoteField, string>): NotesRecord => ({
  dressNotes: form.dress_notes,
  transportNotes: form.transport_notes,
});
