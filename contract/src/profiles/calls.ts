import * as z from 'zod';
import { roles } from '../accounts/rules.ts';
import { get, post } from '../call.ts';
import {
  email,
  id,
  line,
  moment,
  phone,
  requiredLine,
  requiredPhone,
  requiredRichText,
  zip,
} from '../fields.ts';
import { FileRef } from '../files/calls.ts';
import { userFileKeys } from '../files/rules.ts';
import { REQUIRED } from '../refusal.ts';
import { stateCodes } from '../states.ts';
import { genders, pronouns } from './rules.ts';

/** A place as it travels: `state` is its two-letter code; `lat` and `lon` in degrees, null before any lookup. */
export const Location = z.object({
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  userOverwroteLocation: z.boolean(),
});
export type Location = z.infer<typeof Location>;

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

/** Somebody's whole account: their own view, and staff's. Never sent to anybody else. */
export const User = z.object({
  _id: z.string(),
  email: z.string(),
  role: z.enum(roles),
  client: z.string(),
  first_name: z.string(),
  middle_name: z.string(),
  last_name: z.string(),
  business_name: z.string(),
  approved: z.boolean(),
  __v: z.number(),
  createdAt: moment,
  location: Location,
  profile_pic_id_fk: FileRef.nullable(),
  agreement_file_id_fk: FileRef.nullable(),
  resume_file_id_fk: FileRef.nullable(),
  focus_areas: z.array(z.string()),
  schools: z.array(z.string()),
  programs: z.array(z.string()),
  student_id: z.string(),
  gender: z.string(),
  pronouns: z.string(),
  graduation_year: z.number().nullable(),
  school_attending: z.string(),
  affiliated_program: z.string(),
  home_phone: z.string(),
  cell_phone: z.string(),
  parent_name: z.string(),
  parent_phone: z.string(),
  alternate_parent_name: z.string(),
  alternate_parent_phone: z.string(),
  business_bio: z.string(),
  featured_projects: z.string(),
  career_opportunities: z.string(),
  internship_opportunities: z.string(),
  contact_name: z.string(),
  contact_email: z.string(),
  contact_phone: z.string(),
  admin_name: z.string(),
  admin_email: z.string(),
  admin_phone: z.string(),
});
export type User = z.infer<typeof User>;

/** Whoever is looked at, as far as the looker may see: only the fields that `User` names, and not all of them. */
export const SeenUser = User.partial().required({ _id: true, role: true });
export type SeenUser = z.infer<typeof SeenUser>;

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

export const profileCalls = {
  getUser: get('/api/user', z.object({ id }), SeenUser),
  /** The profile is parsed again by the caller's role with `profileByRole`: the fields differ. */
  saveProfile: post('/api/user', z.object({ profile: z.record(z.string(), z.unknown()) }), User),
  saveUserFile: post(
    '/api/user_saveFile',
    z.object({ user_id: id, file_id: id, key: z.enum(userFileKeys) }),
    User,
  ),
  updateLatLong: post(
    '/api/updateLatLong',
    z.object({
      collection: z.enum(['users', 'opportunities', 'schools']),
      id,
      lat: z.number().min(-90).max(90),
      lon: z.number().min(-180).max(180),
    }),
    z.object({ location: Location }),
  ),
  geocode: post(
    '/api/geocode',
    z.object({ street: line(), city: line(100), state: z.enum(stateCodes, REQUIRED), zip }),
    z.object({
      message: z.enum(['found', 'not found']),
      lat: z.number().optional(),
      lon: z.number().optional(),
      precision: z.enum(['address', 'zip']).optional(),
    }),
  ),
};
