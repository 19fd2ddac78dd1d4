import type { ContactInput } from '@waypost/contract/people/contacts/forms';
import { and, asc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Authorized } from '../../platform/access/enforce.ts';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { businessContacts } from '../../platform/database/tables/contacts.ts';
import { users } from '../../platform/database/tables/people.ts';
import { projects } from '../../platform/database/tables/projects.ts';

/** A business's `contact` and `admin` (docs/behavior/contacts.md), to join to a row of `users`. */
export const contact = alias(businessContacts, 'contact');
export const administrator = alias(businessContacts, 'administrator');

export const isFirstContact = and(
  eq(contact.clientId, users.clientId),
  eq(contact.businessId, users.id),
  sql`${contact.ordinal} = 1`,
);

export const isAdministrator = and(
  eq(administrator.clientId, users.clientId),
  sql`${administrator.id} = (select admin.id from ${businessContacts} admin
    where admin.client_id = ${users.clientId} and admin.business_id = ${users.id} and admin.ordinal > 1
      and 'administration' = any(admin.roles) order by admin.ordinal limit 1)`,
);

type BusinessKey = { clientId: string; businessId: string };
type Business = Authorized<{ clientId: string; id: string }>;

/** A business's contacts in their order. */
export const listContacts = prepared<BusinessKey>()('listContacts', (db, { clientId, businessId }) =>
  db
    .select({
      id: businessContacts.id,
      ordinal: businessContacts.ordinal,
      name: businessContacts.name,
      email: businessContacts.email,
      phone: businessContacts.phone,
      roles: businessContacts.roles,
      revision: businessContacts.revision,
    })
    .from(businessContacts)
    .where(and(eq(businessContacts.clientId, clientId), eq(businessContacts.businessId, businessId)))
    .orderBy(asc(businessContacts.ordinal)),
);
export type FoundContact = Awaited<ReturnType<typeof listContacts>>[number];

type Fields = ContactInput & { ordinal: number };

const ofBusiness = ({ clientId, id }: Business) =>
  and(eq(businessContacts.clientId, clientId), eq(businessContacts.businessId, id));

export async function insertContact(tx: Tx, business: Business, given: Fields): Promise<void> {
  await tx.db
    .insert(businessContacts)
    .values({ ...given, clientId: business.clientId, businessId: business.id });
}

export async function updateContact(
  tx: Tx,
  business: Business,
  id: string,
  changed: Partial<Fields>,
): Promise<void> {
  await tx.db
    .update(businessContacts)
    .set(changed)
    .where(and(ofBusiness(business), eq(businessContacts.id, id)));
}

export async function deleteContact(tx: Tx, business: Business, id: string): Promise<void> {
  await tx.db.delete(businessContacts).where(and(ofBusiness(business), eq(businessContacts.id, id)));
}

/** How many running placements a contact supervises. */
export async function countSupervised(tx: Tx, { clientId }: Business, contactId: string): Promise<number> {
  const [found] = await tx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(projects)
    .where(
      and(
        eq(projects.clientId, clientId),
        eq(projects.supervisorId, contactId),
        eq(projects.businessStatus, 'open'),
      ),
    );
  return found?.count ?? 0;
}
