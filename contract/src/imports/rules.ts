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
}

const column = (title: string, field: string, example: string, required = true): ImportColumn => ({
  title,
  field,
  example,
  required,
});

/**
 * The columns of each file (docs/behavior/imports.md#opportunities). Several names in a cell are separated by
 * semicolons.
 */
export const importColumns: Record<ImportKind, readonly ImportColumn[]> = {
  opportunities: [
    column('Title', 'opportunity_title', 'Boatyard intern'),
    column('Business email', 'business_email', 'office@bayside.example'),
    column('Short description', 'short_description', 'Learn how boats are built.'),
    column('Full description', 'full_description', 'You plank, caulk and paint beside two boatbuilders.'),
    column('Skills', 'skills_required', 'Patience and a steady hand'),
    column('Slots', 'available_slots', '2'),
    column('Street', 'street', '18 Severn Avenue'),
    column('City', 'city', 'Annapolis'),
    column('State', 'state', 'MD'),
    column('ZIP', 'zip', '21403'),
    column('Application open', 'application_open', '09/01/2026'),
    column('Application close', 'application_close', '10/15/2026'),
    column('Employment start', 'employment_start', '11/01/2026'),
    column('Employment stop', 'employment_stop', '12/20/2026'),
    column('Type', 'internship_type', 'Internship'),
    column('Format', 'opportunity_type', 'Onsite'),
    column('Paid', 'paidUnpaid', 'Paid'),
    column('Time frame', 'time_frame', 'Fall'),
    column('Pay from', 'pay_from', '15.50', false),
    column('Pay to', 'pay_to', '17.00', false),
    column('Days', 'days', 'Monday; Wednesday; Friday', false),
    column('Hours a week', 'hours_per_week', '12', false),
    column('Dress', 'dress_notes', 'Closed-toe shoes', false),
    column('Transport', 'transport_notes', 'Bus 40 stops at the gate', false),
    column('Focus areas', 'focus_areas', 'Marine Trades; Carpentry', false),
    column('Schools', 'schools', '', false),
    column('Programs', 'programs', '', false),
  ],
  students: [
    column('First name', 'first_name', 'Maya'),
    column('Last name', 'last_name', 'Torres'),
    column('Email', 'email', 'maya.torres@students.example'),
    column('Student ID', 'student_id', '4471902'),
    column('School', 'school_attending', 'Severn River High School'),
    column('Program', 'affiliated_program', 'Marine Trades'),
    column('Graduation year', 'graduation_year', '2027'),
    column('Birth date', 'birth_date', '04/17/2009', false),
    column('Parent name', 'parent_name', 'Elena Torres', false),
    column('Parent relationship', 'parent_relationship', 'Mother', false),
    column('Parent email', 'parent_email', 'elena.torres@mail.example', false),
    column('Parent phone', 'parent_phone', '(410)555-0142', false),
    column('Parent language', 'parent_language', 'Spanish', false),
    column('Alternate parent name', 'alternate_parent_name', '', false),
    column('Alternate parent relationship', 'alternate_parent_relationship', '', false),
    column('Alternate parent email', 'alternate_parent_email', '', false),
    column('Alternate parent phone', 'alternate_parent_phone', '', false),
    column('Alternate parent language', 'alternate_parent_language', '', false),
  ],
};

/** A file of students may have one column `Name` instead of two. */
export const WHOLE_NAME = 'name';

/** `Torres, Maya` and `Maya Ann Torres` as a first and a last name. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const [before = '', after] = name.split(',').map((part) => part.trim());
  if (after !== undefined) return { first_name: after, last_name: before };
  const words = before.split(/\s+/);
  const last = words.length > 1 ? (words.pop() ?? '') : '';
  return { first_name: words.join(' '), last_name: last };
}

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

export const titleOf = (kind: ImportKind, field: string): string =>
  importColumns[kind].find((one) => one.field === field)?.title ?? field;

/** 9/1/2026, 09/01/2026 and 2026-09-01 as a calendar date. Anything else is unchanged, and the form rejects it. */
export function readImportedDate(text: string): string {
  const [, month = '', day = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
}

/** Ten digits in any notation as (000)000-0000. Anything else is unchanged, and the form rejects it. */
export function readPhone(text: string): string {
  const [, area, exchange, number] = /^1?(\d{3})(\d{3})(\d{4})$/.exec(text.replace(/[\s().+-]/g, '')) ?? [];
  return area ? `(${area})${exchange}-${number}` : text;
}

/** A language by its code or its name in either language; English if the cell is empty. */
export function readLanguage(text: string): string {
  const plain = text.toLowerCase();
  if (['', 'en', 'english', 'inglés', 'ingles'].includes(plain)) return 'en';
  return ['es', 'spanish', 'español', 'espanol'].includes(plain) ? 'es' : text;
}

/** Several names in one cell. */
export const readNames = (text: string): string[] => [
  ...new Set(
    text
      .split(/[;|\n]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];

/** The matching choice in any letter case; otherwise the text itself, which the form rejects. */
export const readChoice = (choices: readonly string[], text: string): string =>
  choices.find((choice) => choice.toLowerCase() === text.toLowerCase()) ?? text;

/** A whole number; otherwise the text itself, which the form rejects. */
export const readWhole = (text: string): number | string => (/^\d{1,9}$/.test(text) ? Number(text) : text);

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
