import type { OpportunityInput } from '../../opportunities/opportunities/forms.ts';
import {
  compensations,
  internshipTypes,
  opportunityTypes,
  timeFrames,
} from '../../opportunities/opportunities/rules.ts';
import { readAmount, readDay } from '../../opportunities/opportunities/schedule.ts';
import { relationships } from '../../people/guardians/rules.ts';
import { normalizePhone } from '../../phones.ts';
import { stateCodes } from '../../states.ts';
import type { ImportedStudent } from './calls.ts';

/** What can be imported; each kind has its own file. */
export const importKinds = ['opportunities', 'students'] as const;
export type ImportKind = (typeof importKinds)[number];

/** The largest number of rows in a file. */
export const IMPORT_MAX_ROWS = 10_000;

export interface ImportColumn {
  /** The column's title in the file's first line. Spaces, letter case and punctuation are ignored. */
  title: string;
  /** The form field that it fills. */
  field: string;
  /** Whether the file must have the column. A cell may still be empty if the form allows it. */
  required: boolean;
  /** The cell in the example file. */
  example: string;
  /** The cell as the form's value. An unreadable cell is unchanged, and the form rejects it. */
  read: (cell: string) => unknown;
}

type Column = Omit<ImportColumn, 'field'>;

const asIs = (cell: string) => cell;
const column = (title: string, example: string, read: Column['read'] = asIs): Column => ({
  title,
  example,
  required: true,
  read,
});
const optional = (title: string, example: string, read: Column['read'] = asIs): Column => ({
  title,
  example,
  required: false,
  read,
});
const choiceOf = (choices: readonly string[]) => (cell: string) => readChoice(choices, cell);

const listed = (columns: Record<string, Column>): ImportColumn[] =>
  Object.entries(columns).map(([field, one]) => ({ field, ...one }));

/** Every field of the form, except those that an import derives from others. */
type OpportunityField =
  | 'business_email'
  | Exclude<keyof OpportunityInput, 'audience' | 'student_ids' | 'lat' | 'lon' | 'userOverwroteLocation'>;

/**
 * The columns of each file (docs/behavior/imports.md#opportunities). Several names in a cell are separated by
 * semicolons.
 */
export const importColumns: Record<ImportKind, readonly ImportColumn[]> = {
  opportunities: listed({
    opportunity_title: column('Title', 'Boatyard intern'),
    business_email: column('Business email', 'office@bayside.example'),
    short_description: column('Short description', 'Learn how boats are built.'),
    full_description: column('Full description', 'You plank, caulk and paint beside two boatbuilders.'),
    skills_required: column('Skills', 'Patience and a steady hand'),
    available_slots: column('Slots', '2', readWholeNumber),
    street: column('Street', '18 Severn Avenue'),
    city: column('City', 'Annapolis'),
    state: column('State', 'MD', choiceOf(stateCodes)),
    zip: column('ZIP', '21403'),
    application_open: column('Application open', '09/01/2026', readImportedDate),
    application_close: column('Application close', '10/15/2026', readImportedDate),
    employment_start: column('Employment start', '11/01/2026', readImportedDate),
    employment_stop: column('Employment stop', '12/20/2026', readImportedDate),
    internship_type: column('Type', 'Internship', choiceOf(internshipTypes)),
    opportunity_type: column('Format', 'Onsite', choiceOf(opportunityTypes)),
    paidUnpaid: column('Paid', 'Paid', choiceOf(compensations)),
    time_frame: column('Time frame', 'Fall', choiceOf(timeFrames)),
    pay_from: optional('Pay from', '15.50', readAmount),
    pay_to: optional('Pay to', '17.00', readAmount),
    days: optional('Days', 'Monday; Wednesday; Friday', (cell) => readNames(cell).map(readDay)),
    hours_per_week: optional('Hours a week', '12', (cell) => readWholeNumber(cell) || null),
    dress_notes: optional('Dress', 'Closed-toe shoes'),
    transport_notes: optional('Transport', 'Bus 40 stops at the gate'),
    focus_areas: optional('Focus areas', 'Marine Trades; Carpentry', readNames),
    schools: optional('Schools', '', readNames),
    programs: optional('Programs', '', readNames),
  } satisfies Record<OpportunityField, Column>),
  students: listed({
    first_name: column('First name', 'Maya'),
    last_name: column('Last name', 'Torres'),
    email: column('Email', 'maya.torres@students.example'),
    student_id: column('Student ID', '4471902'),
    school_attending: column('School', 'Severn River High School'),
    affiliated_program: column('Program', 'Marine Trades'),
    graduation_year: column('Graduation year', '2027', readWholeNumber),
    birth_date: optional('Birth date', '04/17/2009', (cell) => readImportedDate(cell) || undefined),
    parent_name: optional('Parent name', 'Elena Torres'),
    parent_relationship: optional('Parent relationship', 'Mother', choiceOf(relationships)),
    parent_email: optional('Parent email', 'elena.torres@mail.example'),
    parent_phone: optional('Parent phone', '(410)555-0142', normalizePhone),
    parent_language: optional('Parent language', 'Spanish', readLanguage),
    alternate_parent_name: optional('Alternate parent name', ''),
    alternate_parent_relationship: optional('Alternate parent relationship', '', choiceOf(relationships)),
    alternate_parent_email: optional('Alternate parent email', ''),
    alternate_parent_phone: optional('Alternate parent phone', '', normalizePhone),
    alternate_parent_language: optional('Alternate parent language', '', readLanguage),
  } satisfies Record<keyof ImportedStudent, Column>),
};

