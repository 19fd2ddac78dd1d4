import { msg, t } from '@waypost/contract/i18n';
import { shortName } from '@waypost/contract/messages/links/rules';
import { CONTACTS_MAX } from '@waypost/contract/people/contacts/rules';
import { refuse } from '@waypost/contract/refusal';
import type { FormState } from '../../messages/links/html.tsx';
import { Button, Form, NameField } from '../../messages/links/page.tsx';
import type { Purpose } from '../../messages/links/purpose.ts';
import { notify } from '../../messages/mail/notify.ts';
import { insertContact, listContacts } from '../../people/contacts/queries.ts';
import type { LinkCaller } from '../../platform/access/actor.ts';
import { type Authorized, authorize } from '../../platform/access/enforce.ts';
import { isBusinessOfLink, isConfirmedByLink } from '../../platform/access/ownership.ts';
import { lockAccount } from '../../platform/access/person-queries.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import type { ProjectToChange } from '../projects/change-queries.ts';
import { lockProject } from '../projects/project-changes.ts';
import { findLinkedSupervision, insertConfirmation, type LinkedSupervision } from './by-link-queries.ts';
import { changeSupervisor } from './supervisor-changes.ts';

/** Asks someone whether they supervise a placement. They confirm it, or pass it on to the colleague who does. */
export const supervisorPurpose: Purpose = {
  call: 'chooseSupervisor',
  title: msg('Do you supervise this intern?'),
  mayPassOn: true,

  async open(tx) {
    const found = await findLinkedSupervision(tx);
    if (!found) return null;
    return (form) => toForm(found, form);
  },

  async act(tx, link, { name, values, now }) {
    if (values.get('do') !== 'confirm') refuse('invalid-input');
    const found = (await findLinkedSupervision(tx)) ?? refuse('conflict');
    const project = await lockProject(link, found.projectId, tx, isConfirmedByLink);
    const { studentId, firstName, lastName, title } = (await findLinkedSupervision(tx)) ?? refuse('conflict');
    await insertConfirmation(tx, project, link, name, now);
    return {
      actions: [
        {
          about: { id: studentId, name: shortName(firstName, lastName) },
          action: 'confirm supervisor',
          details: { project: project.id },
        },
      ],
      isDone: true,
      after: async (server, outside) => {
        await makeSupervisor(server, outside, link, { project, name, now });
        const event = { clientId: link.clientId, kind: 'answer', to: [], notifiesStaff: true } as const;
        await notify(server, outside, { ...event, about: studentId }, () => ({
          subject: t('{name} confirmed: they supervise {intern}, {title}', {
            name,
            intern: shortName(firstName, lastName),
            title,
          }),
          paragraphs: [],
          button: { label: '', path: `/admin/project/${project.id}` },
        }));
      },
    };
  },

  receipt: () => t('You confirmed that you supervise them'),
};

/** A colleague to whom it was passed on becomes the placement's supervisor, and a contact of the business. */
async function makeSupervisor(
  tx: Tx,
  post: MailContext,
  link: LinkCaller,
  { project, name, now }: { project: Authorized<ProjectToChange>; name: string; now: Date },
): Promise<void> {
  const key = { clientId: link.clientId, businessId: link.accountId };
  const [found] = await lockAccount(tx, { clientId: link.clientId, userId: link.accountId });
  const business = authorize(link, found, isBusinessOfLink);
  const isTheirs = ({ email }: { email: string }) =>
    email.toLowerCase() === link.recipient.email.toLowerCase();
  const contacts = await listContacts(tx, key);
  if (!contacts.some(isTheirs)) {
    if (contacts.length >= CONTACTS_MAX) refuse('conflict', t(TOO_MANY));
    await insertContact(tx, business, {
      name: link.recipient.name || name,
      email: link.recipient.email,
      phone: '',
      roles: ['supervisor'],
      ordinal: (contacts.at(-1)?.ordinal ?? 0) + 1,
    });
  }
  const contact = (await listContacts(tx, key)).find(isTheirs);
  if (contact) await changeSupervisor(tx, post, project, contact.id, now);
}

const TOO_MANY = msg('The business has too many contacts here. Ask the school to remove one.');

function toForm({ firstName, lastName, title, isNamed, isConfirmed }: LinkedSupervision, form: FormState) {
  const intern = shortName(firstName, lastName);
  if (isNamed && isConfirmed)
    return <p>{t('It is confirmed that you supervise {intern}: {title}.', { intern, title })}</p>;
  return (
    <>
      <p>{t('You are named as the supervisor of {intern}: {title}.', { intern, title })}</p>
      <Form>
        <NameField form={form} />
        <Button value="confirm">{t('Yes, I supervise {name}', { name: firstName })}</Button>
      </Form>
    </>
  );
}
