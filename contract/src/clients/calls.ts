import * as z from 'zod';
import { roles } from '../accounts/rules.ts';
import { get, nothing, post } from '../call.ts';
import { email, id, moment, requiredLine, said } from '../fields.ts';
import { FileRef } from '../files/calls.ts';
import { REQUIRED } from '../refusal.ts';
import { MAX_USERS } from './rules.ts';

/** A school system; only a SuperAdmin is told more than its id and full name. */
export const Client = z.object({
  _id: z.string(),
  full_name: z.string(),
  short_name: z.string().optional(),
  max_users: z.number().optional(),
  /** How many accounts it has. */
  users: z.number().optional(),
});
export type Client = z.infer<typeof Client>;

/** How many accounts of each role a school system has, and how many it may have in all. */
export const ClientUsers = z.object({
  ...Object.fromEntries(roles.map((role) => [role, z.number()])),
  max_users: z.number(),
} as Record<(typeof roles)[number] | 'max_users', z.ZodNumber>);
export type ClientUsers = z.infer<typeof ClientUsers>;

/** A school system's form (document 2, section 5). */
export const ClientForm = z.object({
  full_name: requiredLine(),
  short_name: requiredLine(50),
  max_users: z
    .number({
      error: ({ input }) =>
        input === undefined || input === '' ? REQUIRED : 'this field can only be a number',
    })
    .int('this field can only be a whole number')
    .min(1, 'this field must be at least 1')
    .max(MAX_USERS, `this field can be at most ${MAX_USERS}`),
});
export type ClientForm = z.infer<typeof ClientForm>;

/** An administrator's form (document 2, section 5). */
export const AdminForm = z.object({
  first_name: requiredLine(100),
  last_name: requiredLine(100),
  email: requiredLine(254).pipe(email),
});
export type AdminForm = z.infer<typeof AdminForm>;

/** An administrator of a school system, as the platform's owner sees them. */
export const ClientAdmin = AdminForm.extend({
  _id: z.string(),
  email: z.string(),
  role: z.literal('Admin'),
  client: z.string(),
  createdAt: moment,
  profile_pic_id_fk: FileRef.nullable(),
  /** Still without a password: the emailed link has not been used. */
  invited: z.boolean(),
});
export type ClientAdmin = z.infer<typeof ClientAdmin>;

const savedClient = z.object({ message: z.literal('success'), client: Client });

export const clientCalls = {
  getClients: get('/api/getClients', nothing, z.array(Client)),
  /** A Teacher or Admin counts their own client; `client` is what a SuperAdmin names. */
  countClientUsers: get('/api/countClientUsers', z.object({ client: id.optional() }), ClientUsers),
  getClientById: get('/api/getClientById', z.object({ id }), Client),
  getAdminsByClient: get('/api/getAdminsByClient', z.object({ id }), z.array(ClientAdmin)),
  createClient: post('/api/createClient', ClientForm, savedClient),
  editClient: post('/api/editClient', ClientForm.extend({ _id: id }), savedClient),
  /** `failt` while it still has users. */
  deleteClient: post('/api/deleteClient', z.object({ id }), said('success', 'failt')),
  createAdmin: post('/api/createAdmin', AdminForm.extend({ client: id }), said('success', 'User Exists')),
  editAdmin: post(
    '/api/editAdmin',
    AdminForm.extend({ _id: id, client: id }),
    said('success', 'User Exists'),
  ),
  deleteAdmin: post('/api/deleteAdmin', z.object({ id }), said('success', 'fail')),
};
