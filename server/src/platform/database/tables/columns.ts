import { sql } from 'drizzle-orm';
import { boolean, customType, doublePrecision, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Bytes, such as a hash. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** One value of bytes for each of several parts. */
export const manyBytes = customType<{ data: (Buffer | null)[] }>({ dataType: () => 'bytea[]' });

/** Text compared byte by byte, so that a prefix is a range of an index on any database. */
export const bytewiseText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** A moment, read and written as a `Date`. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const createdAt = () => moment('created_at').notNull().defaultNow();
export const updatedAt = () => moment('updated_at').notNull().defaultNow();

/** The two halves of every tenant table's key. */
export const clientId = () => uuid('client_id').notNull();
export const ownId = () => uuid('id').notNull().default(sql`gen_random_uuid()`);

/**
 * Incremented by the database with every change (`count_revisions`), and for an account by what saves its form and by
 * `count_revision_of_person`.
 */
export const revision = () => integer('revision').notNull().default(1);

export const emptyText = (name: string) => text(name).notNull().default('');

/** An address and its coordinates, in degrees; null before any lookup, 0,0 if no service found it. */
export const place = () => ({
  street: emptyText('street'),
  city: emptyText('city'),
  state: emptyText('state'),
  zip: emptyText('zip'),
  lat: doublePrecision('lat'),
  lon: doublePrecision('lon'),
  userOverwroteLocation: boolean('user_overwrote_location').notNull().default(false),
});
