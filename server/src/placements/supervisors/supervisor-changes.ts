import { refuse } from '@waypost/contract/refusal';
import { whyNotAct } from '../../messages/links/mailbox-queries.ts';
import { revokeLinksOfFormerSupervisor } from '../../messages/links/queries.ts';
import type { Authorized } from '../../platform/access/enforce.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { nameSupervisor } from '../agreements/change-queries.ts';
import { notifyOtherSupervisor } from '../agreements/mails.ts';
import { setSupervisor } from './queries.ts';

/**
 * Sets the supervisor of a placement, revokes the links of the former one, and returns the new one's name. A draft of the
 * agreement names the new one; if a text that was sent names the former one, staff are told. Undefined if the placement's
 * business has no such contact. 400 if their email is a student's.
 */
export async function changeSupervisor(
  tx: Tx,
  post: MailContext,
  project: Authorized<{ clientId: string; id: string; businessId: string | null }>,
  contactId: string,
  now: Date,
): Promise<string | undefined> {
  const contact = await setSupervisor(tx, project, contactId);
  if (!contact) return undefined;
  const { clientId, id: projectId, businessId } = project;
  const supervisor = { party: 'business', email: contact.email, signs: false } as const;
  const wrong = await whyNotAct(tx, { clientId, accountId: businessId ?? projectId }, supervisor);
  if (wrong) refuse('invalid-input', undefined, { contact_id: [wrong] });
  await revokeLinksOfFormerSupervisor(tx, { clientId, projectId, email: contact.email }, now);
  const isOutdated = await nameSupervisor(tx, { clientId, projectId }, contact);
  if (isOutdated) await notifyOtherSupervisor(tx, post, { clientId, projectId, name: contact.name });
  return contact.name;
}
