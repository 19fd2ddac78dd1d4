import { t } from '@waypost/contract/i18n';
import { type FieldErrors, refuse } from '@waypost/contract/refusal';
import { type ListName, listNames } from '@waypost/contract/school-system/lists/rules';
import { and, asc, eq, sql } from 'drizzle-orm';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { focusAreas, programs, schools } from '../../platform/database/tables/lists.ts';
import { states } from '../../platform/database/tables/platform.ts';

export const findStates = prepared<Record<string, never>>()('findStates', (db) =>
  db.select().from(states).orderBy(asc(states.name)),
);

/** A row of a list, with the database's column names. */
interface Rows {
  schools: NamedRow & {
    type: string;
    street: string;
    city: string;
    state: string;
    zip: string;
    lat: number | null;
    lon: number | null;
    user_overwrote_location: boolean;
  };
  focusAreas: TranslatedRow;
  programs: TranslatedRow;
  evaluationQuestions: AskedRow;
  reflectionQuestions: AskedRow;
}
export type RowOf<List extends ListName> = Rows[List];
export type NamedRow = { id: string; ordinal: number; revision: number; name: string };
export type TranslatedRow = NamedRow & { name_es: string };
export type AskedRow = {
  id: string;
  ordinal: number;
  revision: number;
  question_text: string;
  question_text_es: string;
};

/** The differences between the lists: their table and the entry's columns, its name or question first. */
export const inDatabase: Record<ListName, { table: string; columns: readonly [words: string, ...string[]] }> =
  {
    schools: {
      table: 'schools',
      columns: ['name', 'type', 'street', 'city', 'state', 'zip', 'lat', 'lon', 'user_overwrote_location'],
    },
    focusAreas: { table: 'focus_areas', columns: ['name', 'name_es'] },
    programs: { table: 'programs', columns: ['name', 'name_es'] },
    evaluationQuestions: { table: 'evaluation_questions', columns: ['question_text', 'question_text_es'] },
    reflectionQuestions: { table: 'reflection_questions', columns: ['question_text', 'question_text_es'] },
  };

/** A client's list, in order. */
export async function findEntries<List extends ListName>(
  tx: Tx,
  list: List,
  clientId: string,
): Promise<RowOf<List>[]> {
  const { table, columns } = inDatabase[list];
  const { rows } = await tx.client.query<RowOf<List>>({
    name: `findEntries ${list}`,
    text: `select id, ordinal, revision, ${columns.join(', ')} from ${table} where client_id = $1 order by ordinal, id`,
    values: [clientId],
  });
  return rows;
}

/** Which of a client's lists have entries. */
export async function findFilledLists(tx: Tx, clientId: string): Promise<Record<ListName, boolean>> {
  const filled = listNames.map(
    (list) => `exists(select from ${inDatabase[list].table} where client_id = $1) as "${list}"`,
  );
  const { rows } = await tx.client.query<Record<ListName, boolean>>({
    name: 'findFilledLists',
    text: `select ${filled.join(', ')}`,
    values: [clientId],
  });
  const [row] = rows;
  if (!row) throw new Error('nothing was answered');
  return row;
}

/** The names of list entries in a form. */
export interface Tags {
  focus_areas: string[];
  schools: string[];
  programs: string[];
}

/** The same, by id. */
export interface TagIds {
  focusAreaIds: string[];
  schoolIds: string[];
  programIds: string[];
}

/** Each form field's list; most have the same name. */
const ownFields = { focus_areas: 'focus_areas', schools: 'schools', programs: 'programs' };

/**
 * The ids of these names. Refuses a name that is not on its list at its field. The entries cannot be deleted until the
 * transaction ends.
 */
export async function resolveTags(
  tx: Tx,
  clientId: string,
  tags: Tags,
  fields: Record<keyof Tags, string> = ownFields,
): Promise<TagIds> {
  const [foundAreas, foundSchools, foundPrograms] = await Promise.all([
    lockFocusAreas(tx, { clientId, names: tags.focus_areas }),
    lockSchools(tx, { clientId, names: tags.schools }),
    lockPrograms(tx, { clientId, names: tags.programs }),
  ]);
  const errors: FieldErrors = {
    ...missing(fields.focus_areas, tags.focus_areas, foundAreas),
    ...missing(fields.schools, tags.schools, foundSchools),
    ...missing(fields.programs, tags.programs, foundPrograms),
  };
  if (Object.keys(errors).length > 0) refuse('invalid-input', undefined, errors);
  return {
    focusAreaIds: foundAreas.map((row) => row.id),
    schoolIds: foundSchools.map((row) => row.id),
    programIds: foundPrograms.map((row) => row.id),
  };
}

function missing(field: string, names: string[], found: { name: string }[]): FieldErrors {
  const known = new Set(found.map((row) => row.name));
  const unknown = [...new Set(names)].filter((name) => !known.has(name));
  return unknown.length > 0
    ? { [field]: unknown.map((name) => t('“{name}” is not on the list', { name })) }
    : {};
}

type NamesOfClient = { clientId: string; names: string[] };

const lockFocusAreas = prepared<NamesOfClient>()('lockFocusAreas', (db, { clientId, names }) =>
  db
    .select({ id: focusAreas.id, name: focusAreas.name })
    .from(focusAreas)
    .where(and(eq(focusAreas.clientId, clientId), sql`${focusAreas.name} = any(${names})`))
    .for('key share'),
);

const lockSchools = prepared<NamesOfClient>()('lockSchools', (db, { clientId, names }) =>
  db
    .select({ id: schools.id, name: schools.name })
    .from(schools)
    .where(and(eq(schools.clientId, clientId), sql`${schools.name} = any(${names})`))
    .for('key share'),
);

const lockPrograms = prepared<NamesOfClient>()('lockPrograms', (db, { clientId, names }) =>
  db
    .select({ id: programs.id, name: programs.name })
    .from(programs)
    .where(and(eq(programs.clientId, clientId), sql`${programs.name} = any(${names})`))
    .for('key share'),
);
