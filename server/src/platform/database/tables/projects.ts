import type { ReflectionStatus } from '@waypost/contract/placements/projects/rules';
import type { BusinessStatus } from '@waypost/contract/statuses';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { clientId, createdAt, emptyText, moment, ownId, updatedAt } from './columns.ts';
import { files } from './files.ts';
import { programs, schools } from './lists.ts';
import { applications, opportunities } from './opportunities.ts';
import { users } from './people.ts';

/** A placement: an accepted application of one student at one business. */
export const projects = pgTable(
  'projects',
  {
    clientId: clientId(),
    id: ownId(),
    applicationId: uuid('application_id').notNull(),
    opportunityId: uuid('opportunity_id').notNull(),
    studentId: uuid('student_id'),
    /** Null once the business is deleted: shown as Missing. */
    businessId: uuid('business_id'),
    /** One of the business's contacts. The database sets it to null when the contact is removed. */
    supervisorId: uuid('supervisor_id'),
    /** The student's school, program and graduation year when it started: they do not follow a later change. */
    schoolId: uuid('school_id'),
    programId: uuid('program_id'),
    graduationYear: integer('graduation_year'),
    businessStatus: text('business_status').$type<BusinessStatus>().notNull().default('open'),
    /** When it was completed or terminated; null while it is open, or if it ended before this was recorded. */
    endedAt: moment('ended_at'),
    finalSummary: emptyText('final_summary'),
    finalSummaryUpdatedAt: moment('final_summary_updated_at'),
    finalProjectUpdatedAt: moment('final_project_updated_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    foreignKey({
      columns: [t.clientId, t.applicationId],
      foreignColumns: [applications.clientId, applications.id],
    }),
    foreignKey({
      columns: [t.clientId, t.opportunityId],
      foreignColumns: [opportunities.clientId, opportunities.id],
    }),
    foreignKey({ columns: [t.clientId, t.schoolId], foreignColumns: [schools.clientId, schools.id] }),
    foreignKey({ columns: [t.clientId, t.programId], foreignColumns: [programs.clientId, programs.id] }),
    unique('one_project_each').on(t.clientId, t.applicationId),
    index('projects_by_student').on(t.clientId, t.studentId, t.createdAt),
    index('projects_by_business').on(t.clientId, t.businessId, t.createdAt),
    index('projects_by_year').on(t.clientId, t.graduationYear),
    index('projects_by_age').on(t.clientId, t.createdAt, t.id),
    index('projects_by_supervisor').on(t.clientId, t.supervisorId).where(sql`supervisor_id is not null`),
    index('projects_by_opportunity').on(t.clientId, t.opportunityId, t.businessStatus),
    check('projects_ended', sql`ended_at is null or business_status <> 'open'`),
  ],
);

const projectKey = () => ({ clientId: clientId(), projectId: uuid('project_id').notNull() });

export const hourEntries = pgTable(
  'hour_entries',
  {
    id: ownId(),
    ...projectKey(),
    startDate: date('start_date', { mode: 'string' }).notNull(),
    endDate: date('end_date', { mode: 'string' }).notNull(),
    totalHours: numeric('total_hours', { precision: 7, scale: 2, mode: 'number' }).notNull(),
    textLog: text('text_log').notNull(),
    /** 0 pending, 1 approved, -1 disapproved. */
    businessApproved: smallint('business_approved').notNull().default(0),
    decidedAt: moment('decided_at'),
    /** Who decided, and how they were identified. */
    decidedBy: emptyText('decided_by'),
    decidedVia: text('decided_via'),
    /** Why the business disapproved it; empty otherwise. */
    disapprovalReason: emptyText('disapproval_reason'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    foreignKey({
      columns: [t.clientId, t.projectId],
      foreignColumns: [projects.clientId, projects.id],
    }).onDelete('cascade'),
    index('hour_entries_by_project').on(t.clientId, t.projectId, t.startDate),
    index('hour_entries_pending').on(t.clientId, t.projectId).where(sql`business_approved = 0`),
  ],
);

/**
 * The keys of logged entries, which the browser creates, so that an entry that is sent twice is logged once. A key
 * remains when its entry is deleted, so that a late retry does not restore the entry.
 */
export const hourEntryKeys = pgTable(
  'hour_entry_keys',
  { ...projectKey(), key: uuid('key').notNull() },
  (t) => [
    primaryKey({ columns: [t.clientId, t.projectId, t.key] }),
    foreignKey({
      columns: [t.clientId, t.projectId],
      foreignColumns: [projects.clientId, projects.id],
    }).onDelete('cascade'),
  ],
);

/** The client's questions when the placement started. */
export const projectReflections = pgTable(
  'project_reflections',
  {
    id: ownId(),
    ...projectKey(),
    ordinal: integer('ordinal').notNull(),
    questionText: text('question_text').notNull(),
    /** In Spanish; empty if it was not translated when the placement started. */
    questionTextEs: emptyText('question_text_es'),
    answerText: emptyText('answer_text'),
    status: text('status').$type<ReflectionStatus>().notNull().default('locked'),
    answeredAt: moment('answered_at'),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    foreignKey({
      columns: [t.clientId, t.projectId],
      foreignColumns: [projects.clientId, projects.id],
    }).onDelete('cascade'),
    unique('one_reflection_each').on(t.clientId, t.projectId, t.ordinal),
  ],
);

export const projectFiles = pgTable(
  'project_files',
  { ...projectKey(), fileId: uuid('file_id').notNull(), createdAt: createdAt() },
  (t) => [
    primaryKey({ columns: [t.clientId, t.projectId, t.fileId] }),
    foreignKey({
      columns: [t.clientId, t.projectId],
      foreignColumns: [projects.clientId, projects.id],
    }).onDelete('cascade'),
    foreignKey({ columns: [t.clientId, t.fileId], foreignColumns: [files.clientId, files.id] }),
  ],
);

/** Staff's approvals of a placement's items; an item without a row is not approved. */
export const projectApprovals = pgTable(
  'project_approvals',
  {
    ...projectKey(),
    item: text('item').notNull(),
    approvedBy: uuid('approved_by').notNull(),
    approvedAt: moment('approved_at').notNull(),
    /** Why it was approved below the minimum hours; empty otherwise. */
    reason: emptyText('reason'),
    /** The hours that the business had approved at that time. */
    acceptedHours: numeric('accepted_hours', { precision: 9, scale: 2, mode: 'number' }),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.projectId, t.item] }),
    foreignKey({
      columns: [t.clientId, t.projectId],
      foreignColumns: [projects.clientId, projects.id],
    }).onDelete('cascade'),
  ],
);

