import {
  bigint,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { clients } from './clients.ts';
import { bytes, clientId, manyBytes, moment, ownId } from './columns.ts';

/** The states and territories, shared by all school systems. */
export const states = pgTable('states', {
  code: text('code').primaryKey(),
  id: uuid('id').notNull().defaultRandom(),
  name: text('name').notNull(),
});

/** What was done, by whom, to whom. No foreign keys to people: the record stays when its subject is deleted. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    clientId: clientId().references(() => clients.id, { onDelete: 'cascade' }),
    id: ownId(),
    at: moment('at').notNull(),
    action: text('action').notNull(),
    actorId: uuid('actor_id'),
    actorName: text('actor_name').notNull(),
    /** The person masquerading. */
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

/**
 * Each entry's position in its client's hash chain, written by the database when the entry's transaction commits.
 * `hash` covers the entry and the hash before it. Names and details are covered by `seals`, one for each part, each
 * with its own salt: once the salt is deleted, a part can be blanked, and the chain still verifies. No foreign key to
 * the entry, so a deleted one leaves its position.
 */
export const auditChain = pgTable(
  'audit_chain',
  {
    clientId: clientId().references(() => clients.id, { onDelete: 'cascade' }),
    position: bigint('position', { mode: 'number' }).notNull(),
    entryId: uuid('entry_id').notNull(),
    /** For the actor's name, the name of the person masquerading, the subject's name, and the details. */
    salts: manyBytes('salts').notNull(),
    seals: manyBytes('seals').notNull(),
    hash: bytes('hash').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.position] }),
    uniqueIndex('audit_chain_by_entry').on(t.entryId),
  ],
);

/** Addresses that were looked up, by their hash: the answer is not secret, and who asked is not stored. */
export const geocodeAnswers = pgTable('geocode_answers', {
  queryHash: text('query_hash').primaryKey(),
  lat: doublePrecision('lat').notNull(),
  lon: doublePrecision('lon').notNull(),
  precision: text('precision').notNull(),
  answeredAt: moment('answered_at').notNull(),
});

/** How often something was recently tried, by the hash of what and by whom. All servers count here. */
export const tries = pgTable(
  'tries',
  {
    key: bytes('key').primaryKey(),
    count: integer('count').notNull(),
    endsAt: moment('ends_at').notNull(),
  },
  (t) => [index('tries_by_end').on(t.endsAt)],
);

/**
 * The key that this installation seals documents with: created at the first start, the same for all its servers. Only
 * the owner can read it, and no backup contains it.
 */
export const sealingKeys = pgTable('sealing_keys', {
  /** The table has one row. */
  id: integer('id').primaryKey().default(1),
  /** PKCS #8. */
  privateKey: bytes('private_key').notNull(),
  /** X.509. */
  certificate: bytes('certificate').notNull(),
  createdAt: moment('created_at').notNull(),
});
