import type { NoteField } from '@waypost/contract/opportunities/opportunities/notes';
import type { PayAndSchedule } from '@waypost/contract/opportunities/opportunities/terms';

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

type Columns<Form, Names extends Record<keyof Form, string>> = {
  [Field in keyof Form as Names[Field]]: Form[Field];
};

export type ScheduleRecord = Columns<PayAndSchedule, typeof scheduleNames>;
export type NotesRecord = Columns<Notes, typeof noteNames>;

// Once, because a list calls this for each of up to 20,000 rows.
const schedule = Object.entries(scheduleNames);
const notes = Object.entries(noteNames);
const inverse = (pairs: [string, string][]) =>
  pairs.map(([field, column]): [string, string] => [column, field]);

export const toSchedule = (row: ScheduleRecord) => renamed(schedule, row) as PayAndSchedule;
export const toNotes = (row: NotesRecord) => renamed(notes, row) as Notes;
export const fromSchedule = (form: PayAndSchedule) => renamed(inverse(schedule), form) as ScheduleRecord;
export const fromNotes = (form: Notes) => renamed(inverse(notes), form) as NotesRecord;

/** Copies each value from its second name to its first. */
function renamed(pairs: [string, string][], from: Record<string, unknown>): unknown {
  const to: Record<string, unknown> = {};
  for (const [name, old] of pairs) to[name] = from[old];
  return to;
}
