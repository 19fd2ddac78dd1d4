import * as z from 'zod';
import { roles } from '../accounts/rules.ts';
import { get, nothing } from '../call.ts';
import { id } from '../fields.ts';

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

export const clientCalls = {
  getClients: get('/api/getClients', nothing, z.array(Client)),
  /** A Teacher or Admin counts their own client; `client` is what a SuperAdmin names. */
  countClientUsers: get('/api/countClientUsers', z.object({ client: id.optional() }), ClientUsers),
};
