import { asc, eq } from 'drizzle-orm';
import { prepared } from '../database/connect.ts';
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
