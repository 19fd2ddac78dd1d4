import type { ListName, UsePlace } from '@waypost/contract/school-system/lists/rules';
import type { Authorized } from '../../platform/access/enforce.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { inDatabase } from './queries.ts';

/** An entry of a list: `words` is its name or the question. */
export interface Entry {
  clientId: string;
  id: string;
  ordinal: number;
  revision: number;
  words: string;
}

/** An entry's columns and their values. */
export type EntryFields = Record<string, string | number | boolean | null>;

/** Locks a client's list and returns it. Until the transaction ends, nobody else can change it. */
export async function lockList(tx: Tx, list: ListName, clientId: string): Promise<Entry[]> {
  const { table, columns } = inDatabase[list];
  await tx.client.query({
    name: 'lockList',
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`${list} of ${clientId}`],
  });
  const { rows } = await tx.client.query<Entry>(
    `select client_id as "clientId", id, ordinal, revision, ${columns[0]} as words from ${table}
      where client_id = $1 order by ordinal, id`,
    [clientId],
  );
  return rows;
}

/** Inserts these entries, numbered from `ordinal`. The list must be locked. */
export async function insertEntries(
  tx: Tx,
  list: ListName,
  at: { clientId: string; ordinal: number },
  fields: readonly EntryFields[],
): Promise<void> {
  const { table, columns } = inDatabase[list];
  const names = columns.join(', ');
  await tx.client.query(
    `insert into ${table} (client_id, ordinal, ${names})
      select $1, $2 + place - 1, ${columns.map((column) => `(fields).${column}`).join(', ')}
        from (select jsonb_populate_record(null::${table}, value) as fields, place
                from jsonb_array_elements($3::jsonb) with ordinality as each (value, place)) as new`,
    [at.clientId, at.ordinal, JSON.stringify(fields)],
  );
}

/** Changes an entry. Everything that uses it refers to its id. */
export async function updateEntry(
  tx: Tx,
  list: ListName,
  entry: Authorized<Entry>,
  fields: EntryFields,
): Promise<void> {
  const { table, columns } = inDatabase[list];
  const names = columns.join(', ');
  await tx.client.query(
    `update ${table} set (${names}) = (select ${names} from jsonb_populate_record(null::${table}, $3::jsonb))
      where client_id = $1 and id = $2`,
    [entry.clientId, entry.id, JSON.stringify(fields)],
  );
}

export async function removeEntry(tx: Tx, list: ListName, entry: Authorized<Entry>): Promise<void> {
  const text = `delete from ${inDatabase[list].table} where client_id = $1 and id = $2`;
  await tx.client.query(text, [entry.clientId, entry.id]);
}

/** Numbers the list from 1 in this order, in one statement. The list must be locked. */
export async function renumber(
  tx: Tx,
  list: ListName,
  clientId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.client.query(
    `update ${inDatabase[list].table} as entry set ordinal = new.place
       from unnest($2::uuid[]) with ordinality as new (id, place)
      where entry.client_id = $1 and entry.id = new.id`,
    [clientId, ids],
  );
}

/** Which tables use a list's entries. Questions are copied instead. */
const usedBy: Partial<Record<ListName, { tables: string; column: string; byStudents: boolean }>> = {
  schools: { tables: 'schools', column: 'school_id', byStudents: true },
  programs: { tables: 'programs', column: 'program_id', byStudents: true },
  focusAreas: { tables: 'focus_areas', column: 'focus_area_id', byStudents: false },
};

/** Where an entry is used and how often. Waits for transactions that are about to use it, and counts them. */
export async function countUses(
  tx: Tx,
  list: ListName,
  { clientId, id }: Authorized<Entry>,
): Promise<{ where: UsePlace; count: number }[]> {
  const by = usedBy[list];
  if (!by) return [];
  await tx.client.query(`select from ${inDatabase[list].table} where client_id = $1 and id = $2 for update`, [
    clientId,
    id,
  ]);
  // A student has one school and one program, and several focus areas. A placement remembers the former.
  const attending = `
       union all select 'students' from students where client_id = $1 and ${by.column} = $2
       union all select 'placements' from projects where client_id = $1 and ${by.column} = $2`;
  const { rows } = await tx.client.query<{ where: UsePlace; count: number }>(
    `select place as where, count(*)::int as count from (
       select 'opportunities' as place from opportunity_${by.tables} where client_id = $1 and ${by.column} = $2
       union all
       select case u.role when 'Student' then 'students' when 'Business' then 'businesses' else 'teachers' end
         from user_${by.tables} using_it
         join users u on u.client_id = using_it.client_id and u.id = using_it.user_id
        where using_it.client_id = $1 and using_it.${by.column} = $2
       ${by.byStudents ? attending : ''}
     ) as uses group by place order by place`,
    [clientId, id],
  );
  return rows;
}
