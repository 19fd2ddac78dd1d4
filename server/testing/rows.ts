import { randomBytes } from 'node:crypto';

export type Row<T extends { $inferInsert: object }> = Partial<T['$inferInsert']>;

/** A unique name. */
export const named = (word: string) => `${word} ${randomBytes(3).toString('hex')}`;

/** The one inserted row. */
export async function inserted<T>(query: Promise<T[]>): Promise<T> {
  const [row] = await query;
  if (!row) throw new Error('nothing was inserted');
  return row;
}
