import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { clientId, createdAt, emptyText, moment, ownId, revision } from './columns.ts';
import { users } from './people.ts';

/**
 * A business's contacts. The first is `contact` in its profile, and the next one responsible for administration is
 * `admin`.
 */
export const businessContacts = pgTable(
  'business_contacts',
  {
    clientId: clientId(),
    id: ownId(),
    businessId: uuid('business_id').notNull(),
    /** From 1, without gaps; unique per business (the migration defers that to the commit). */
    ordinal: integer('ordinal').notNull(),
    name: emptyText('name'),
    email: emptyText('email'),
    phone: emptyText('phone'),
    /** Another address, for codes; only staff see and change it. */
    codeEmail: emptyText('code_email'),
    roles: text('roles').array().notNull().default(sql`'{}'::text[]`),
    /** As in `users`. */
    mailReturnedAt: moment('mail_returned_at'),
    createdAt: createdAt(),
    revision: revision(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    foreignKey({ columns: [t.clientId, t.businessId], foreignColumns: [users.clientId, users.id] }).onDelete(
      'cascade',
    ),
    index('contacts_with_returned_mail').on(t.clientId).where(sql`mail_returned_at is not null`),
    index('business_contacts_by_phone').on(t.clientId, t.phone, t.businessId).where(sql`ordinal = 1`),
    check('business_contacts_roles', sql`roles <@ array['supervisor', 'signatory', 'administration']`),
  ],
);
