import { and, asc, count, eq, getTableColumns, sql } from 'drizzle-orm';
import { prepared, type Tx } from '../database/connect.ts';
import { clients } from '../database/tables/clients.ts';
import { users } from '../database/tables/people.ts';

const byName = [asc(sql`${clients.fullName} collate "und-x-icu"`), asc(clients.id)];

/** Every school system, by name as people sort; never the platform. */
export const findClients = prepared<Record<string, never>>()('findClients', (db) =>
  db
    .select()
    .from(clients)
    .where(eq(clients.isPlatform, false))
    .orderBy(...byName),
);

/** The same with how many accounts each has; none but the platform's owner is told (`users_of_clients`). */
export const findClientsWithUsers = prepared<Record<string, never>>()('findClientsWithUsers', (db) =>
  db
    .select({ ...getTableColumns(clients), users: sql<number>`coalesce(counted.users, 0)` })
    .from(clients)
    .leftJoin(sql`users_of_clients() counted`, sql`counted.client_id = ${clients.id}`)
    .where(eq(clients.isPlatform, false))
    .orderBy(...byName),
);

/** A school system's accounts by role, and how many it may have; no row where it is none. */
export const countUsers = prepared<{ clientId: string }>()('countUsers', (db, { clientId }) =>
  db
    .select({ role: users.role, users: count(users.id), maxUsers: clients.maxUsers })
    .from(clients)
    .leftJoin(users, eq(users.clientId, clients.id))
    .where(and(eq(clients.id, clientId), eq(clients.isPlatform, false)))
    .groupBy(users.role, clients.maxUsers),
);

/** Whether this is a school system: the platform, and what does not exist, is none. */
export async function isSchoolSystem(tx: Tx, clientId: string): Promise<boolean> {
  const found = await tx.db
    .select({ id: clients.id })
    .from(clients)
    .where(and(eq(clients.id, clientId), eq(clients.isPlatform, false)));
  return found.length === 1;
}

/**
 * Whether one more account fits into the school system, by its `max_users`. Its row stays locked until the
 * transaction ends, so two who take the last seat at once come one after the other.
 */
export async function hasSeat(tx: Tx, clientId: string): Promise<boolean> {
  const { rows } = await tx.client.query<{ max_users: number }>({
    name: 'lock_client',
    text: 'select max_users from lock_client($1)',
    values: [clientId],
  });
  const [taken] = await tx.db.select({ users: count() }).from(users).where(eq(users.clientId, clientId));
  return rows[0] !== undefined && taken !== undefined && taken.users < rows[0].max_users;
}
