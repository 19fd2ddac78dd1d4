import type { Locale } from '@waypost/contract/i18n';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { clientId, createdAt, emptyText, ownId } from './columns.ts';
import { users } from './people.ts';

/** A student's parents and guardians. The first two, in their order, are the documents' `parent` and `alternate_parent`. */
export const guardians = pgTable(
  'guardians',
  {
    clientId: clientId(),
    id: ownId(),
    studentId: uuid('student_id').notNull(),
    /** From 1, without gaps; unique per student (the migration defers that to the commit). */
    ordinal: integer('ordinal').notNull(),
    name: emptyText('name'),
    relationship: emptyText('relationship'),
    email: emptyText('email'),
    phone: emptyText('phone'),
    language: text('language').$type<Locale>().notNull().default('en'),
    maySign: boolean('may_sign').notNull().default(true),
    addedBy: text('added_by').notNull(),
    /** Staff verified this guardian. Without that, a guardian named by the student cannot consent. */
    confirmed: boolean('confirmed').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    foreignKey({ columns: [t.clientId, t.studentId], foreignColumns: [users.clientId, users.id] }).onDelete(
      'cascade',
    ),
    index('guardians_to_confirm')
      .on(t.clientId, t.createdAt)
      .where(sql`not confirmed and may_sign and email <> ''`),
    check('guardians_added_by', sql`added_by in ('school', 'student')`),
    check('guardians_language', sql`language in ('en', 'es')`),
  ],
);
