import type { Tx } from './connect.ts';

/** A statement that selects only `id`, in the list's order. */
export interface IdsStatement {
  sql: string;
  params: unknown[];
}

/** Reads a list's ids from the database in batches. */
export interface IdCursor {
  /** The number of rows in the whole list, regardless of the offset. */
  total: number;
  /** The next ids in order; empty once all have been read. */
  next(): Promise<string[]>;
}

/** Rows per batch to look up, present and send. The event loop is free between two batches. */
export const ROWS_IN_A_BATCH = 100;

/**
 * Opens the transaction's only cursor. A single statement finds and orders the ids, so no row is listed twice
 * or skipped however long the reading takes. The ids stay in PostgreSQL; at most one batch is in memory.
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

/**
 * The rows with these ids in batches, in the order of the ids. Skips rows that have been deleted meanwhile.
 */
export async function* readRows<Row extends { _id: string }>(
  ids: IdCursor,
  load: (ids: string[]) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let batch = await ids.next(); batch.length > 0; batch = await ids.next()) {
    const rows = new Map((await load(batch)).map((row) => [row._id, row]));
    yield batch.flatMap((id) => rows.get(id) ?? []);
  }
}