/** A file of students may have one column `Name` instead of two. */
export const WHOLE_NAME = 'name';

/** Normalizes column titles for comparison. */
const plainTitle = (title: string) => title.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The position of each field in the file; `missing` are the required titles that it lacks. */
export function readHeader(
  kind: ImportKind,
  cells: readonly string[],
): { places: Map<string, number>; missing: string[] } {
  const titles = cells.map(plainTitle);
  const places = new Map<string, number>();
  const missing: string[] = [];
  const whole = kind === 'students' ? titles.indexOf('name') : -1;
  if (whole >= 0) places.set(WHOLE_NAME, whole);
  for (const { title, field, required } of importColumns[kind]) {
    const place = titles.indexOf(plainTitle(title));
    const isInWhole = whole >= 0 && (field === 'first_name' || field === 'last_name');
    if (place >= 0) places.set(field, place);
    else if (required && !isInWhole) missing.push(title);
  }
  return { places, missing };
}

/** One line of the file, by field; a missing cell is empty. */
export function readCells(places: Map<string, number>, cells: readonly string[]): (field: string) => string {
  return (field) => cells[places.get(field) ?? -1]?.trim() ?? '';
}

/** A line as the form's values, by its columns. */
export const readLine = (kind: ImportKind, cell: (field: string) => string): Record<string, unknown> =>
  Object.fromEntries(importColumns[kind].map(({ field, read }) => [field, read(cell(field))]));

export const titleOf = (kind: ImportKind, field: string): string =>
  importColumns[kind].find((one) => one.field === field)?.title ?? field;

/** 9/1/2026, 09/01/2026 and 2026-09-01 as a calendar date. Anything else is unchanged, and the form rejects it. */
export function readImportedDate(text: string): string {
  const [, month = '', day = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
}

/** A language by its code or its name in either language; English if the cell is empty. */
function readLanguage(text: string): string {
  const plain = text.toLowerCase();
  if (['', 'en', 'english', 'inglés', 'ingles'].includes(plain)) return 'en';
  return ['es', 'spanish', 'español', 'espanol'].includes(plain) ? 'es' : text;
}

/** Several names in one cell. */
export function readNames(text: string): string[] {
  const names = text.split(/[;|\n]/).map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

/** The matching choice in any letter case; otherwise the text itself, which the form rejects. */
export const readChoice = (choices: readonly string[], text: string): string =>
  choices.find((choice) => choice.toLowerCase() === text.toLowerCase()) ?? text;

/** A whole number; otherwise the text itself, which the form rejects. */
export function readWholeNumber(text: string): number | string {
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Converts text to rich text: HTML is unchanged, plain text keeps its paragraphs. */
export function asRichText(text: string): string {
  if (text === '' || /<(p|br|ul|ol|li|h[1-6]|div|strong|em|b|i|a)\b[^<>]*>/i.test(text)) return text;
  const safe = text.replace(/[&<>]/g, (sign) => entities[sign] ?? sign);
  return safe
    .split(/\r?\n\s*\r?\n/)
    .map((paragraph) => `<p>${paragraph.trim().replace(/\r?\n/g, '<br>')}</p>`)
    .join('');
}

/** An example file: the header and one row. */
export function exampleFile(kind: ImportKind): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const line = (texts: string[]) => texts.map(quoted).join(',');
  const columns = importColumns[kind];
  return `${line(columns.map(({ title }) => title))}\r\n${line(columns.map(({ example }) => example))}\r\n`;
}
