import { type FieldErrors, refuse } from '@waypost/contract/refusal';
import { and, asc, eq, sql } from 'drizzle-orm';
import { prepared, type Tx } from '../database/connect.ts';
import { focusAreas, programs, schools } from '../database/tables/lists.ts';
import { states } from '../database/tables/platform.ts';

export const findStates = prepared<Record<string, never>>()('findStates', (db) =>
  db.select().from(states).orderBy(asc(states.name)),
);

export const findPrograms = prepared<{ clientId: string }>()('findPrograms', (db, { clientId }) =>
  db.select().from(programs).where(eq(programs.clientId, clientId)).orderBy(asc(programs.ordinal)),
);

export const findFocusAreas = prepared<{ clientId: string }>()('findFocusAreas', (db, { clientId }) =>
  db.select().from(focusAreas).where(eq(focusAreas.clientId, clientId)).orderBy(asc(focusAreas.ordinal)),
);

export const findSchools = prepared<{ clientId: string }>()('findSchools', (db, { clientId }) =>
  db.select().from(schools).where(eq(schools.clientId, clientId)).orderBy(asc(schools.ordinal)),
);

/** What a form names of the client's lists. */
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

/** What a form calls its fields; most call them as the lists are called. */
const ownFields = { focus_areas: 'focus_areas', schools: 'schools', programs: 'programs' };

/**
 * The ids behind the names of the client's lists; a name that is not on its list is refused at its field.
 * What was found cannot be deleted until the transaction ends.
 */
export async function resolveTags(
  tx: Tx,
  clientId: string,
  tags: Tags,
  fields: Record<keyof Tags, string> = ownFields,
): Promise<TagIds> {
  const [foundAreas, foundSchools, foundPrograms] = await Promise.all([
    holdFocusAreas(tx, { clientId, names: tags.focus_areas }),
    holdSchools(tx, { clientId, names: tags.schools }),
    holdPrograms(tx, { clientId, names: tags.programs }),
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
  return unknown.length > 0 ? { [field]: unknown.map((name) => `“${name}” is not on the list`) } : {};
}

type Named = { clientId: string; names: string[] };

const holdFocusAreas = prepared<Named>()('holdFocusAreas', (db, { clientId, names }) =>
  db
    .select({ id: focusAreas.id, name: focusAreas.name })
    .from(focusAreas)
    .where(and(eq(focusAreas.clientId, clientId), sql`${focusAreas.name} = any(${names})`))
    .for('key share'),
);

const holdSchools = prepared<Named>()('holdSchools', (db, { clientId, names }) =>
  db
    .select({ id: schools.id, name: schools.name })
    .from(schools)
    .where(and(eq(schools.clientId, clientId), sql`${schools.name} = any(${names})`))
    .for('key share'),
);

const holdPrograms = prepared<Named>()('holdPrograms', (db, { clientId, names }) =>
  db
    .select({ id: programs.id, name: programs.name })
    .from(programs)
    .where(and(eq(programs.clientId, clientId), sql`${programs.name} = any(${names})`))
    .for('key share'),
);
