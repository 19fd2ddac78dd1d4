import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { foldText } from '@waypost/contract/fold';
import { t } from '@waypost/contract/i18n';
import { normalizeLine } from '@waypost/contract/normalize';
import { type OpportunityInput, opportunityOn } from '@waypost/contract/opportunities/opportunities/forms';
import { asStored } from '@waypost/contract/opportunities/opportunities/rules';
import { type ImportedStudent, importedStudentOn } from '@waypost/contract/oversight/imports/calls';
import {
  asRichText,
  type ImportKind,
  readLine,
  readNames,
  titleOf,
  WHOLE_NAME,
} from '@waypost/contract/oversight/imports/rules';
import { splitName } from '@waypost/contract/split-name';
import { sanitiseRichText } from '../../platform/outside/rich-text.ts';
import type { Point } from '../../platform/outside/zip-table.ts';
import type { Line } from './read-spreadsheet.ts';

/** What already exists in the client, by name or email in lower case. */
export interface ExistingRecords {
  focusAreas: Map<string, string>;
  schools: Map<string, string>;
  programs: Map<string, string>;
  businesses: Map<string, { id: string; approved: boolean }>;
}

export interface GoodOpportunity {
  /** The id for the new opportunity. */
  id: string;
  row: number;
  name: string;
  businessId: string;
  form: OpportunityInput;
  focusAreaIds: string[];
  schoolIds: string[];
  programIds: string[];
}

export interface GoodStudent extends ImportedStudent {
  /** The id for the new account. */
  id: string;
  row: number;
  name: string;
  schoolId: string;
  programId: string;
}

/** What existing accounts have. */
export interface Taken {
  /** In any client, in lower case. */
  emails: ReadonlySet<string>;
  /** The Student IDs of the client, each with a student's name. */
  studentIds: ReadonlyMap<string, string>;
}

export interface Rejected {
  row: number;
  name: string;
  reason: string;
}

export interface Checked<Good> {
  good: Good[];
  rejected: Rejected[];
}

/** Milliseconds after which other work gets a turn: checking thousands of lines at once would block everyone. */
const TURN = 5;

/** Checks every line. `check` returns why a line is rejected, or its result. */
async function checkEach<Good>(
  lines: readonly Line[],
  nameOf: (line: Line) => string,
  check: (line: Line) => Good | string[],
): Promise<Checked<Good>> {
  const checked: Checked<Good> = { good: [], rejected: [] };
  let began = performance.now();
  for (const line of lines) {
    if (performance.now() - began > TURN) {
      await setImmediate();
      began = performance.now();
    }
    const outcome = check(line);
    if (Array.isArray(outcome))
      checked.rejected.push({ row: line.row, name: nameOf(line), reason: outcome.join('; ') });
    else checked.good.push(outcome);
  }
  return checked;
}

export function checkOpportunities(
  lines: readonly Line[],
  known: ExistingRecords,
  areaOf: (zip: string) => Point | undefined,
  today: string,
): Promise<Checked<GoodOpportunity>> {
  const schema = opportunityOn(today);
  const name = (line: Line) => line.cell('opportunity_title');
  return checkEach(lines, name, (line) => {
    const read = schema.safeParse(toForm(line, areaOf));
    const problems = read.success ? [] : said('opportunities', read.error.issues);
    const email = line.cell('business_email').toLowerCase();
    const business = known.businesses.get(email);
    if (!business) problems.push(t('Business email: no business has this email'));
    else if (!business.approved) problems.push(t('Business email: this business is not approved yet'));
    const idsIn = (field: string, list: Map<string, string>) =>
      idsOf(titleOf('opportunities', field), readNames(line.cell(field)), list, problems);
    const focusAreaIds = idsIn('focus_areas', known.focusAreas);
    const schoolIds = idsIn('schools', known.schools);
    const programIds = idsIn('programs', known.programs);
    if (!read.success || !business || problems.length > 0) return problems;
    return {
      id: randomUUID(),
      row: line.row,
      name: name(line),
      businessId: business.id,
      form: asStored(read.data),
      focusAreaIds,
      schoolIds,
      programIds,
    };
  });
}

