import { displayName } from '@waypost/contract/people/profiles/rules';
import type { Role } from '@waypost/contract/roles';
import { and, eq, sql } from 'drizzle-orm';
import { prepared } from '../database/connect.ts';
import { users } from '../database/tables/people.ts';

/** The columns of a person with their name and role. */
export const namedPerson = {
  id: users.id,
  clientId: users.clientId,
  role: users.role,
  firstName: users.firstName,
  lastName: users.lastName,
  businessName: users.businessName,
};

/** A person's name and role, for lists that are requested by their id. */
export const findPerson = prepared<{ clientId: string; userId: string }>()(
  'findPerson',
  (db, { clientId, userId }) =>
    db
      .select(namedPerson)
      .from(users)
      .where(and(eq(users.clientId, clientId), eq(users.id, userId))),
);

/** Locks an account for its approval, or for a change of its guardians or contacts. */
export const lockAccount = prepared<{ clientId: string; userId: string }>()(
  'lockAccount',
  (db, { clientId, userId }) =>
    db
      .select({
        ...namedPerson,
        email: users.email,
        approved: users.approved,
        confirmed: users.confirmed,
        hasAgreement: sql<boolean>`${users.agreementFileId} is not null`,
      })
      .from(users)
      .where(and(eq(users.clientId, clientId), eq(users.id, userId)))
      .for('no key update'),
);

/** A person's name in the audit trail. */
export const nameOf = (row: { role: Role; firstName: string; lastName: string; businessName: string }) =>
  displayName({
    role: row.role,
    first_name: row.firstName,
    last_name: row.lastName,
    business_name: row.businessName,
  });
