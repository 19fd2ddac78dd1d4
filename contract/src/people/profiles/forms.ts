import * as z from 'zod';
import {
  calendarDate,
  dateOrNone,
  degrees,
  email,
  emailOrNone,
  flag,
  line,
  NOT_A_DATE,
  names,
  phone,
  requiredLine,
  requiredPhone,
  requiredRichText,
  zip,
} from '../../fields.ts';
import { msg } from '../../i18n.ts';
import { REQUIRED } from '../../refusal.ts';
import { stateCodes } from '../../states.ts';
import { NOT_A_CHOICE, unlessMissing, worded } from '../../wording.ts';
import { OwnContact } from '../contacts/forms.ts';
import { OwnGuardian } from '../guardians/forms.ts';
import { genders, pronouns, whyNotBirthDate } from './rules.ts';

/** A location in a form: every part of the address is required. */
export const LocationInput = z.object({
  street: requiredLine(),
  city: requiredLine(100),
  state: z.enum(stateCodes, unlessMissing(msg('choose a state'))),
  zip,
  lat: degrees(90),
  lon: degrees(180),
  userOverwroteLocation: flag,
});
export type LocationInput = z.infer<typeof LocationInput>;

/** Removes a date, because a call cannot tell an empty field from one that was left out. */
export const NO_DATE = 'none';

const A_YEAR = msg('must be a year, such as 2027');

export const StudentProfile = z.object({
  first_name: requiredLine(100),
  middle_name: line(100),
  last_name: requiredLine(100),
  student_id: requiredLine(50),
  gender: z.enum(genders, unlessMissing(NOT_A_CHOICE)),
  pronouns: z.union([z.enum(pronouns), z.literal('')], worded(NOT_A_CHOICE)).default(''),
  graduation_year: z
    .number(unlessMissing(A_YEAR))
    .int(worded(A_YEAR))
    .min(2000, worded(A_YEAR))
    .max(2100, worded(A_YEAR)),
  school_attending: requiredLine(),
  affiliated_program: requiredLine(),
  focus_areas: z
    .array(requiredLine())
    .min(1, worded(REQUIRED))
    .max(200, worded(msg('choose at most 200'))),
  home_phone: phone,
  cell_phone: phone,
  parent_name: requiredLine(),
  parent_phone: phone,
  alternate_parent_name: line(),
  alternate_parent_phone: phone,
  /** Unchanged if empty or left out; `none` removes it. */
  birth_date: z.union([calendarDate, z.literal(NO_DATE)], worded(NOT_A_DATE)).optional(),
  /** All of them, in order. If left out, the fields above update the first two, and the others are unchanged. */
  guardians: z.array(OwnGuardian).min(1, worded(REQUIRED)).max(20).optional(),
  location: LocationInput,
});
export type StudentProfile = z.infer<typeof StudentProfile>;

/** A birth date alone, validated on a day (YYYY-MM-DD). */
export const birthDateOn = (today: string) =>
  z.object({ birth_date: calendarDate }).superRefine(({ birth_date }, context) => {
    const message = whyNotBirthDate(birth_date, today);
    if (message) context.addIssue({ code: 'custom', path: ['birth_date'], message });
  });

/** A student's form on a day. Its empty birth date removes a known one. */
export const studentProfileOn = (today: string) =>
  StudentProfile.extend({
    birth_date: dateOrNone.transform((date) => date || NO_DATE),
  }).superRefine(({ birth_date }, context) => {
    const message = birth_date === NO_DATE ? null : whyNotBirthDate(birth_date, today);
    if (message) context.addIssue({ code: 'custom', path: ['birth_date'], message });
  });

/** What a business says about itself, for everyone who sees it. Each is a column of `businesses`. */
export const AboutBusiness = z.object({
  business_bio: requiredRichText(),
  featured_projects: requiredRichText(),
  career_opportunities: requiredRichText(),
  internship_opportunities: requiredRichText(),
});
export type AboutBusiness = z.infer<typeof AboutBusiness>;

export const BusinessProfile = AboutBusiness.extend({
  /** Unchanged if left out. */
  business_name: line(),
  focus_areas: names,
  schools: names,
  contact_name: requiredLine(),
  contact_email: email,
  contact_phone: requiredPhone,
  admin_name: line(),
  admin_email: emailOrNone,
  admin_phone: phone,
  /**
   * All of them, in order. If left out, the fields above update the first of each kind, and the others are unchanged.
   */
  contacts: z.array(OwnContact).min(1, worded(REQUIRED)).max(60).optional(),
  location: LocationInput,
});
export type BusinessProfile = z.infer<typeof BusinessProfile>;

/** The form must not clear the name; a call may leave it out. */
export const BusinessProfileForm = BusinessProfile.extend({ business_name: requiredLine() });

export const StaffProfile = z.object({ first_name: requiredLine(100), last_name: requiredLine(100) });
export type StaffProfile = z.infer<typeof StaffProfile>;

/** The form of each role (docs/behavior/profiles.md#saving). Other fields are ignored. */
export const profileByRole = {
  Student: StudentProfile,
  Business: BusinessProfile,
  Teacher: StaffProfile,
  Admin: StaffProfile,
  SuperAdmin: StaffProfile,
} as const;
