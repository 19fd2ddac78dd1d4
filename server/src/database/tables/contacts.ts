import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { clientId, createdAt, emptyText, ownId } from './columns.ts';
import { users } from './people.ts';

/**
 * A business's contacts. The first is the documents' `contact`, and the next one responsible for administration their
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
    roles: text('roles').array().notNull().default(sql`'{}'::text[]`),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    foreignKey({ columns: [t.clientId, t.businessId], foreignColumns: [users.clientId, users.id] }).onDelete(
      'cascade',
    ),
    index('business_contacts_by_phone').on(t.clientId, t.phone, t.businessId).where(sql`ordinal = 1`),
    check('business_contacts_roles', sql`roles <@ array['supervisor', 'signatory', 'administration']`),
  ],
);
