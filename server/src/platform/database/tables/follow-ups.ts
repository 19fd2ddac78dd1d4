import type { EscalationTarget } from '@waypost/contract/oversight/follow-ups/reminders';
import type { FollowUpKind } from '@waypost/contract/oversight/follow-ups/rules';
import { boolean, date, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { clients } from './clients.ts';
import { bytes, clientId, moment } from './columns.ts';

/** Reminders and snoozes for open tasks. Whether a task is open follows from the rows that it is about. */
export const followUps = pgTable(
  'follow_ups',
  {
    clientId: clientId().references(() => clients.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<FollowUpKind>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    /**
     * Since when it has been waiting. If that has changed, it is a new follow-up, and this row does not apply to it.
     */
    since: date('since', { mode: 'string' }).notNull(),
    snoozedUntil: date('snoozed_until', { mode: 'string' }),
    reminders: integer('reminders').notNull().default(0),
    remindedAt: moment('reminded_at'),
    /** When each person was reminded last: the hash of the address, and the moment. */
    remindedPeople: jsonb('reminded_people').$type<Record<string, string>>().notNull().default({}),
    escalatedAt: moment('escalated_at'),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.kind, t.subjectId] })],
);

/** Who was reminded on which day, so that nobody is reminded twice. Stores only the hash of the address. */
export const remindedPeople = pgTable(
  'reminded_people',
  {
    clientId: clientId().references(() => clients.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    addressHash: bytes('address_hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.day, t.addressHash] })],
);

/** When people are reminded of a kind. A kind without a row has the default. */
export const reminderPlans = pgTable(
  'reminder_plans',
  {
    clientId: clientId().references(() => clients.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<FollowUpKind>().notNull(),
    reminds: boolean('reminds').notNull(),
    first: integer('first').notNull(),
    every: integer('every').notNull(),
    last: integer('last').notNull(),
    escalates: boolean('escalates').notNull(),
    escalate: integer('escalate').notNull(),
    escalates_to: text('escalates_to')
      .array()
      .$type<EscalationTarget[]>()
      .notNull()
      .default(['Teacher', 'Admin']),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.kind] })],
);
