import * as z from 'zod';
import { email, line, phone, requiredLine, requiredPhone, requiredRichText, zip } from '../fields.ts';
import { REQUIRED } from '../refusal.ts';
import { stateCodes } from '../states.ts';
import { genders, pronouns } from './rules.ts';

const degrees = (limit: number) => z.number().min(-limit).max(limit).nullable();

/** A place as a form sends it: every part of the address is required. */
export const LocationInput = z.object({
  street: requiredLine(),
  city: requiredLine(100),
  state: z.enum(stateCodes, REQUIRED),
  zip,
  lat: degrees(90),
  lon: degrees(180),
  userOverwroteLocation: z.boolean(),
});
export type LocationInput = z.infer<typeof LocationInput>;

const names = z.array(requiredLine()).max(200);

export const StudentProfile = z.object({
  first_name: requiredLine(100),
  middle_name: line(100),
  last_name: requiredLine(100),
  student_id: requiredLine(50),
  gender: z.enum(genders, REQUIRED),
  pronouns: z.union([z.enum(pronouns), z.literal('')]),
  graduation_year: z.number(REQUIRED).int().min(2000, REQUIRED).max(2100),
  school_attending: requiredLine(),
  affiliated_program: requiredLine(),
  focus_areas: names.min(1, REQUIRED),
  home_phone: phone,
  cell_phone: phone,
  parent_name: requiredLine(),
  parent_phone: phone,
  alternate_parent_name: line(),
  alternate_parent_phone: phone,
  location: LocationInput,
});
export type StudentProfile = z.infer<typeof StudentProfile>;

export const BusinessProfile = z.object({
  business_name: requiredLine(),
  business_bio: requiredRichText(),
  featured_projects: requiredRichText(),
  career_opportunities: requiredRichText(),
  internship_opportunities: requiredRichText(),
  focus_areas: names,
  schools: names,
  contact_name: requiredLine(),
  contact_email: requiredLine(254).pipe(email),
  contact_phone: requiredPhone,
  admin_name: line(),
  admin_email: z.union([z.literal(''), email], 'must be a valid email address'),
  admin_phone: phone,
  location: LocationInput,
});
export type BusinessProfile = z.infer<typeof BusinessProfile>;

export const StaffProfile = z.object({ first_name: requiredLine(100), last_name: requiredLine(100) });
export type StaffProfile = z.infer<typeof StaffProfile>;

/** The form that each role fills in (document 1, section 5). Anything else that is sent is ignored. */
export const profileByRole = {
  Student: StudentProfile,
  Business: BusinessProfile,
  Teacher: StaffProfile,
  Admin: StaffProfile,
  SuperAdmin: StaffProfile,
} as const;