export function checkStudents(
  lines: readonly Line[],
  known: Pick<ExistingRecords, 'schools' | 'programs'>,
  taken: Taken,
  today: string,
): Promise<Checked<GoodStudent>> {
  const schema = importedStudentOn(today);
  const firstRows = new Map<string, number>();
  const rowsOfIds = new Map<string, number>();
  const names = (line: Line) => {
    const whole = splitName(line.cell(WHOLE_NAME));
    return {
      first_name: line.cell('first_name') || whole.first_name,
      last_name: line.cell('last_name') || whole.last_name,
    };
  };
  const nameOf = (line: Line) => Object.values(names(line)).join(' ').trim();
  return checkEach(lines, nameOf, (line) => {
    const read = schema.safeParse({ ...readLine('students', line.cell), ...names(line) });
    const problems = read.success ? [] : said('students', read.error.issues);
    const email = line.cell('email').toLowerCase();
    const before = firstRows.get(email);
    if (taken.emails.has(email)) problems.push(t('Email: another account has this email'));
    else if (before !== undefined) problems.push(t('Email: already in row {row}', { row: before }));
    const studentId = normalizeLine(line.cell('student_id'));
    const sameId = rowsOfIds.get(studentId);
    const holder = taken.studentIds.get(studentId);
    if (holder !== undefined) problems.push(t('Student ID: {name} already has this ID', { name: holder }));
    else if (sameId !== undefined) problems.push(t('Student ID: row {row} has the same ID', { row: sameId }));
    else if (studentId !== '') rowsOfIds.set(studentId, line.row);
    // Exactly one of each: a cell with two names counts as a name that is not on the list.
    const one = (field: string) => [line.cell(field)].filter((name) => name !== '');
    const [schoolId] = idsOf(
      titleOf('students', 'school_attending'),
      one('school_attending'),
      known.schools,
      problems,
    );
    const [programId] = idsOf(
      titleOf('students', 'affiliated_program'),
      one('affiliated_program'),
      known.programs,
      problems,
    );
    if (!read.success || problems.length > 0 || !schoolId || !programId) return problems;
    firstRows.set(email, line.row);
    return { ...read.data, id: randomUUID(), row: line.row, name: nameOf(line), schoolId, programId };
  });
}

function toForm({ cell }: Line, areaOf: (zip: string) => Point | undefined) {
  const text = (field: string) => sanitiseRichText(asRichText(cell(field)));
  const area = areaOf(cell('zip'));
  return {
    ...readLine('opportunities', cell),
    short_description: text('short_description'),
    skills_required: text('skills_required'),
    full_description: text('full_description'),
    audience: 'Open',
    student_ids: [],
    lat: area?.lat ?? null,
    lon: area?.lon ?? null,
    userOverwroteLocation: false,
  };
}

/** The errors of each field, without duplicates. */
function said(kind: ImportKind, issues: readonly { path: PropertyKey[]; message: string }[]): string[] {
  const messages = new Map<string, string>();
  for (const { path, message } of issues) {
    const field = String(path[0] ?? '');
    if (!messages.has(field)) messages.set(field, `${titleOf(kind, field)}: ${message}`);
  }
  return [...messages.values()];
}

/** The ids of names on a list, as written in any letter case or else folded; a name that is not on it is an error. */
function idsOf(title: string, names: string[], list: Map<string, string>, problems: string[]): string[] {
  const ids: string[] = [];
  for (const name of names) {
    const id = list.get(name.toLowerCase()) ?? list.get(foldText(name));
    if (id === undefined) problems.push(`${title}: ${t('“{name}” is not on the list', { name })}`);
    else if (!ids.includes(id)) ids.push(id);
  }
  return ids;
}
