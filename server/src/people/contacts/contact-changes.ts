import { t } from '@waypost/contract/i18n';
import type { OwnContact } from '@waypost/contract/people/contacts/forms';
import { inOrder } from '@waypost/contract/people/contacts/rules';
import { refuse } from '@waypost/contract/refusal';
import { readdressLinks } from '../../messages/links/address-changes.ts';
import { whyNotAct } from '../../messages/links/mailbox-queries.ts';
import { record } from '../../platform/access/audit.ts';
import type { Authorized } from '../../platform/access/enforce.ts';
import type { Request } from '../../platform/access/handler.ts';
import type { Tx } from '../../platform/database/connect.ts';
import {
  countSupervised,
  deleteContact,
  type FoundContact,
  insertContact,
  updateContact,
} from './queries.ts';
import { signersChanged } from './signers.ts';

type Asking = Pick<Request<unknown>, 'actor' | 'outside' | 'now'>;

interface Change {
  business: Authorized<{ clientId: string; id: string }>;
  /** For the audit trail. */
  subject: { id: string; name: string };
  before: readonly FoundContact[];
  wanted: readonly OwnContact[];
  /** The form's field for the email of the contact at this index. */
  emailField?: (index: number) => string;
}

/**
 * Replaces a business's contacts with the given list, in this order. Contacts that are not in it are removed: 409 for
 * one who supervises a running placement, 400 at a new email of a student in an open placement, or of someone else who
 * signs. Staff's changes are recorded. Asks those who may sign now.
 */
export async function changeContacts(tx: Tx, { actor, outside, now }: Asking, change: Change): Promise<void> {
  const { business, subject, before, wanted, emailField = () => 'email' } = change;
  await requireOwnMailboxes(tx, change, emailField);
  const readdress = (from: { name: string; email: string }, to: { name: string; email: string } | null) =>
    from.email === ''
      ? undefined
      : readdressLinks(tx, outside, { clientId: business.clientId, accountId: business.id, from, to }, now);
  const isStaffs = actor.role !== 'Business';
  let isAnyNew = false;
  for (const gone of before.filter(({ id }) => wanted.every(({ _id }) => _id !== id))) {
    const count = await countSupervised(tx, business, gone.id);
    if (count > 0)
      refuse(
        'conflict',
        t(
          '{name} supervises {count, plural, one {a placement} other {{count} placements}}. Choose another supervisor there first.',
          { name: gone.name, count },
        ),
      );
    await deleteContact(tx, business, gone.id);
    await readdress(gone, null);
    if (isStaffs)
      await record(tx, actor, { action: 'remove contact', subject, details: { name: gone.name } }, now);
  }
  for (const [index, { _id, ...fields }] of wanted.entries()) {
    const after = { ...fields, roles: inOrder(fields.roles), ordinal: index + 1 };
    const known = before.find(({ id }) => id === _id);
    if (!known) {
      await insertContact(tx, business, after);
      isAnyNew = true;
      if (isStaffs)
        await record(tx, actor, { action: 'add contact', subject, details: { name: fields.name } }, now);
      continue;
    }
    if (isEqual(known, after)) continue;
    isAnyNew = true;
    await updateContact(tx, business, known.id, after);
    if (known.email !== fields.email) await readdress(known, fields);
    if (isStaffs && !isEqual({ ...known, ordinal: after.ordinal }, after)) {
      const details = { name: fields.name, ...(known.email !== fields.email && { before: known.email }) };
      await record(tx, actor, { action: 'edit contact', subject, details }, now);
    }
  }
  const changed = { clientId: business.clientId, accountId: business.id, party: 'business' } as const;
  if (isAnyNew) await signersChanged.tell(tx, outside, changed, now);
}

/** Refuses new emails of a student in an open placement, or of someone else who signs. */
async function requireOwnMailboxes(
  tx: Tx,
  { business: { clientId, id: accountId }, before, wanted }: Change,
  emailField: (index: number) => string,
): Promise<void> {
  for (const [index, { _id, email, roles }] of wanted.entries()) {
    const known = before.find(({ id }) => id === _id);
    const signs = roles.includes('signatory');
    if (known?.email === email && (known.roles.includes('signatory') || !signs)) continue;
    const wrong = await whyNotAct(tx, { clientId, accountId }, { party: 'business', email, signs });
    if (wrong) refuse('invalid-input', undefined, { [emailField(index)]: [wrong] });
  }
}

const isEqual = (known: FoundContact, after: Omit<OwnContact, '_id'> & { ordinal: number }) =>
  Object.entries(after).every(
    ([field, value]) => String(known[field as keyof typeof after]) === String(value),
  );
