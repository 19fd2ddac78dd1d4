import { Badge, Button, Checkbox, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { type Contact, contactCalls } from '@waypost/contract/people/contacts/calls';
import { ContactInput } from '@waypost/contract/people/contacts/forms';
import { CONTACTS_MAX, type ContactRole, contactRoles } from '@waypost/contract/people/contacts/rules';
import { contactRoleNames } from '@waypost/contract/people/contacts/words';
import { isStaff } from '@waypost/contract/roles';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../client/call.ts';
import { editsEntry, useCheckedForm } from '../../client/form.ts';
import { notify } from '../../client/notices.ts';
import { PhoneLink } from '../../client/PhoneLink.tsx';
import { callQuery, useCall } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { PersonProof } from '../../messages/proofs/PersonProof.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { PeopleList, PeopleSection, PersonCard } from '../../ui/PeopleList.tsx';
import { PhoneInput } from '../../ui/PhoneInput.tsx';
import { useCacheContacts } from './use-cache-contacts.ts';

/** A business's contacts, for the business and staff (docs/behavior/contacts.md#screen). */
export default function Contacts({ businessId }: { businessId: string }) {
  const isForStaff = isStaff(useUser().role);
  const query = useQuery(callQuery(contactCalls.getContacts, { business_id: businessId }));
  return (
    <PeopleSection
      title={t('People')}
      description={t('Who supervises students, signs, and runs the office. Students see the first person.')}
    >
      <Loaded query={query}>
        {(contacts) => (
          <PeopleList
            people={contacts}
            max={CONTACTS_MAX}
            card={(contact, onEdit) => (
              <>
                <ContactCard
                  businessId={businessId}
                  contact={contact}
                  isFirst={contact === contacts[0]}
                  onEdit={onEdit}
                />
                {isForStaff && <PersonProof accountId={businessId} person={contact} />}
              </>
            )}
            form={(contact, onDone) => (
              <ContactForm businessId={businessId} contact={contact} onDone={onDone} />
            )}
          />
        )}
      </Loaded>
    </PeopleSection>
  );
}

interface ContactCardProps {
  businessId: string;
  contact: Contact;
  isFirst: boolean;
  onEdit: () => void;
}

function ContactCard({ businessId, contact, isFirst, onEdit }: ContactCardProps) {
  const onSuccess = useCacheContacts(businessId);
  const remove = useCall(contactCalls.removeContact, { quiet: true, onSuccess });
  const { _id, name, roles } = contact;
  return (
    <PersonCard
      person={contact}
      phone={contact.phone && <PhoneLink phone={contact.phone} />}
      badges={roles.map((role) => (
        <Badge key={role} variant="light" tt="none" size="lg" fw={500}>
          {t(contactRoleNames[role])}
        </Badge>
      ))}
      onEdit={onEdit}
      remove={
        isFirst
          ? undefined
          : {
              run: () => remove.mutateAsync({ business_id: businessId, _id }),
              consequence: t('{name} will no longer be asked to sign, approve, or evaluate.', { name }),
            }
      }
    />
  );
}

interface ContactFormProps {
  businessId: string;
  /** The contact to edit; undefined to add one. */
  contact: Contact | undefined;
  /** Called after saving or canceling. */
  onDone: () => void;
}

const valuesOf = (contact: Contact | undefined) => ({
  name: contact?.name ?? '',
  email: contact?.email ?? '',
  phone: contact?.phone ?? '',
  roles: contact?.roles ?? ([] as ContactRole[]),
});

/** Adds or edits a contact of a business. */
function ContactForm({ businessId, contact, onDone }: ContactFormProps) {
  const [initialValues] = useState(() => valuesOf(contact));
  const save = useCall(contactCalls.saveContact, { onSuccess: useCacheContacts(businessId) });
  const { form, busy, formProps } = useCheckedForm({
    schema: ContactInput,
    initialValues,
    edits: editsEntry(contact, valuesOf, () => call(contactCalls.getContacts, { business_id: businessId })),
    submit: async (fields, revision) => {
      const which = contact ? { _id: contact._id, revision } : {};
      await save.mutateAsync({ business_id: businessId, ...which, ...fields });
      notify.success(t('{name} was saved.', { name: fields.name }));
      onDone();
    },
  });
  const { values } = form;
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => name.current?.focus(), []);
  return (
    <form {...formProps} aria-label={contact ? t('Edit {name}', { name: contact.name }) : t('New person')}>
      <Stack>
        <SimpleGrid minColWidth="clamp(13rem, 40%, 100%)" autoFlow="auto-fit">
          <TextInput
            label={t('Name')}
            required
            autoComplete="off"
            {...form.getInputProps('name')}
            ref={name}
          />
          <TextInput label={t('Email')} type="email" autoComplete="off" {...form.getInputProps('email')} />
          <PhoneInput
            label={t('Phone')}
            autoComplete="off"
            {...form.getInputProps('phone')}
            value={values.phone}
            onChange={(typed) => form.setFieldValue('phone', typed)}
          />
        </SimpleGrid>
        <Checkbox.Group
          label={t('What they do')}
          {...form.getInputProps('roles')}
          value={values.roles}
          onChange={(roles) => form.setFieldValue('roles', roles as ContactRole[])}
        >
          <Stack gap="xs" mt="xs">
            {contactRoles.map((role) => (
              <Checkbox key={role} value={role} label={t(contactRoleNames[role])} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('Save person')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
