import { msg, t } from '@waypost/contract/i18n';
import { maskedEmail, shortName } from '@waypost/contract/messages/links/rules';
import type { Contact, contactCalls } from '@waypost/contract/people/contacts/calls';
import type { OwnContact } from '@waypost/contract/people/contacts/forms';
import { CONTACTS_MAX, inOrder, whyNotFirst } from '@waypost/contract/people/contacts/rules';
import { NO_SUPERVISOR_EMAIL } from '@waypost/contract/placements/evaluations/rules';
import type { supervisorCalls } from '@waypost/contract/placements/projects/calls';
import { refuse } from '@waypost/contract/refusal';
import { issueLinks } from '../../messages/links/queries.ts';
import { findReadersOf } from '../../messages/mail/queries.ts';
import { lockProject, recordAction, wholeOf } from '../../placements/projects/changing.ts';
import { toProject } from '../../placements/projects/present.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { spend, spendEmailTo } from '../../platform/access/budgets.ts';
import { authorize } from '../../platform/access/enforce.ts';
import type { Handlers } from '../../platform/access/handler.ts';
import { mayChooseSupervisor, mayEditContacts } from '../../platform/access/ownership.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { nameOf } from '../directory/present.ts';
import { findPerson, lockAccount } from '../directory/queries.ts';
import { changeContacts, changeSupervisor } from './changing.ts';
import { toSupervisorQuestion } from './mails.ts';
import { toContact } from './present.ts';
import { type FoundContact, listContacts } from './queries.ts';

/** A business's contacts, and which of them supervises a placement (docs/behavior/contacts.md). */
export const contactHandlers: Handlers<typeof contactCalls & typeof supervisorCalls> = {
  getContacts: async ({ actor, input }, tx) => {
    const { clientId } = actor;
    const [found] = await findPerson(tx, { clientId, userId: input.business_id });
    const { id } = authorize(actor, found, mayEditContacts);
    return loadContacts({ clientId, id }, tx);
  },

  saveContact: async ({ actor, input, now, outside }, tx) => {
    const { business_id, _id, ...fields } = input;
    const { business, subject, before } = await lockBusiness(actor, business_id, tx);
    if (_id === undefined && before.length >= CONTACTS_MAX)
      refuse('conflict', t('A business can have at most {max} contacts here.', { max: CONTACTS_MAX }));
    const at = _id === undefined ? before.length : indexOf(before, _id);
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

  chooseSupervisor: async ({ actor, input, now }, tx) => {
    const project = await lockProject(actor, input.project_id, tx, mayChooseSupervisor);
    const supervisor = await changeSupervisor(tx, project, input.contact_id, now);
    if (supervisor === undefined)
      refuse('invalid-input', undefined, { contact_id: [t('choose one of this business’s contacts')] });
    const chosen = await wholeOf(project, tx);
    await recordAction(tx, actor, 'choose supervisor', chosen, { name: supervisor }, now);
    return toProject(chosen, actor);
  },

  /** 409 if the placement has no supervisor, they have no email, or the internship has ended. */
  askSupervisor: async ({ actor, input, now, outside }, tx) => {
    const project = await lockProject(actor, input.project_id, tx, mayChooseSupervisor);
    const whole = await wholeOf(project, tx);
    const { supervisor, student } = whole;
    const { clientId, id: subjectId, businessId: accountId } = project;
    if (project.business_status !== 'open' || !student) refuse('conflict', t(ENDED));
    if (!supervisor?.email || accountId === null) refuse('conflict', t(NO_SUPERVISOR_EMAIL));
    await spend(tx, 'supervisor links', actor.id, now);
    await spendEmailTo(tx, supervisor.email, actor, now);
    const readers = await findReadersOf(tx, [{ clientId, userId: accountId }]);
    const { name, email } = supervisor;
    const recipient = { name, email, locale: readers(accountId).locale };
    const link = { clientId, purpose: 'supervisor' as const, subjectId, accountId, recipient };
    const [token = ''] = await issueLinks(tx, [link], now);
    const about = {
      token,
      projectId: subjectId,
      student: shortName(student.firstName, student.lastName),
      title: whole.opportunity.title,
    };
    await outside.jobs.sendMail(tx, toSupervisorQuestion(outside.publicUrl, recipient, about));
    await recordAction(tx, actor, 'ask supervisor', whole, { name, to: maskedEmail(email) }, now);
    return { message: 'success', email: maskedEmail(email) };
  },
};

const ENDED = msg('This placement has ended');

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
