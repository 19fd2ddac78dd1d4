import { and, eq, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/access/enforce.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { businessContacts } from '../../platform/database/tables/contacts.ts';
import { projects } from '../../platform/database/tables/projects.ts';

/**
 * Sets the supervisor of a placement and returns them, with the former one's name; undefined if the placement's business has no such contact.
 */
export async function setSupervisor(
  tx: Tx,
  project: Authorized<{ clientId: string; id: string; businessId: string | null }>,
  contactId: string,
): Promise<{ name: string; email: string; former: string } | undefined> {
  const [former] = await tx.db
    .select({ name: businessContacts.name })
    .from(projects)
    .innerJoin(
      businessContacts,
      and(eq(businessContacts.clientId, projects.clientId), eq(businessContacts.id, projects.supervisorId)),
    )
    .where(and(eq(projects.clientId, project.clientId), eq(projects.id, project.id)));
  const [contact] = await tx.db
    .update(businessContacts)
    .set({
      roles: sql`case when 'supervisor' = any(${businessContacts.roles}) then ${businessContacts.roles}
        else array_prepend('supervisor', ${businessContacts.roles}) end`,
    })
    .where(
      and(
        eq(businessContacts.clientId, project.clientId),
        eq(businessContacts.businessId, project.businessId ?? project.id),
        eq(businessContacts.id, contactId),
      ),
    )
    .returning({ name: businessContacts.name, email: businessContacts.email });
  if (contact)
    await tx.db
      .update(projects)
      .set({ supervisorId: contactId })
      .where(and(eq(projects.clientId, project.clientId), eq(projects.id, project.id)));
  return contact && { ...contact, former: former?.name ?? '' };
}
