import type { NoteField } from '@waypost/contract/opportunities/notes';
import type { PayAndSchedule } from '@waypost/contract/opportunities/terms';

type Notes = Record<NoteField, string>;

/** The column of each field of pay and schedule. Queries, replies and saving follow this list. */
export const scheduleNames = {
  pay_from: 'payFrom',
  pay_to: 'payTo',
  days: 'days',
  hours_per_week: 'hoursPerWeek',
} as const satisfies Record<keyof PayAndSchedule, string>;

/** The column of each note, likewise. */
export const noteNames = {
  dress_notes: 'dressNotes',
  transport_notes: 'transportNotes',
} as const satisfies Record<NoteField, string>;

type Names = Readonly<Record<string, string>>;
type Columns<Form, Of extends Record<keyof Form, string>> = {
  [Field in keyof Form as Of[Field]]: Form[Field];
};

export type ScheduleRecord = Columns<PayAndSchedule, typeof scheduleNames>;
export type NotesRecord = Columns<Notes, typeof noteNames>;

export const toSchedule = (row: ScheduleRecord) => toFields(scheduleNames, row) as PayAndSchedule;
export const toNotes = (row: NotesRecord) => toFields(noteNames, row) as Notes;
export const fromSchedule = (form: PayAndSchedule) => toColumns(scheduleNames, form) as ScheduleRecord;
export const fromNotes = (form: Notes) => toColumns(noteNames, form) as NotesRecord;

const toFields = (names: Names, row: Record<string, unknown>): unknown =>
  Object.fromEntries(Object.entries(names).map(([field, column]) => [field, row[column]]));

const toColumns = (names: Names, form: Record<string, unknown>): unknown =>
  Object.fromEntries(Object.entries(names).map(([field, column]) => [column, form[field]]));
