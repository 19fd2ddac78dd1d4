import type { Tx } from './connect.ts';

/** A statement that selects only `id`, in the list's order. */
export interface IdsStatement {
  sql: string;
  params: unknown[];
}

/** A list's ids, read from the database in batches. */
export interface IdCursor {
  /** The number of rows of the whole list, whatever the offset. */
  total: number;
  /** The next ids in order; empty once all have been read. */
  next(): Promise<string[]>;
}

/** Rows per batch. The event loop is free between two batches. */
export const ROWS_IN_A_BATCH = 100;

/**
 * Opens the transaction's only cursor. One statement finds and sorts the ids, so that nobody is listed twice or left
 * out, however long the reading takes. PostgreSQL stores them: this process has at most one batch in memory.
 */
export async function openIds({ client }: Tx, ids: IdsStatement, offset = 0): Promise<IdCursor> {
  await client.query(`declare listed scroll cursor for ${ids.sql}`, ids.params);
  const { rowCount } = await client.query('move forward all in listed');
  await client.query(`move absolute ${offset} in listed`);
  return {
    total: rowCount ?? 0,
    next: async () => {
      const { rows } = await client.query<{ id: string }>(`fetch forward ${ROWS_IN_A_BATCH} from listed`);
      return rows.map(({ id }) => id);
    },
  };
}

/** The rows of these ids in batches, in the order of the ids. Rows deleted in the meantime are left out. */
export async function* readRows<Row extends { _id: string }>(
  ids: IdCursor,
  load: (ids: string[]) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let batch = await ids.next(); batch.length > 0; batch = await ids.next()) {
    const rows = new Map((await load(batch)).map((row) => [row._id, row]));
    yield batch.flatMap((id) => rows.get(id) ?? []);
  }
}
