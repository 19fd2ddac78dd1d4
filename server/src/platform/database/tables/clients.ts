import { boolean, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, revision } from './columns.ts';

/** School systems, and one more row: the platform itself, which is the SuperAdmins' own tenant and has the defaults. */
export const clients = pgTable('clients', {
  id: uuid('id').primaryKey().defaultRandom(),
  fullName: text('full_name').notNull(),
  shortName: text('short_name').notNull(),
  maxUsers: integer('max_users').notNull(),
  isPlatform: boolean('is_platform').notNull().default(false),
  createdAt: createdAt(),
  /** The day on which it is erased with everything in it; null unless a SuperAdmin has announced the erasure. */
  eraseOn: date('erase_on', { mode: 'string' }),
  revision: revision(),
});
