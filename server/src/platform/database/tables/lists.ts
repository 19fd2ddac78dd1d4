import type { Locale } from '@waypost/contract/i18n';
import type { Weekday } from '@waypost/contract/opportunities/opportunities/schedule';
import { defaultHours } from '@waypost/contract/oversight/follow-ups/reminders';
import type { SigningOrder } from '@waypost/contract/placements/agreements/rules';
import {
  DEFAULT_OFFER_DAYS,
  DEFAULT_ZONE,
  type TimeZone,
} from '@waypost/contract/school-system/settings/rules';
import { sql } from 'drizzle-orm';
import { boolean, date, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { clients } from './clients.ts';
import { clientId, emptyText, ownId, place, revision } from './columns.ts';

export const settings = pgTable('settings', {
  clientId: uuid('client_id')
    .primaryKey()
    .references(() => clients.id, { onDelete: 'cascade' }),
  shortName: emptyText('short_name'),
  fullName: emptyText('full_name'),
  phoneNumber: emptyText('phone_number'),
  logoFileId: uuid('logo_file_id'),
  /** Null until an Admin sets one. It is never read back. */
  defaultPasswordHash: text('default_password_hash'),
  /** Whether staff must use two-step login. */
  staffSecondFactor: boolean('staff_second_factor').notNull().default(false),
  facebook: emptyText('facebook'),
  twitter: emptyText('twitter'),
  snapchat: emptyText('snapchat'),
  instagram: emptyText('instagram'),
  isComplete: boolean('is_complete').notNull().default(false),
  /** The language of everyone who has not chosen one; null for that of each reader's browser. */
  locale: text('locale').$type<Locale>(),
  timeZone: text('time_zone').$type<TimeZone>().notNull().default(DEFAULT_ZONE),
  /** How many days students have to reply to an offer. */
  offerDays: integer('offer_days').notNull().default(DEFAULT_OFFER_DAYS),
  signingOrder: text('signing_order').$type<SigningOrder>().notNull().default('parallel'),
  /** Whether hours can be logged before everyone has signed the placement's agreement. */
  hoursBeforeSigned: boolean('hours_before_signed').notNull().default(true),
  /** How many years the records of students who left school are kept; null: nothing is deleted by itself. */
  retentionYears: integer('retention_years'),
  /** The day of the next deletion that Admins were told of. */
  retentionNext: date('retention_next', { mode: 'string' }),
  /** When reminders are sent: full hours of the school system's clocks, and days of the week. */
  remindersFrom: integer('reminders_from').notNull().default(defaultHours.from),
  remindersUntil: integer('reminders_until').notNull().default(defaultHours.until),
  reminderDays: text('reminder_days').array().$type<Weekday[]>().notNull().default(defaultHours.days),
  /** Whether signing and consenting by link takes a code as well. */
  secondProof: boolean('second_proof').notNull().default(false),
  revision: revision(),
});

const listColumns = () => ({
  clientId: clientId().references(() => clients.id, { onDelete: 'cascade' }),
  id: ownId(),
  ordinal: integer('ordinal').notNull(),
  revision: revision(),
});

export const schools = pgTable(
  'schools',
  { ...listColumns(), name: text('name').notNull(), type: text('type').notNull(), ...place() },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    uniqueIndex('schools_by_name').on(t.clientId, sql`lower(${t.name})`),
  ],
);

/** A name, in Spanish too; empty if it is not translated. */
const nameColumns = () => ({ name: text('name').notNull(), nameEs: emptyText('name_es') });

export const programs = pgTable('programs', { ...listColumns(), ...nameColumns() }, (t) => [
  primaryKey({ columns: [t.clientId, t.id] }),
  uniqueIndex('programs_by_name').on(t.clientId, sql`lower(${t.name})`),
]);

export const focusAreas = pgTable('focus_areas', { ...listColumns(), ...nameColumns() }, (t) => [
  primaryKey({ columns: [t.clientId, t.id] }),
  uniqueIndex('focus_areas_by_name').on(t.clientId, sql`lower(${t.name})`),
]);

export const reflectionQuestions = pgTable(
  'reflection_questions',
  {
    ...listColumns(),
    questionText: text('question_text').notNull(),
    /** In Spanish; empty if it is not translated. */
    questionTextEs: emptyText('question_text_es'),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.id] })],
);

export const evaluationQuestions = pgTable(
  'evaluation_questions',
  {
    ...listColumns(),
    questionText: text('question_text').notNull(),
    /** In Spanish; empty if it is not translated. */
    questionTextEs: emptyText('question_text_es'),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.id] })],
);
