import type { FollowUpKind } from '@waypost/contract/follow-ups/rules';
import { date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { clients } from './clients.ts';
import { bytes, clientId, moment } from './columns.ts';

/**
 * What was done about something that somebody still has to do. That it has to be done follows from the rows that it is about,
 * so nothing here can outlive its reason.
 */
export const followUps = pgTable(
  'follow_ups',
  {
    clientId: clientId().references(() => clients.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<FollowUpKind>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    /** Since when it waited. Where that has changed, it is another one, and nothing was done about it. */
    since: date('since', { mode: 'string' }).notNull(),
    snoozedUntil: date('snoozed_until', { mode: 'string' }),
    reminders: integer('reminders').notNull().default(0),
    remindedAt: moment('reminded_at'),
    escalatedAt: moment('escalated_at'),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.kind, t.subjectId] })],
);

/** Who was reminded on which day: nobody twice. Of the address only the hash is stored. */
export const remindedPeople = pgTable(
  'reminded_people',
  {
    clientId: clientId().references(() => clients.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    addressHash: bytes('address_hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.day, t.addressHash] })],
);
