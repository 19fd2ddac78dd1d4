import * as z from 'zod';
import { get, post } from '../../call.ts';
import { calendarDate, eachField, id, line, moment, revision, zip } from '../../fields.ts';
import { Location } from '../../location.ts';
import { REQUIRED } from '../../refusal.ts';
import { roles } from '../../roles.ts';
import { FileRef } from '../../school-system/files/calls.ts';
import { userFileKeys } from '../../school-system/files/rules.ts';
import { stateCodes } from '../../states.ts';
import { worded } from '../../wording.ts';
import { givers } from '../guardians/rules.ts';
import { AboutBusiness, profileByRole } from './forms.ts';

/** A whole account: for its owner and staff, never for anyone else. */
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
  /** They opened the mailed link, or staff created the account. */
  confirmed: z.boolean(),
  /** Staff withdrew the approval. */
  deactivated: z.boolean(),
  __v: z.number(),
  revision,
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
  /** A calendar date, and who entered it; null if nobody has. */
  birth_date: calendarDate.nullable(),
  birth_date_by: z.enum(givers).nullable(),
  ...eachField(AboutBusiness, () => z.string()),
  contact_name: z.string(),
  contact_email: z.string(),
  contact_phone: z.string(),
  admin_name: z.string(),
  admin_email: z.string(),
  admin_phone: z.string(),
});
export type User = z.infer<typeof User>;

const nullishFields = <Shape extends z.ZodRawShape>(shape: Shape) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, (field as z.ZodType).nullish()]),
  ) as unknown as { [Name in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Name]>> };

/** A person with the fields that the caller may see; all other fields of `User` are null. */
export const SeenUser = z.object({
  ...nullishFields(User.shape),
  _id: User.shape._id,
  role: User.shape.role,
});
export type SeenUser = z.infer<typeof SeenUser>;

export const profileCalls = {
  getUser: get('/api/user', z.object({ id }), SeenUser),
  /** The handler parses the profile again with `profileByRole`, because each role has different fields. */
  saveProfile: post(
    '/api/user',
    z.object({ profile: z.record(z.string(), z.unknown()).default({}), revision: revision.optional() }),
    User,
    { sizedBy: z.object({ profile: z.union(Object.values(profileByRole)) }) },
  ),
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
    z.object({ street: line(), city: line(100), state: z.enum(stateCodes, worded(REQUIRED)), zip }),
    z.object({
      message: z.enum(['found', 'not found']),
      lat: z.number().optional(),
      lon: z.number().optional(),
      precision: z.enum(['address', 'zip']).optional(),
    }),
  ),
  /** The town and state of a ZIP code, for filling in an address; each is empty if it is unknown. */
  getZipPlace: get('/api/getZipPlace', z.object({ zip }), z.object({ city: z.string(), state: z.string() })),
};
