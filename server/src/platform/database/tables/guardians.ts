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
import { clientId, createdAt, emptyText, moment, ownId, revision } from './columns.ts';
import { users } from './people.ts';

/** A student's parents and guardians, in order. The first two are `parent` and `alternate_parent` in the profile. */
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
    /** Another address, for codes; only staff see and change it. */
    codeEmail: emptyText('code_email'),
    language: text('language').$type<Locale>().notNull().default('en'),
    maySign: boolean('may_sign').notNull().default(true),
    addedBy: text('added_by').notNull(),
    /** Staff verified this guardian. Without that, a guardian named by the student cannot consent. */
    confirmed: boolean('confirmed').notNull().default(false),
    /** As in `users`. */
    mailReturnedAt: moment('mail_returned_at'),
    createdAt: createdAt(),
    revision: revision(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    foreignKey({ columns: [t.clientId, t.studentId], foreignColumns: [users.clientId, users.id] }).onDelete(
      'cascade',
    ),
    index('guardians_with_returned_mail').on(t.clientId).where(sql`mail_returned_at is not null`),
    index('guardians_to_confirm')
      .on(t.clientId, t.createdAt)
      .where(sql`not confirmed and may_sign and email <> ''`),
    check('guardians_added_by', sql`added_by in ('school', 'student')`),
    check('guardians_language', sql`language in ('en', 'es')`),
  ],
);
