import { revokeLinksOfFormerSupervisor } from '../../messages/links/queries.ts';
import type { Authorized } from '../../platform/access/enforce.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { setSupervisor } from './queries.ts';

/**
 * Sets the supervisor of a placement, revokes the links of the former one, and returns the new one's name. Undefined if
 * the placement's business has no such contact.
 */
export async function changeSupervisor(
  tx: Tx,
  project: Authorized<{ clientId: string; id: string; businessId: string | null }>,
  contactId: string,
  now: Date,
): Promise<string | undefined> {
  const contact = await setSupervisor(tx, project, contactId);
  if (!contact) return undefined;
  const { clientId, id: projectId } = project;
  await revokeLinksOfFormerSupervisor(tx, { clientId, projectId, email: contact.email }, now);
  return contact.name;
}
