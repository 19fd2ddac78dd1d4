import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { clients } from './clients.ts';
import { clientId, createdAt, emptyText, moment, ownId } from './columns.ts';

/** A file's row; its bytes are in the file store under `storageKey`, which is never exposed. */
export const files = pgTable(
  'files',
  {
    clientId: clientId().references(() => clients.id, { onDelete: 'cascade' }),
    id: ownId(),
    /**
     * Null for files that outlive their owner, such as resources. Not a foreign key: an owner may be deleted before
     * their files.
     */
    ownerId: uuid('owner_id'),
    name: text('name').notNull(),
    /** A resource's name in Spanish; empty if it is not translated. */
    nameEs: emptyText('name_es'),
    description: emptyText('description'),
    contentType: text('content_type').notNull(),
    bytes: integer('bytes').notNull(),
    storageKey: text('storage_key').notNull(),
    /** `student` or `business` for a resource, `logo` for a public file, else null. */
    shelf: text('shelf'),
    ordinal: integer('ordinal').notNull().default(0),
    noDelete: boolean('no_delete').notNull().default(false),
    createdAt: createdAt(),
    /** When a newer agreement replaced this one, which an account was approved with. */
    replacedAt: moment('replaced_at'),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    index('files_by_owner').on(t.clientId, t.ownerId),
    index('files_by_shelf').on(t.clientId, t.shelf, t.ordinal),
    uniqueIndex('files_by_id').on(t.id),
  ],
);
