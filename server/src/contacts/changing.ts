import type { OwnContact } from '@waypost/contract/contacts/forms';
import { inOrder } from '@waypost/contract/contacts/rules';
import { t } from '@waypost/contract/i18n';
import { refuse } from '@waypost/contract/refusal';
import type { Actor } from '../access/actor.ts';
import { record } from '../access/audit.ts';
import type { Authorized } from '../access/enforce.ts';
import type { Tx } from '../database/connect.ts';
import {
  countSupervised,
  deleteContact,
  type FoundContact,
  insertContact,
  updateContact,
} from './queries.ts';

interface Change {
  business: Authorized<{ clientId: string; id: string }>;
  /** For the audit trail. */
  subject: { id: string; name: string };
  before: readonly FoundContact[];
  wanted: readonly OwnContact[];
}

/**
 * Saves a business's contacts as they are wanted, in this order; those that are not wanted are removed: 409 for one
 * who supervises a running placement. Staff's changes are recorded.
 */
export async function changeContacts(tx: Tx, actor: Actor, change: Change, now: Date): Promise<void> {
  const { business, subject, before, wanted } = change;
  const isStaffs = actor.role !== 'Business';
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
    if (isStaffs)
      await record(tx, actor, { action: 'remove contact', subject, details: { name: gone.name } }, now);
  }
  for (const [index, { _id, ...fields }] of wanted.entries()) {
    const after = { ...fields, roles: inOrder(fields.roles), ordinal: index + 1 };
    const known = before.find(({ id }) => id === _id);
    if (!known) {
      await insertContact(tx, business, after);
      if (isStaffs)
        await record(tx, actor, { action: 'add contact', subject, details: { name: fields.name } }, now);
      continue;
    }
    if (isEqual(known, after)) continue;
    await updateContact(tx, business, known.id, after);
    if (isStaffs && !isEqual({ ...known, ordinal: after.ordinal }, after)) {
      const details = { name: fields.name, ...(known.email !== fields.email && { before: known.email }) };
      await record(tx, actor, { action: 'edit contact', subject, details }, now);
    }
  }
}

const isEqual = (known: FoundContact, after: Omit<OwnContact, '_id'> & { ordinal: number }) =>
  Object.entries(after).every(
    ([field, value]) => String(known[field as keyof typeof after]) === String(value),
  );
