import { foldText } from '@waypost/contract/fold';
import type { OpportunityInput } from '@waypost/contract/opportunities/opportunities/forms';
import type { ImportKind } from '@waypost/contract/oversight/imports/rules';
import { and, desc, eq, isNotNull, ne, notExists, sql } from 'drizzle-orm';
import { toColumns } from '../../opportunities/opportunities/present.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { files } from '../../platform/database/tables/files.ts';
import { applications, opportunities } from '../../platform/database/tables/opportunities.ts';
import type { ExistingRecords, GoodOpportunity, GoodStudent } from './row-checks.ts';

/** Import files have separate shelves, so they are not listed as resources. */
const shelfOf = (kind: ImportKind) => `import ${kind}`;

export interface ImportFile {
  clientId: string;
  id: string;
  storageKey: string;
}

/** Stores an import file as the latest of its kind, and returns the keys of the earlier files' bytes. */
export async function insertImportFile(
  tx: Tx,
  kind: ImportKind,
  file: { clientId: string; name: string; bytes: number; storageKey: string; createdAt: Date },
): Promise<string[]> {
  const [made] = await tx.db
    .insert(files)
    .values({ ...file, shelf: shelfOf(kind), contentType: 'text/csv', description: 'import' })
    .returning({ id: files.id });
  if (!made) throw new Error('the import file was not kept');
  const older = await tx.db
    .delete(files)
    .where(and(eq(files.clientId, file.clientId), eq(files.shelf, shelfOf(kind)), ne(files.id, made.id)))
    .returning({ storageKey: files.storageKey });
  return older.map(({ storageKey }) => storageKey);
}

/** Locks the latest file of its kind until the transaction ends, so that nobody imports it concurrently. */
export async function lockLatestFile(
  tx: Tx,
  clientId: string,
  kind: ImportKind,
): Promise<ImportFile | undefined> {
  const [latest] = await tx.db
    .select({ clientId: files.clientId, id: files.id, storageKey: files.storageKey })
    .from(files)
    .where(and(eq(files.clientId, clientId), eq(files.shelf, shelfOf(kind))))
    .orderBy(desc(files.createdAt), desc(files.id))
    .limit(1)
    .for('update');
  return latest;
}

export async function removeImportFile(tx: Tx, { clientId, id }: ImportFile): Promise<void> {
  await tx.db.delete(files).where(and(eq(files.clientId, clientId), eq(files.id, id)));
}

/** Whether anything that this file imported still exists. */
export async function wasImported(tx: Tx, { clientId, id }: ImportFile): Promise<boolean> {
  const found = await tx.db
    .select({ id: opportunities.id })
    .from(opportunities)
    .where(and(eq(opportunities.clientId, clientId), eq(opportunities.importFileId, id)))
    .limit(1);
  return found.length > 0;
}

/**
 * The ids of a list's entries by name, in lower case and folded. Names in lower case are set last: they win if one entry
 * folds to the name of another.
 */
const entriesByName = (entries: readonly { id: string; name: string }[]) =>
  new Map([
    ...entries.map(({ id, name }) => [foldText(name), id] as const),
    ...entries.map(({ id, name }) => [name.toLowerCase(), id] as const),
  ]);

/** The client's lists, and the named businesses. None of them can be deleted until the transaction ends. */
export async function lockKnown(
  tx: Tx,
  clientId: string,
  emails: readonly string[],
): Promise<ExistingRecords> {
  const list = async (table: 'focus_areas' | 'schools' | 'programs') => {
    const { rows } = await tx.client.query<{ id: string; name: string }>(
      `select id, name from ${table} where client_id = $1 for key share`,
      [clientId],
    );
    return entriesByName(rows);
  };
  const { rows } = await tx.client.query<{ id: string; email: string; approved: boolean }>(
    `select id, email_lower as email, approved from users
      where client_id = $1 and role = 'Business' and email_lower = any($2) for key share`,
    [clientId, emails],
  );
  return {
    focusAreas: await list('focus_areas'),
    schools: await list('schools'),
    programs: await list('programs'),
    businesses: new Map(rows.map(({ id, email, approved }) => [email, { id, approved }])),
  };
}

/** Which of these emails, in lower case, have an account in any client. */
export async function findTaken(tx: Tx, emails: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.client.query<{ email: string }>(
    `select given.email from unnest($1::text[]) given(email)
      where exists(select from find_account(given.email) found where found.keeps_email)`,
    [emails],
  );
  return new Set(rows.map(({ email }) => email));
}

/** Which of these Student IDs the client's students have, each with the name of one of them. */
export async function findStudentIds(
  tx: Tx,
  clientId: string,
  studentIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await tx.client.query<{ student_id: string; name: string }>(
    `select s.student_id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as name
       from students s join users u on u.client_id = $1 and u.id = s.user_id
      where s.client_id = $1 and s.student_id = any($2) and s.student_id <> ''`,
    [clientId, studentIds],
  );
  return new Map(rows.map(({ student_id, name }) => [student_id, name]));
}

/** Rows per statement: few enough that building it does not block the event loop. */
const AT_ONCE = 200;

