import { randomBytes } from 'node:crypto';

export type Row<T extends { $inferInsert: object }> = Partial<T['$inferInsert']>;

/** A name that no other test has. */
export const named = (word: string) => `${word} ${randomBytes(3).toString('hex')}`;

/** The one row that was inserted. */
export async function inserted<T>(query: Promise<T[]>): Promise<T> {
  const [row] = await query;
  if (!row) throw new Error('nothing was inserted');
  return row;
}
