import * as z from 'zod';
import { get, nothing, post, upload } from '../../call.ts';
import { calendarDate, email, emailOrNone, line, phone, requiredLine } from '../../fields.ts';
import { msg, t } from '../../i18n.ts';
import { whyNotMailbox } from '../../mailbox.ts';
import { GuardianInput } from '../../people/guardians/forms.ts';
import { whyNotBirthDate } from '../../people/profiles/rules.ts';
import { REQUIRED } from '../../refusal.ts';
import { worded } from '../../wording.ts';
import { importKinds } from './rules.ts';

/** `row` as a spreadsheet numbers it: the header is row 1. */
const RejectedRow = z.object({ row: z.number(), name: z.string(), reason: z.string() });
export type RejectedRow = z.infer<typeof RejectedRow>;

/** The result of an import, or of its preview. */
const counts = { rejected: z.array(RejectedRow) };

export const ImportPreview = z.object({
  file: z.string(),
  /** Every row that would be imported, with its number and name. */
  accepted: z.array(z.object({ row: z.number(), name: z.string() })),
  ...counts,
});
export type ImportPreview = z.infer<typeof ImportPreview>;

const Imported = z.object({
  message: z.literal('DONE'),
  imported: z.number(),
  ...counts,
  /** The latest file was already imported, so this call changed nothing. */
  already: z.boolean(),
});
export type Imported = z.infer<typeof Imported>;

const NOT_A_YEAR = msg('must be a year, such as 2027');

const { relationship, language } = GuardianInput.shape;

/** A student as a row of a file. */
export const ImportedStudent = z.object({
  first_name: requiredLine(100),
  last_name: requiredLine(100),
  email: email,
  student_id: requiredLine(50),
  school_attending: requiredLine(),
  affiliated_program: requiredLine(),
  graduation_year: z
    .number({ error: ({ input }) => t(input === '' ? REQUIRED : NOT_A_YEAR) })
    .int()
    .min(2000, worded(NOT_A_YEAR))
    .max(2100, worded(NOT_A_YEAR)),
  birth_date: calendarDate.optional(),
  parent_name: line(),
  parent_relationship: relationship,
  parent_email: emailOrNone,
  parent_phone: phone,
  parent_language: language,
  alternate_parent_name: line(),
  alternate_parent_relationship: relationship,
  alternate_parent_email: emailOrNone,
  alternate_parent_phone: phone,
  alternate_parent_language: language,
});

/**
 * Validated on a day (YYYY-MM-DD): rejects students below the minimum age, and a parent with an address but no name, or
 * with the student's own email.
 */
export const importedStudentOn = (today: string) =>
  ImportedStudent.superRefine((student, context) => {
    const add = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const wrong = student.birth_date ? whyNotBirthDate(student.birth_date, today) : null;
    if (wrong) add('birth_date', wrong);
    const own = [{ party: 'student', email: student.email, signs: true }] as const;
    for (const who of ['parent', 'alternate_parent'] as const) {
      const guardian = { party: 'guardian', email: student[`${who}_email`], signs: true } as const;
      const notTheirs = whyNotMailbox(guardian, own);
      if (notTheirs) add(`${who}_email`, t(notTheirs));
      if (!student[`${who}_name`] && (student[`${who}_email`] || student[`${who}_phone`]))
        add(`${who}_name`, t(REQUIRED));
    }
  });

export type ImportedStudent = z.infer<typeof ImportedStudent>;

export const importCalls = {
  /** Stores the file as the latest of its kind and previews the import. Imports nothing. */
  uploadImport: upload('/api/uploadImport', z.object({ kind: z.enum(importKinds) }), ImportPreview),
  /** Imports the latest file of opportunities: all of its valid rows, or none. */
  parseImport: get('/api/parseImport', nothing, Imported, { changes: true }),
  /** Imports the latest file of students, mails each a link, and then deletes the file. */
  importStudents: post('/api/importStudents', nothing, Imported),
  /** Deletes every imported opportunity without applications. */
  blowItAway: post(
    '/api/blowItAway',
    nothing,
    z.object({ message: z.literal('DONE'), removed: z.number(), kept: z.number() }),
  ),
};