/** Work that staff sent back to the student, until the student changes it. */
export const projectReturns = pgTable(
  'project_returns',
  {
    ...projectKey(),
    item: text('item').notNull(),
    reason: text('reason').notNull(),
    sentBackBy: uuid('sent_back_by').notNull(),
    sentBackAt: moment('sent_back_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.projectId, t.item] }),
    foreignKey({
      columns: [t.clientId, t.projectId],
      foreignColumns: [projects.clientId, projects.id],
    }).onDelete('cascade'),
  ],
);

/** Staff's notes on a placement, which neither student nor business sees. */
export const projectNotes = pgTable(
  'project_notes',
  {
    id: ownId(),
    ...projectKey(),
    authorId: uuid('author_id').notNull(),
    authorName: text('author_name').notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    foreignKey({
      columns: [t.clientId, t.projectId],
      foreignColumns: [projects.clientId, projects.id],
    }).onDelete('cascade'),
    index('project_notes_by_project').on(t.clientId, t.projectId, t.createdAt),
  ],
);

export const evaluations = pgTable(
  'evaluations',
  {
    id: ownId(),
    ...projectKey(),
    /** 1 mid-point, 2 conclusion: at most two. */
    ordinal: smallint('ordinal').notNull(),
    evaluationDate: date('evaluation_date', { mode: 'string' }).notNull(),
    supervisor: text('supervisor').notNull(),
    internshipFacilitator: text('internship_facilitator').notNull(),
    contactPhone: text('contact_phone').notNull(),
    term: text('term').notNull(),
    comments: text('comments').notNull(),
    discussed: boolean('discussed').notNull(),
    /** Who submitted it, and how they were identified. */
    submittedBy: emptyText('submitted_by'),
    submittedVia: text('submitted_via'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    foreignKey({
      columns: [t.clientId, t.projectId],
      foreignColumns: [projects.clientId, projects.id],
    }).onDelete('cascade'),
    unique('two_evaluations_at_most').on(t.clientId, t.projectId, t.ordinal),
  ],
);

/** A rating with the question's text at that time: editing the question later changes nothing here. */
export const evaluationRatings = pgTable(
  'evaluation_ratings',
  {
    clientId: clientId(),
    evaluationId: uuid('evaluation_id').notNull(),
    ordinal: integer('ordinal').notNull(),
    evaluationQuestionId: uuid('evaluation_question_id').notNull(),
    questionText: text('question_text').notNull(),
    rating: text('rating').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.evaluationId, t.ordinal] }),
    foreignKey({
      columns: [t.clientId, t.evaluationId],
      foreignColumns: [evaluations.clientId, evaluations.id],
    }).onDelete('cascade'),
  ],
);

export const contactLogEntries = pgTable(
  'contact_log_entries',
  {
    clientId: clientId(),
    id: ownId(),
    studentId: uuid('student_id').notNull(),
    authorId: uuid('author_id').notNull(),
    logDate: date('log_date', { mode: 'string' }).notNull(),
    primaryContactName: text('primary_contact_name').notNull(),
    contactRelationship: emptyText('contact_relationship'),
    associatedBusiness: text('associated_business').notNull(),
    contactType: emptyText('contact_type'),
    comments: emptyText('comments'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    foreignKey({ columns: [t.clientId, t.studentId], foreignColumns: [users.clientId, users.id] }).onDelete(
      'cascade',
    ),
    index('contact_log_entries_by_student').on(t.clientId, t.studentId, t.logDate),
  ],
);
