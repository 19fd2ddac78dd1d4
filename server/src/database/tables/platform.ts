import { doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { clients } from './clients.ts';
import { bytes, clientId, moment, ownId } from './columns.ts';

/** The states and territories, the same for every school system. */
export const states = pgTable('states', {
  code: text('code').primaryKey(),
  id: uuid('id').notNull().defaultRandom(),
  name: text('name').notNull(),
});

/** What was done, by whom, to whom. No keys to people: the record is kept when its subject is deleted. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    clientId: clientId().references(() => clients.id, { onDelete: 'cascade' }),
    id: ownId(),
    at: moment('at').notNull(),
    action: text('action').notNull(),
    actorId: uuid('actor_id'),
    actorName: text('actor_name').notNull(),
    /** Who was behind a masquerade. */
    adminId: uuid('admin_id'),
    adminName: text('admin_name'),
    subjectId: uuid('subject_id'),
    subjectName: text('subject_name'),
    details: jsonb('details'),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    index('audit_entries_by_time').on(t.clientId, t.at, t.id),
    index('audit_entries_by_action').on(t.clientId, t.action, t.at, t.id),
    index('audit_entries_by_subject').on(t.clientId, t.subjectId, t.at),
  ],
);

/** Addresses that were looked up, kept by their hash: the answer is no secret, who asked is not kept. */
export const geocodeAnswers = pgTable('geocode_answers', {
  queryHash: text('query_hash').primaryKey(),
  lat: doublePrecision('lat').notNull(),
  lon: doublePrecision('lon').notNull(),
  precision: text('precision').notNull(),
  answeredAt: moment('answered_at').notNull(),
});

/** How often something was tried lately, by the hash of what and by whom: every server counts here. */
export const tries = pgTable(
  'tries',
  {
    key: bytes('key').primaryKey(),
    count: integer('count').notNull(),
    endsAt: moment('ends_at').notNull(),
  },
  (t) => [index('tries_by_end').on(t.endsAt)],
);
