import type { Locale } from '@waypost/contract/i18n';
import type { Role } from '@waypost/contract/roles';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  date,
  foreignKey,
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
import {
  bytes,
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

/** Text sorted in natural order, whatever the database's own collation. */
const sortedText = customType<{ data: string }>({ dataType: () => 'text collate "und-x-icu"' });

export const users = pgTable(
  'users',
  {
    clientId: clientId().references(() => clients.id, { onDelete: 'cascade' }),
    id: ownId(),
    email: text('email').notNull(),
    /** Stored in lower case: under a policy, `lower(email)` could not use an index. */
    emailLower: bytewiseText('email_lower').notNull().generatedAlwaysAs(sql`lower(email)`),
    passwordHash: text('password_hash'),
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    /** When a password that staff set expires; it works only once. Null: a password of their own. */
    initialPasswordEndsAt: moment('initial_password_ends_at'),
    role: text('role').$type<Role>().notNull(),
    firstName: emptyText('first_name'),
    middleName: emptyText('middle_name'),
    lastName: emptyText('last_name'),
    businessName: emptyText('business_name'),
    /** The names that a person is looked up by, in either order, folded (contract/src/fold.ts). */
    firstLastFolded: bytewiseText('first_last_folded')
      .notNull()
      .generatedAlwaysAs(sql`fold_text(first_name || ' ' || last_name)`),
    lastFirstFolded: bytewiseText('last_first_folded')
      .notNull()
      .generatedAlwaysAs(sql`fold_text(last_name || ' ' || first_name)`),
    businessNameFolded: bytewiseText('business_name_folded')
      .notNull()
      .generatedAlwaysAs(sql`fold_text(business_name)`),
    /** The folded name without spaces and punctuation, for finding two accounts of one person. */
    plainName: bytewiseText('plain_name')
      .notNull()
      .generatedAlwaysAs(
        sql`translate(fold_text(case when role = 'Business' then business_name else first_name || last_name end), ' .,;:&/()"', '')`,
      ),
    /** The sort key in a list of people. */
    listedName: sortedText('listed_name')
      .notNull()
      .generatedAlwaysAs(
        sql`case when role = 'Business' then business_name else last_name || ' ' || first_name end`,
      ),
    approved: boolean('approved').notNull().default(false),
    /** Whether they proved that the email is theirs: false from the sign-up until they open the mailed link. */
    confirmed: boolean('confirmed').notNull().default(true),
    /** How many reminders to confirm the email were mailed. */
    confirmationReminders: integer('confirmation_reminders').notNull().default(0),
    /** For a confirmed account with a new email: the last one that was confirmed, until the new one is. */
    previousEmail: text('previous_email'),
    /** When staff withdrew the approval; null for an account that was never approved. */
    deactivatedAt: moment('deactivated_at'),
    /** `__v`: how often the profile was saved. */
    saves: integer('saves').notNull().default(0),
    ...place(),
    profilePicId: uuid('profile_pic_id'),
    agreementFileId: uuid('agreement_file_id'),
    resumeFileId: uuid('resume_file_id'),
    /** The code in emails that turns off a kind of them without a login. */
    stopCode: uuid('stop_code').notNull().default(sql`gen_random_uuid()`),
    /** The kinds of mail this person has turned off. */
    mutedMail: text('muted_mail').array().notNull().default(sql`'{}'::text[]`),
    /** The language they chose; null for their school system's. */
    locale: text('locale').$type<Locale>(),
    /** When a mail server permanently refused mail to the email; the database clears it when the email changes. */
    mailReturnedAt: moment('mail_returned_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    revision: revision(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.id] }),
    index('users_with_returned_mail').on(t.clientId).where(sql`mail_returned_at is not null`),
    uniqueIndex('users_by_stop_code').on(t.stopCode),
    uniqueIndex('users_by_email').on(t.emailLower),
    index('users_by_email_in_client').on(t.clientId, t.role, t.emailLower),
    index('users_by_first_last').on(t.clientId, t.role, t.firstLastFolded),
    index('users_by_last_first').on(t.clientId, t.role, t.lastFirstFolded),
    index('users_by_business_name').on(t.clientId, t.role, t.businessNameFolded),
    index('users_by_plain_name').on(t.clientId, t.role, t.plainName, t.id),
    index('users_in_order').on(t.clientId, t.role, t.listedName, t.id),
    index('users_of_all_roles_in_order').on(t.clientId, t.listedName, t.id, t.role),
    index('users_not_confirmed').on(t.createdAt).where(sql`not confirmed`),
    index('users_not_approved').on(t.clientId, t.role, t.listedName).where(sql`not approved`),
  ],
);

/** The account that a row belongs to. */
export const userKey = () => ({ clientId: clientId(), userId: uuid('user_id').notNull() });

export const students = pgTable(
  'students',
  {
    ...userKey(),
    studentId: emptyText('student_id'),
    gender: emptyText('gender'),
    pronouns: emptyText('pronouns'),
    graduationYear: integer('graduation_year'),
    schoolId: uuid('school_id'),
    programId: uuid('program_id'),
    homePhone: emptyText('home_phone'),
    cellPhone: emptyText('cell_phone'),
    birthDate: date('birth_date', { mode: 'string' }),
    /** Who entered the birth date: school or student. */
    birthDateBy: text('birth_date_by'),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.userId] }),
    foreignKey({ columns: [t.clientId, t.userId], foreignColumns: [users.clientId, users.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [t.clientId, t.schoolId], foreignColumns: [schools.clientId, schools.id] }),
    foreignKey({ columns: [t.clientId, t.programId], foreignColumns: [programs.clientId, programs.id] }),
    index('students_by_school').on(t.clientId, t.schoolId, t.graduationYear),
    index('students_by_program').on(t.clientId, t.programId),
    index('students_by_year').on(t.clientId, t.graduationYear),
    index('students_by_student_id').on(t.clientId, t.studentId, t.userId),
    index('students_by_cell_phone').on(t.clientId, t.cellPhone, t.userId),
    check('students_birth_date_by', sql`(birth_date is null) = (birth_date_by is null)`),
  ],
);