async function inParts<Row>(tx: Tx, rows: readonly Row[], insert: (some: Row[]) => Promise<unknown>) {
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    await insert(rows.slice(start, start + AT_ONCE));
    // Updates the statistics; otherwise this import and later reads would use plans for nearly empty tables.
    if (start === 0 || start + AT_ONCE >= rows.length) await tx.client.query('select count_anew()');
  }
}

/** Inserts a file's opportunities, as if their businesses had posted them. */
export async function insertOpportunities(
  tx: Tx,
  file: ImportFile,
  good: readonly GoodOpportunity[],
  now: Date,
): Promise<void> {
  await inParts(tx, good, (some) => {
    const rows = some.map(({ form, id, businessId }) => ({
      id,
      business_id: businessId,
      ...stored(form, now),
    }));
    const names = Object.keys(rows[0] ?? {}).join(', ');
    const tags = some.map(({ form: _, ...one }) => one);
    return tx.client.query(
      `with made as (
           insert into opportunities (client_id, import_file_id, created_at, ${names})
           select $1, $2, $4, ${names} from jsonb_populate_recordset(null::opportunities, $3)),
         given as (select * from jsonb_to_recordset($5) as given(
           id uuid, "focusAreaIds" uuid[], "schoolIds" uuid[], "programIds" uuid[])),
         areas as (
           insert into opportunity_focus_areas (client_id, opportunity_id, focus_area_id)
           select $1, id, unnest("focusAreaIds") from given),
         attended as (
           insert into opportunity_schools (client_id, opportunity_id, school_id)
           select $1, id, unnest("schoolIds") from given)
         insert into opportunity_programs (client_id, opportunity_id, program_id)
         select $1, id, unnest("programIds") from given`,
      [file.clientId, file.id, JSON.stringify(rows), now, JSON.stringify(tags)],
    );
  });
}

/** The form as a row of `opportunities`, by the names of its columns. */
const stored = (form: OpportunityInput, now: Date) =>
  Object.fromEntries(
    Object.entries(toColumns(form, now)).map(([key, value]) => [
      opportunities[key as keyof ReturnType<typeof toColumns>].name,
      value,
    ]),
  );

/** Inserts a file's accounts: without a password, unapproved, and with an unfinished profile. */
export async function insertStudents(
  tx: Tx,
  clientId: string,
  good: readonly GoodStudent[],
  now: Date,
): Promise<Set<string>> {
  const made = new Set<string>();
  await inParts(tx, good, async (some) => {
    const { rows } = await tx.client.query<{ id: string }>(
      `with given as (select * from jsonb_to_recordset($2) as given(
           id uuid, email text, first_name text, last_name text, student_id text, graduation_year int,
           "schoolId" uuid, "programId" uuid, birth_date date, parent_name text, parent_relationship text,
           parent_email text, parent_phone text, parent_language text, alternate_parent_name text,
           alternate_parent_relationship text, alternate_parent_email text, alternate_parent_phone text,
           alternate_parent_language text)),
       made as (
         insert into users (client_id, id, email, role, first_name, last_name, created_at, updated_at)
         select $1, id, email, 'Student', first_name, last_name, $3, $3 from given
         on conflict do nothing returning id),
       parents as (
         insert into guardians (client_id, student_id, ordinal, name, relationship, email, phone, language, added_by, confirmed)
         select $1, given.id, row_number() over (partition by given.id order by named.place), named.name,
                named.relationship, named.email, named.phone, named.language, 'school', true
           from given join made on made.id = given.id, lateral (values
             (1, parent_name, parent_relationship, parent_email, parent_phone, parent_language),
             (2, alternate_parent_name, alternate_parent_relationship, alternate_parent_email,
              alternate_parent_phone, alternate_parent_language)
           ) named(place, name, relationship, email, phone, language)
          where named.name <> '')
       insert into students (client_id, user_id, student_id, graduation_year, school_id, program_id, birth_date, birth_date_by)
       select $1, given.id, student_id, graduation_year, "schoolId", "programId", birth_date,
              case when birth_date is not null then 'school' end
         from given join made on made.id = given.id
       returning user_id as id`,
      [clientId, JSON.stringify(some), now],
    );
    for (const { id } of rows) made.add(id);
  });
  return made;
}

/** Deletes the imported opportunities without applicants; returns how many were deleted and how many were kept. */
export async function removeImported(tx: Tx, clientId: string): Promise<{ removed: number; kept: number }> {
  const imported = and(eq(opportunities.clientId, clientId), isNotNull(opportunities.importFileId));
  // Waits for students who are applying at the moment; the next statement sees them.
  const held = await tx.db
    .select({ id: opportunities.id })
    .from(opportunities)
    .where(imported)
    .orderBy(opportunities.id)
    .for('update');
  const removed = await tx.db
    .delete(opportunities)
    .where(
      and(
        imported,
        notExists(
          tx.db
            .select({ one: sql`1` })
            .from(applications)
            .where(
              and(
                eq(applications.clientId, opportunities.clientId),
                eq(applications.opportunityId, opportunities.id),
              ),
            ),
        ),
      ),
    )
    .returning({ id: opportunities.id });
  return { removed: removed.length, kept: held.length - removed.length };
}
