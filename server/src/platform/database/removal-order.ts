import type { PoolClient } from 'pg';

/** Every table with rows of school systems, each before those that its foreign keys reference. */
export async function inOrderOfRemoval(connection: PoolClient): Promise<string[]> {
  const { rows: tables } = await connection.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c
      where c.table_schema = 'public' and c.column_name = 'client_id'`,
  );
  // Keys that cascade or set null do not block a deletion.
  const { rows: keys } = await connection.query<{ child: string; parent: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
      where contype = 'f' and confdeltype in ('a', 'r') and conrelid <> confrelid`,
  );
  const left = new Set(tables.map(({ name }) => name));
  const order: string[] = [];
  while (left.size > 0) {
    const free = [...left].filter(
      (table) => !keys.some(({ child, parent }) => parent === table && left.has(child)),
    );
    if (free.length === 0) throw new Error(`foreign keys form a circle: ${[...left].join(', ')}`);
    for (const table of free) left.delete(table);
    order.push(...free);
  }
  return order;
}
