import { reservedSeats } from '@waypost/contract/school-system/clients/rules';
import { and, asc, count, eq, getTableColumns, sql } from 'drizzle-orm';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { clients } from '../../platform/database/tables/clients.ts';
import { files } from '../../platform/database/tables/files.ts';
import { applications, opportunities } from '../../platform/database/tables/opportunities.ts';
import { users } from '../../platform/database/tables/people.ts';
import { projects } from '../../platform/database/tables/projects.ts';

const byName = [asc(sql`${clients.fullName} collate "und-x-icu"`), asc(clients.id)];

/** Every school system except the platform, sorted by name in natural order. */
export const findClients = prepared<Record<string, never>>()('findClients', (db) =>
  db
    .select()
    .from(clients)
    .where(eq(clients.isPlatform, false))
    .orderBy(...byName),
);

/** The same with the number of accounts of each, which only SuperAdmins see (`users_of_clients`). */
export const findClientsWithUsers = prepared<Record<string, never>>()('findClientsWithUsers', (db) =>
  db
    .select({ ...getTableColumns(clients), users: sql<number>`coalesce(counted.users, 0)` })
    .from(clients)
    .leftJoin(sql`users_of_clients() counted`, sql`counted.client_id = ${clients.id}`)
    .where(eq(clients.isPlatform, false))
    .orderBy(...byName),
);

/** One school system with its number of accounts; no row if the id is unknown. */
export const findClient = prepared<{ clientId: string }>()('findClient', (db, { clientId }) =>
  db
    .select({ ...getTableColumns(clients), users: sql<number>`coalesce(counted.users, 0)` })
    .from(clients)
    .leftJoin(sql`users_of_clients() counted`, sql`counted.client_id = ${clients.id}`)
    .where(and(eq(clients.id, clientId), eq(clients.isPlatform, false))),
);

/** The columns that a school system's form sets. */
export interface ClientColumns {
  fullName: string;
  shortName: string;
  maxUsers: number;
}

/** Inserts a school system, without settings and with empty lists. The transaction must be the platform's. */
export async function insertClient(tx: Tx, columns: ClientColumns & { createdAt: Date }) {
  const [made] = await tx.db.insert(clients).values(columns).returning();
  return made;
}

/** Returns undefined if there is no such school system. The transaction must be the platform's. */
export async function updateClient(tx: Tx, clientId: string, columns: ClientColumns) {
  const [changed] = await tx.db
    .update(clients)
    .set(columns)
    .where(and(eq(clients.id, clientId), eq(clients.isPlatform, false)))
    .returning();
  return changed;
}

/** Whether a school system still has accounts. Blocks new accounts until the transaction ends. */
export async function hasUsers(tx: Tx, clientId: string): Promise<boolean> {
  await lockClient(tx, clientId);
  const [taken] = await tx.db.select({ users: count() }).from(users).where(eq(users.clientId, clientId));
  return taken !== undefined && taken.users > 0;
}

/**
 * Deletes what a school system's people left behind, and returns the keys of its files' bytes. Its rows in other tables
 * are deleted with it. The transaction must have entered the school system.
 */
export async function clearClient(tx: Tx, clientId: string): Promise<string[]> {
  await tx.db.delete(projects).where(eq(projects.clientId, clientId));
  await tx.db.delete(applications).where(eq(applications.clientId, clientId));
  await tx.db.delete(opportunities).where(eq(opportunities.clientId, clientId));
  const kept = await tx.db
    .select({ storageKey: files.storageKey })
    .from(files)
    .where(eq(files.clientId, clientId));
  return kept.map(({ storageKey }) => storageKey);
}

/** The transaction must be the platform's. */
export async function removeClient(tx: Tx, clientId: string): Promise<void> {
  await tx.db.delete(clients).where(and(eq(clients.id, clientId), eq(clients.isPlatform, false)));
}

/** A school system's accounts by role, and its maximum; no row if the id is unknown. */
export const countUsers = prepared<{ clientId: string }>()('countUsers', (db, { clientId }) =>
  db
    .select({ role: users.role, users: count(users.id), maxUsers: clients.maxUsers })
    .from(clients)
    .leftJoin(users, and(eq(users.clientId, clients.id), eq(users.confirmed, true)))
    .where(and(eq(clients.id, clientId), eq(clients.isPlatform, false)))
    .groupBy(users.role, clients.maxUsers),
);

/** Whether this is a school system. The platform is not. */
export async function isSchoolSystem(tx: Tx, clientId: string): Promise<boolean> {
  const found = await tx.db
    .select({ id: clients.id })
    .from(clients)
    .where(and(eq(clients.id, clientId), eq(clients.isPlatform, false)));
  return found.length === 1;
}

/**
 * Whether one more account fits within `max_users`. Locks the school system's row until the transaction ends, so that
 * two people who take the last place are handled one after the other.
 */
export async function hasSeat(tx: Tx, clientId: string): Promise<boolean> {
  return (await countSeats(tx, clientId)) > 0;
}

/** The same for a sign-up: some places are reserved for people whom staff add. */
export async function hasSeatForSignUp(tx: Tx, clientId: string): Promise<boolean> {
  const [client] = await tx.db
    .select({ maxUsers: clients.maxUsers })
    .from(clients)
    .where(eq(clients.id, clientId));
  return (await countSeats(tx, clientId)) > reservedSeats(client?.maxUsers ?? 0);
}

/**
 * How many more accounts fit. Unconfirmed accounts do not count; in an unknown school system, none fit. Locks its row
 * as well.
 */
export async function countSeats(tx: Tx, clientId: string): Promise<number> {
  const client = await lockClient(tx, clientId);
  const [taken] = await tx.db
    .select({ users: count() })
    .from(users)
    .where(and(eq(users.clientId, clientId), eq(users.confirmed, true)));
  return client && taken ? Math.max(0, client.max_users - taken.users) : 0;
}

/** Locks a school system until the transaction ends. */
export async function lockClient(tx: Tx, clientId: string): Promise<{ max_users: number } | undefined> {
  const { rows } = await tx.client.query<{ max_users: number }>({
    name: 'lock_client',
    text: 'select max_users from lock_client($1)',
    values: [clientId],
  });
  return rows[0];
}

/** What a school system is called: the words that its people would put into a password. */
export async function findNamesOf(tx: Tx, clientId: string): Promise<string[]> {
  const [found] = await tx.db
    .select({ full: clients.fullName, short: clients.shortName })
    .from(clients)
    .where(eq(clients.id, clientId));
  return found ? [found.full, found.short] : [];
}
