import { refuse } from '@waypost/contract/refusal';
import { and, asc, eq, gte, lt, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, union } from 'drizzle-orm/pg-core';
import type { Actor } from '../../platform/access/actor.ts';
import type { Authorized } from '../../platform/access/enforce.ts';
import { enterTenant } from '../../platform/access/tenant.ts';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { type IdCursor, openIds } from '../../platform/database/cursor.ts';
import { users } from '../../platform/database/tables/people.ts';
import { administrator, contact, isAdministrator, isFirstContact } from '../contacts/queries.ts';
import { findAdminsClient, namesOfFocusAreas, namesOfSchools } from '../profiles/queries.ts';

const foundColumns = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
};

const approvedStudentOf = (clientId: Placeholder<'clientId'>) =>
  and(eq(users.clientId, clientId), eq(users.role, 'Student'), eq(users.approved, true));

/** The approved student with this email, in any letter case. */
export const findStudentByEmail = prepared<{ clientId: string; email: string }>()(
  'findStudentByEmail',
  (db, { clientId, email }) =>
    db
      .select(foundColumns)
      .from(users)
      .where(and(approvedStudentOf(clientId), eq(users.emailLower, sql`lower(${email})`))),
);

const SUGGESTIONS = 10;

/** Approved students whose email or name (in either order) starts with the text, folded; at most ten. */
export const findStudentsBeginning = prepared<{ clientId: string; search: string }>()(
  'findStudentsBeginning',
  (db, { clientId, search }) => {
    // One index for each, at most ten: with `or`, the query would read all of the client's students. A range instead of
    // a pattern: under row-level security it still uses the index, and % and _ are ordinary characters.
    const beginning = (column: PgColumn, from: SQL) =>
      db
        .select(foundColumns)
        .from(users)
        .where(
          and(
            approvedStudentOf(clientId),
            sql`${from} <> ''`,
            gte(column, from),
            lt(column, sql`${from} || U&'\\+10FFFF'`),
          ),
        )
        .orderBy(asc(column))
        .limit(SUGGESTIONS);
    const folded = sql`fold_text(${search})`;
    return union(
      beginning(users.emailLower, sql`lower(${search})`),
      beginning(users.firstLastFolded, folded),
      beginning(users.lastFirstFolded, folded),
    )
      .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id))
      .limit(SUGGESTIONS);
  },
);

/** Approves an account, or withdraws its approval. */
export async function setApproved(
  tx: Tx,
  account: Authorized<{ clientId: string; id: string }>,
  approved: boolean,
  now: Date,
): Promise<void> {
  await tx.db
    .update(users)
    .set({ approved, deactivatedAt: approved ? null : now })
    .where(and(eq(users.clientId, account.clientId), eq(users.id, account.id)));
}

/** Every business of the client, sorted by name in natural order. */
export const openBusinesses = (tx: Tx, clientId: string): Promise<IdCursor> =>
  openIds(
    tx,
    tx.db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.clientId, clientId), eq(users.role, 'Business')))
      .orderBy(asc(users.listedName), asc(users.id))
      .toSQL(),
  );

/** These businesses as rows of the export, in no order. */
export const findBusinesses = prepared<{ clientId: string; ids: string[] }>()(
  'findBusinesses',
  (db, { clientId, ids }) =>
    db
      .select({
        id: users.id,
        email: users.email,
        businessName: users.businessName,
        approved: users.approved,
        createdAt: users.createdAt,
        street: users.street,
        city: users.city,
        state: users.state,
        zip: users.zip,
        lat: users.lat,
        lon: users.lon,
        userOverwroteLocation: users.userOverwroteLocation,
        focusAreas: namesOfFocusAreas,
        schools: namesOfSchools,
        contactName: contact.name,
        contactEmail: contact.email,
        contactPhone: contact.phone,
        adminName: administrator.name,
        adminEmail: administrator.email,
        adminPhone: administrator.phone,
      })
      .from(users)
      .leftJoin(contact, isFirstContact)
      .leftJoin(administrator, isAdministrator)
      .where(and(eq(users.clientId, clientId), sql`${users.id} = any(${ids})`)),
);
export type FoundBusiness = Awaited<ReturnType<typeof findBusinesses>>[number];

/** The caller's own client. For a SuperAdmin, the client of the Admin they name, which the transaction enters. */
export async function enterClientOf(tx: Tx, actor: Actor, userId: string): Promise<string> {
  if (actor.role !== 'SuperAdmin') return actor.clientId;
  const clientId = (await findAdminsClient(tx, userId)) ?? refuse('not-found');
  await enterTenant(tx, clientId);
  return clientId;
}