export const businesses = pgTable(
  'businesses',
  {
    ...userKey(),
    businessBio: emptyText('business_bio'),
    featuredProjects: emptyText('featured_projects'),
    careerOpportunities: emptyText('career_opportunities'),
    internshipOpportunities: emptyText('internship_opportunities'),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.userId] }),
    foreignKey({ columns: [t.clientId, t.userId], foreignColumns: [users.clientId, users.id] }).onDelete(
      'cascade',
    ),
  ],
);

/** A student's or business's focus areas. */
export const userFocusAreas = pgTable(
  'user_focus_areas',
  { ...userKey(), focusAreaId: uuid('focus_area_id').notNull() },
  (t) => [
    primaryKey({ columns: [t.clientId, t.userId, t.focusAreaId] }),
    foreignKey({ columns: [t.clientId, t.userId], foreignColumns: [users.clientId, users.id] }).onDelete(
      'cascade',
    ),
    foreignKey({
      columns: [t.clientId, t.focusAreaId],
      foreignColumns: [focusAreas.clientId, focusAreas.id],
    }),
    index('user_focus_areas_by_area').on(t.clientId, t.focusAreaId),
  ],
);

/** A business's preferred schools, or a teacher's own. */
export const userSchools = pgTable(
  'user_schools',
  { ...userKey(), schoolId: uuid('school_id').notNull() },
  (t) => [
    primaryKey({ columns: [t.clientId, t.userId, t.schoolId] }),
    foreignKey({ columns: [t.clientId, t.userId], foreignColumns: [users.clientId, users.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [t.clientId, t.schoolId], foreignColumns: [schools.clientId, schools.id] }),
    index('user_schools_by_school').on(t.clientId, t.schoolId),
  ],
);

/** A teacher's programs. */
export const userPrograms = pgTable(
  'user_programs',
  { ...userKey(), programId: uuid('program_id').notNull() },
  (t) => [
    primaryKey({ columns: [t.clientId, t.userId, t.programId] }),
    foreignKey({ columns: [t.clientId, t.userId], foreignColumns: [users.clientId, users.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [t.clientId, t.programId], foreignColumns: [programs.clientId, programs.id] }),
    index('user_programs_by_program').on(t.clientId, t.programId),
  ],
);

/** What people have created lately, by a key of their own, and what was replied (docs/behavior/access.md#creating). */
export const creationKeys = pgTable(
  'creation_keys',
  {
    ...userKey(),
    key: text('key').notNull(),
    hash: bytes('hash').notNull(),
    reply: jsonb('reply'),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.userId, t.key] }),
    foreignKey({ columns: [t.clientId, t.userId], foreignColumns: [users.clientId, users.id] }).onDelete(
      'cascade',
    ),
    index('creation_keys_by_time').on(t.createdAt),
  ],
);

/** The files that accounts removed lately, by the account that owned them (docs/behavior/files.md#what-is-accepted). */
export const removedFiles = pgTable(
  'removed_files',
  { ...userKey(), fileId: uuid('file_id').notNull(), removedAt: moment('removed_at').notNull() },
  (t) => [
    primaryKey({ columns: [t.clientId, t.userId, t.fileId] }),
    foreignKey({ columns: [t.clientId, t.userId], foreignColumns: [users.clientId, users.id] }).onDelete(
      'cascade',
    ),
    index('removed_files_by_time').on(t.removedAt),
  ],
);
