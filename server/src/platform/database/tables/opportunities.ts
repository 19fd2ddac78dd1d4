import type { OpportunityInput } from '@waypost/contract/opportunities/opportunities/forms';
import type { InterviewState } from '@waypost/contract/placements/applications/interviews';
import type { ApplicationStatus } from '@waypost/contract/statuses';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  bytewiseText,
  clientId,
  createdAt,
  emptyText,
  moment,
  ownId,
  place,
  revision,
  updatedAt,
} from './columns.ts';
import { focusAreas, programs, schools } from './lists.ts';
import { users } from './people.ts';

const hourly = (name: string) => numeric(name, { precision: 5, scale: 2, mode: 'number' });

export const opportunities = pgTable(
  'opportunities',
  {
    clientId: clientId(),
    id: ownId(),
    /** Null once the business is deleted; its finished placements stay. */
    businessId: uuid('business_id'),
    title: text('title').notNull(),
    shortDescription: emptyText('short_description'),
    skillsRequired: emptyText('skills_required'),
    fullDescription: emptyText('full_description'),
    audience: text('audience').$type<OpportunityInput['audience']>().notNull(),
    availableSlots: integer('available_slots').notNull(),
    /** Spots taken; changes only together with an application's acceptance. */
    acceptedCount: integer('accepted_count').notNull().default(0),
    opportunityType: text('opportunity_type').$type<OpportunityInput['opportunity_type']>().notNull(),
    internshipType: text('internship_type').$type<OpportunityInput['internship_type']>().notNull(),
    timeFrame: text('time_frame').$type<OpportunityInput['time_frame']>().notNull(),
    compensation: text('compensation').$type<OpportunityInput['paidUnpaid']>().notNull(),
    /** Dollars an hour; null if the business does not say. */
    payFrom: hourly('pay_from'),
    payTo: hourly('pay_to'),
    days: text('days').array().$type<OpportunityInput['days']>().notNull().default([]),
    hoursPerWeek: integer('hours_per_week'),
    dressNotes: emptyText('dress_notes'),
    transportNotes: emptyText('transport_notes'),
    applicationOpen: date('application_open', { mode: 'string' }).notNull(),
    applicationClose: date('application_close', { mode: 'string' }).notNull(),
    employmentStart: date('employment_start', { mode: 'string' }).notNull(),
    employmentStop: date('employment_stop', { mode: 'string' }).notNull(),
    ...place(),
    /** The upload that created it, if it was imported. */
    importFileId: uuid('import_file_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    revision: revision(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    index('opportunities_by_business').on(t.clientId, t.businessId, t.createdAt),
    // Everything that browsing and the report filter and sort by, so that neither reads the texts of rows that are not
    // shown.
    index('opportunities_to_browse').on(
      t.clientId,
      t.applicationClose,
      t.id,
      t.employmentStop,
      t.audience,
      t.opportunityType,
      t.compensation,
      t.lat,
      t.lon,
      t.businessId,
      t.createdAt,
      t.title,
      t.applicationOpen,
      t.availableSlots,
      t.acceptedCount,
      t.internshipType,
      t.timeFrame,
    ),
    index('opportunities_by_import').on(t.clientId, t.importFileId),
    check(
      'seats_never_overbooked',
      sql`${t.audience} = 'Specific' or (${t.acceptedCount} >= 0 and ${t.acceptedCount} <= ${t.availableSlots})`,
    ),
    check('pay_in_order', sql`${t.payTo} is null or ${t.payFrom} <= ${t.payTo}`),
  ],
);

/**
 * The stems of the words of an opportunity and its business's name, maintained by triggers. Comparing words is
 * leakproof, unlike full-text operators, so a search can use the index under row-level security.
 */
export const opportunityWords = pgTable(
  'opportunity_words',
  {
    clientId: clientId(),
    word: bytewiseText('word').notNull(),
    opportunityId: uuid('opportunity_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.word, t.opportunityId] }),
    foreignKey({
      columns: [t.clientId, t.opportunityId],
      foreignColumns: [opportunities.clientId, opportunities.id],
    }).onDelete('cascade'),
    index('opportunity_words_by_opportunity').on(t.clientId, t.opportunityId),
  ],
);

const opportunityKey = () => ({ clientId: clientId(), opportunityId: uuid('opportunity_id').notNull() });

export const opportunityFocusAreas = pgTable(
  'opportunity_focus_areas',
  { ...opportunityKey(), focusAreaId: uuid('focus_area_id').notNull() },
  (t) => [
    primaryKey({ columns: [t.clientId, t.opportunityId, t.focusAreaId] }),
    foreignKey({
      columns: [t.clientId, t.opportunityId],
      foreignColumns: [opportunities.clientId, opportunities.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [t.clientId, t.focusAreaId],
      foreignColumns: [focusAreas.clientId, focusAreas.id],
    }),
    index('opportunity_focus_areas_by_area').on(t.clientId, t.focusAreaId),
  ],
);

export const opportunitySchools = pgTable(
  'opportunity_schools',
  { ...opportunityKey(), schoolId: uuid('school_id').notNull() },
  (t) => [
    primaryKey({ columns: [t.clientId, t.opportunityId, t.schoolId] }),
    foreignKey({
      columns: [t.clientId, t.opportunityId],
      foreignColumns: [opportunities.clientId, opportunities.id],
    }).onDelete('cascade'),
    foreignKey({ columns: [t.clientId, t.schoolId], foreignColumns: [schools.clientId, schools.id] }),
    index('opportunity_schools_by_school').on(t.clientId, t.schoolId),
  ],
);

export const opportunityPrograms = pgTable(
  'opportunity_programs',
  { ...opportunityKey(), programId: uuid('program_id').notNull() },
  (t) => [
    primaryKey({ columns: [t.clientId, t.opportunityId, t.programId] }),
    foreignKey({
      columns: [t.clientId, t.opportunityId],
      foreignColumns: [opportunities.clientId, opportunities.id],
    }).onDelete('cascade'),
    foreignKey({ columns: [t.clientId, t.programId], foreignColumns: [programs.clientId, programs.id] }),
    index('opportunity_programs_by_program').on(t.clientId, t.programId),
  ],
);

/** The students to whom a Specific opportunity is offered. */
export const opportunityStudents = pgTable(
  'opportunity_students',
  { ...opportunityKey(), studentId: uuid('student_id').notNull() },
  (t) => [
    primaryKey({ columns: [t.clientId, t.opportunityId, t.studentId] }),
    foreignKey({
      columns: [t.clientId, t.opportunityId],
      foreignColumns: [opportunities.clientId, opportunities.id],
    }).onDelete('cascade'),
    foreignKey({ columns: [t.clientId, t.studentId], foreignColumns: [users.clientId, users.id] }).onDelete(
      'cascade',
    ),
    index('opportunity_students_by_student').on(t.clientId, t.studentId),
  ],
);

/** The opportunities that students saved for later. */
export const savedOpportunities = pgTable(
  'saved_opportunities',
  {
    ...opportunityKey(),
    studentId: uuid('student_id').notNull(),
    savedAt: moment('saved_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.studentId, t.opportunityId] }),
    foreignKey({
      columns: [t.clientId, t.opportunityId],
      foreignColumns: [opportunities.clientId, opportunities.id],
    }).onDelete('cascade'),
    foreignKey({ columns: [t.clientId, t.studentId], foreignColumns: [users.clientId, users.id] }).onDelete(
      'cascade',
    ),
    index('saved_opportunities_by_opportunity').on(t.clientId, t.opportunityId),
  ],
);

/** The search that a student gets a weekly email about, at most one per student. */
export const savedSearches = pgTable(
  'saved_searches',
  {
    clientId: clientId(),
    studentId: uuid('student_id').notNull(),
    filter: jsonb('filter').notNull(),
    /** Anything since then is new. */
    lookedAt: moment('looked_at').notNull(),
    /** The code in the link that stops the emails. */
    stopCode: uuid('stop_code').notNull().defaultRandom(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.studentId] }),
    foreignKey({ columns: [t.clientId, t.studentId], foreignColumns: [users.clientId, users.id] }).onDelete(
      'cascade',
    ),
    unique('one_search_to_stop').on(t.stopCode),
  ],
);

export const applications = pgTable(
  'applications',
  {
    clientId: clientId(),
    id: ownId(),
    opportunityId: uuid('opportunity_id').notNull(),
    /** Null once the student is deleted: the business sees a line that says so. */
    studentId: uuid('student_id'),
    status: text('status').$type<ApplicationStatus>().notNull(),
    coverLetter: text('cover_letter').notNull(),
    /** The business's own note. Nobody else sees it. */
    businessNotes: emptyText('business_notes'),
    /** The business's own stars; 0: none yet. */
    businessStars: smallint('business_stars').notNull().default(0),
    /** The business's message when it declined several applications together. */
    declineMessage: emptyText('decline_message'),
    /** The business's message with its offer. */
    offerMessage: emptyText('offer_message'),
    /** The day by which to reply to the offer; null without an offer, or if it was made before reply-by dates existed. */
    replyBy: date('reply_by', { mode: 'string' }),
    /** The status before the offer, which undoing it restores; null for an automatic offer. */
    offeredFrom: text('offered_from').$type<ApplicationStatus>(),
    /** When the email about an offer is sent; until then, its business can undo the offer. Null once it is sent. */
    offerSendsAt: moment('offer_sends_at'),
    appliedAt: moment('applied_at').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    foreignKey({
      columns: [t.clientId, t.opportunityId],
      foreignColumns: [opportunities.clientId, opportunities.id],
    }),
    unique('one_application_each').on(t.clientId, t.opportunityId, t.studentId),
    index('applications_by_opportunity').on(t.clientId, t.opportunityId, t.status, t.appliedAt),
    // Covers every column that the count of all applications needs.
    index('applications_by_student').on(t.clientId, t.studentId, t.appliedAt, t.createdAt),
    index('offers_to_send').on(t.clientId, t.offerSendsAt).where(sql`${t.offerSendsAt} is not null`),
  ],
);

/** The interview of an application, once its business has scheduled one. */
export const interviews = pgTable(
  'interviews',
  {
    clientId: clientId(),
    applicationId: uuid('application_id').notNull(),
    state: text('state').$type<InterviewState>().notNull(),
    /** Null until its business has chosen a time. */
    startsAt: moment('starts_at'),
    /** The day of an interview without a time, if its business has chosen one. */
    day: date('day', { mode: 'string' }),
    minutes: integer('minutes').notNull(),
    place: text('place').notNull(),
    message: emptyText('message'),
    /** The time that the student proposes instead. */
    proposedAt: moment('proposed_at'),
    proposal: emptyText('proposal'),
    /** Incremented with each change, so that calendars replace their entry. */
    sequence: integer('sequence').notNull().default(0),
    /** Whether the business has it in its calendar: true once it was first confirmed. */
    inBusinessCalendar: boolean('in_business_calendar').notNull().default(false),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.applicationId] }),
    foreignKey({
      columns: [t.clientId, t.applicationId],
      foreignColumns: [applications.clientId, applications.id],
    }).onDelete('cascade'),
  ],
);
