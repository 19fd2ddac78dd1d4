import { t } from '@waypost/contract/i18n';
import type { Contact, contactCalls } from '@waypost/contract/people/contacts/calls';
import type { OwnContact } from '@waypost/contract/people/contacts/forms';
import { CONTACTS_MAX, inOrder, whyNotFirst } from '@waypost/contract/people/contacts/rules';
import { refuse } from '@waypost/contract/refusal';
import type { Actor } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/enforce.ts';
import type { Handlers } from '../../platform/access/handler.ts';
import { mayEditContacts } from '../../platform/access/ownership.ts';
import { findPerson, lockAccount, nameOf } from '../../platform/access/person-queries.ts';
import { requireRevision } from '../../platform/access/revisions.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { changeContacts } from './contact-changes.ts';
import { toContact } from './present.ts';
import { type FoundContact, listContacts } from './queries.ts';

/** A business's contacts (docs/behavior/contacts.md). */
export const contactHandlers: Handlers<typeof contactCalls> = {
  getContacts: async ({ actor, input }, tx) => {
    const { clientId } = actor;
    const [found] = await findPerson(tx, { clientId, userId: input.business_id });
    const { id } = authorize(actor, found, mayEditContacts);
    return loadContacts({ clientId, id }, tx);
  },

  saveContact: async ({ actor, input, now, outside }, tx) => {
    const { business_id, _id, revision, ...fields } = input;
    const { business, subject, before } = await lockBusiness(actor, business_id, tx);
    if (_id === undefined && before.length >= CONTACTS_MAX)
      refuse('conflict', t('A business can have at most {max} contacts here.', { max: CONTACTS_MAX }));
    const at = _id === undefined ? before.length : indexOf(before, _id);
    const known = before[at];
    if (known) requireRevision(known, revision);
    const wrong = at === 0 ? whyNotFirst(fields) : {};
    if (Object.keys(wrong).length > 0) refuse('invalid-input', undefined, wrong);
    const wanted = before.map(toWanted);
    wanted[at] = _id === undefined ? fields : { ...fields, _id };
    await changeContacts(tx, { actor, outside, now }, { business, subject, before, wanted });
    return loadContacts(business, tx);
  },

  removeContact: async ({ actor, input, now, outside }, tx) => {
    const { business, subject, before } = await lockBusiness(actor, input.business_id, tx);
    const at = indexOf(before, input._id);
    if (at === 0)
      refuse('conflict', t('The first contact is the school’s main contact. Edit this person instead.'));
    const wanted = before.toSpliced(at, 1).map(toWanted);
    await changeContacts(tx, { actor, outside, now }, { business, subject, before, wanted });
    return loadContacts(business, tx);
  },
};

async function lockBusiness(actor: Actor, businessId: string, tx: Tx) {
  const [found] = await lockAccount(tx, { clientId: actor.clientId, userId: businessId });
  const business = authorize(actor, found, mayEditContacts);
  const before = await listContacts(tx, { clientId: business.clientId, businessId: business.id });
  return { business, subject: { id: business.id, name: nameOf(business) }, before };
}

function indexOf(before: readonly FoundContact[], id: string): number {
  const index = before.findIndex((contact) => contact.id === id);
  return index < 0 ? refuse('not-found') : index;
}

const toWanted = (row: FoundContact): OwnContact => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  roles: inOrder(row.roles),
});

async function loadContacts({ clientId, id }: { clientId: string; id: string }, tx: Tx): Promise<Contact[]> {
  return (await listContacts(tx, { clientId, businessId: id })).map(toContact);
}
