import * as z from 'zod';
import { roles } from '../accounts/rules.ts';
import { get, post } from '../call.ts';
import { id, line, moment } from '../fields.ts';
import { FileRef } from '../files/calls.ts';
import { SEARCH_FROM_CHARACTERS } from './rules.ts';

/** A row of a list of people: what the list shows, no more. */
export const ListedUser = z.object({
  _id: z.string(),
  role: z.enum(roles),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  business_name: z.string(),
  approved: z.boolean(),
  __v: z.number(),
  createdAt: moment,
  graduation_year: z.number().nullable(),
  school_attending: z.string(),
  affiliated_program: z.string(),
  focus_areas: z.array(z.string()),
  profile_pic_id_fk: FileRef.nullable(),
  agreement_file_id_fk: FileRef.nullable(),
});
export type ListedUser = z.infer<typeof ListedUser>;

/** A student as a business finds one to restrict an opportunity to: name and email alone. */
export const FoundStudent = z.object({
  _id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
});
export type FoundStudent = z.infer<typeof FoundStudent>;

const oneOrMany = z.union([requiredText(), z.array(requiredText()).max(200)]);

function requiredText() {
  return z.string().min(1).max(200);
}

export const approvedChoices = ['All', 'Approved', 'Not Approved'] as const;

export const FilterUsersInput = z.object({
  role: z.union([z.enum(roles), z.array(z.enum(roles)).min(1).max(5)]),
  schools: oneOrMany.nullish(),
  focus_areas: oneOrMany.nullish(),
  school_attending: oneOrMany.nullish(),
  programs: oneOrMany.nullish(),
  affiliated_program: oneOrMany.nullish(),
  approved: z.enum(approvedChoices).nullish(),
  graduation_year: z.union([z.number().int(), z.literal('All')]).nullish(),
});

export const peopleCalls = {
  /** `[]` where nobody has that email, or whoever has it is not to be seen. */
  getUserByEmail: get(
    '/api/user_by_email',
    z.object({ email: line(254) }),
    z.union([FoundStudent, z.array(z.never()).max(0)]),
  ),
  /** Those whose email or name begins so; ten at most. */
  searchStudents: post(
    '/api/searchStudents',
    z.object({ search: line(100).min(SEARCH_FROM_CHARACTERS, 'type at least 3 characters') }),
    z.array(FoundStudent),
  ),
  swapApprovalStatus: post(
    '/api/swapApprovalStatus',
    z.object({ _id: id }),
    z.object({ approved: z.boolean() }),
  ),
  filterUsers: post('/api/filterUsers', FilterUsersInput, z.array(ListedUser)),
  searchUsers: get('/api/searchUsers', z.object({ search: line(100) }), z.array(ListedUser)),
};
