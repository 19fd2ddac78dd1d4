import type { ClientBase } from 'pg';

/** A student's account. */
export interface StudentKey {
  clientId: string;
  id: string;
}

export const SIGNED_DOCUMENTS_OF_STUDENT = `client_id = $1 and id in (
  select d.file_id from signed_documents d
    join agreements a on a.client_id = d.client_id and a.id = d.agreement_id
    join projects p on p.client_id = a.client_id and p.id = a.project_id
   where p.client_id = $1 and p.student_id = $2)`;

/** A student's uploads, and the signed agreements of their placements. */
const FILES_OF_STUDENT = `client_id = $1 and owner_id = $2 and shelf is null or ${SIGNED_DOCUMENTS_OF_STUDENT}`;

export const filesOfStudent = async (connection: ClientBase, { clientId, id }: StudentKey) =>
  (
    await connection.query<{ storage_key: string; name: string; content_type: string }>(
      `select storage_key, name, content_type from files where ${FILES_OF_STUDENT} order by created_at, id`,
      [clientId, id],
    )
  ).rows;

/**
 * The rows of each table that belong to a student ($1 the school system, $2 their id): those that reference their
 * account, and those that reference these, by the foreign keys. A new table needs no change here.
 */
export async function ofStudent(connection: ClientBase): Promise<Map<string, string>> {
  const { rows: keys } = await connection.query<{ child: string; parent: string; of: string; to: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent,
       (select string_agg(quote_ident(attname), ', ' order by n) from unnest(conkey) with ordinality k(number, n)
          join pg_attribute on attrelid = conrelid and attnum = number) as of,
       (select string_agg(quote_ident(attname), ', ' order by n) from unnest(confkey) with ordinality k(number, n)
          join pg_attribute on attrelid = confrelid and attnum = number) as to
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const where = new Map<string, string>([
    ['users', 'client_id = $1 and id = $2'],
    ['files', FILES_OF_STUDENT],
    ['audit_entries', 'client_id = $1 and $2 in (actor_id, admin_id, subject_id)'],
    ['masquerades', 'client_id = $1 and user_id = $2'],
  ]);
  const roots = [...where.keys()];
  for (const parent of ['users', 'applications', 'projects', 'evaluations', 'agreements'])
    for (const { child, of, to } of keys.filter((key) => key.parent === parent)) {
      const condition = where.get(parent);
      if (!condition || roots.includes(child)) continue;
      const theirs = `(${of}) in (select ${to} from ${parent} where ${condition})`;
      const before = where.get(child);
      where.set(child, before ? `${before} or ${theirs}` : theirs);
    }
  return where;
}
