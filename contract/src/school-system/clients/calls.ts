import * as z from 'zod';
import { get, nothing, post } from '../../call.ts';
import { id, moment, revision, said } from '../../fields.ts';
import { roles } from '../../roles.ts';
import { ClientForm } from './forms.ts';

/**
 * A school system. Only a SuperAdmin gets more than its id and full name, and its own Admin the short name; the rest
 * is null for others.
 */
export const Client = z.object({
  _id: z.string(),
  full_name: z.string(),
  short_name: z.string().nullable(),
  max_users: z.number().nullable(),
  /** The number of its accounts. */
  users: z.number().nullable(),
  revision: revision.nullable(),
});
export type Client = z.infer<typeof Client>;

/** The number of a school system's accounts by role, and its maximum. */
export const ClientUsers = z.object({
  ...Object.fromEntries(roles.map((role) => [role, z.number()])),
  max_users: z.number(),
} as Record<(typeof roles)[number] | 'max_users', z.ZodNumber>);
export type ClientUsers = z.infer<typeof ClientUsers>;

/** The daily backups; null if the server makes none. */
export const Backups = z.object({
  daily: z.object({ newest: moment.nullable(), kept: z.int() }).nullable(),
});

const savedClient = z.object({ message: z.literal('success'), client: Client });

export const clientCalls = {
  getBackups: get('/api/getBackups', nothing, Backups),
  getClients: get('/api/getClients', nothing, z.array(Client)),
  /** A Teacher or Admin counts their own client. A SuperAdmin names one in `client`. */
  countClientUsers: get('/api/countClientUsers', z.object({ client: id.optional() }), ClientUsers),
  getClientById: get('/api/getClientById', z.object({ id }), Client),
  createClient: post('/api/createClient', ClientForm, savedClient, { creates: true }),
  editClient: post(
    '/api/editClient',
    ClientForm.extend({ _id: id, revision: revision.optional() }),
    savedClient,
  ),
  /** `failt` while it still has users. */
  deleteClient: post('/api/deleteClient', z.object({ id }), said('success', 'failt')),
};
