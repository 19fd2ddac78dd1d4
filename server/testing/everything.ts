import type { Pool } from 'pg';

/** A digest of each table, for comparing before and after; without the counts of tries, which refused calls add to. */
export async function everything(owner: Pool): Promise<string> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'tries' order by 1`,
  );
  const digest = (name: string) =>
    `select '${name} ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as row from "${name}" t`;
  const { rows } = await owner.query<{ row: string }>(
    tables.map(({ name }) => digest(name)).join(' union all '),
  );
  return rows.map(({ row }) => row).join('\n');
}
