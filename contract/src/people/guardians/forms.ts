import * as z from 'zod';
import { emailOrNone, flag, id, locale, phone, requiredLine } from '../../fields.ts';
import { NOT_A_CHOICE, worded } from '../../wording.ts';
import { relationships } from './rules.ts';

const fields = {
  name: requiredLine(),
  relationship: z.union([z.enum(relationships), z.literal('')], worded(NOT_A_CHOICE)).default(''),
  email: emailOrNone,
  phone,
  language: locale.default('en'),
};

/** A guardian in a student's own profile; without `_id`, a new one. */
export const OwnGuardian = z.object({ _id: id.optional(), ...fields });
export type OwnGuardian = z.infer<typeof OwnGuardian>;

/** A guardian, as staff enter them. */
export const GuardianInput = z.object({ ...fields, may_sign: flag });
export type GuardianInput = z.infer<typeof GuardianInput>;
