import { Button, Checkbox, Group, Paper, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Contact, contactCalls } from '@waypost/contract/contacts/calls';
import { ContactInput } from '@waypost/contract/contacts/forms';
import { CONTACTS_MAX, type ContactRole, contactRoles } from '@waypost/contract/contacts/rules';
import { contactRoleNames } from '@waypost/contract/contacts/words';
import { t } from '@waypost/contract/i18n';
import { useEffect, useRef, useState } from 'react';
import { useCheckedForm } from '../client/form.ts';
import { notify } from '../client/notices.ts';
import { callQuery, useCall } from '../client/queries.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { EmailLink } from '../ui/EmailLink.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { PhoneInput } from '../ui/PhoneInput.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { useFocusHome } from '../ui/use-focus-home.ts';
import { useKeepContacts } from './use-keep-contacts.ts';

/** A business's people, for the business and staff (docs/behavior/contacts.md#screen). */
export default function Contacts({ businessId }: { businessId: string }) {
  const asked = useQuery(callQuery(contactCalls.getContacts, { business_id: businessId }));
  // Where the button that was pressed is gone, the focus stays with the section.
  const section = useFocusHome<HTMLElement>();
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('People')} ref={section} tabIndex={-1}>
      <Stack>
        <div>
          <Title order={2} size="h3">
            {t('People')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('Who supervises students, signs, and runs the office. Students see the first person.')}
          </Text>
        </div>
        <Loaded asked={asked}>{(found) => <List businessId={businessId} contacts={found} />}</Loaded>
      </Stack>
    </Paper>
  );
}

function List({ businessId, contacts }: { businessId: string; contacts: Contact[] }) {
  const [open, setOpen] = useState<string | null>(null);
  const close = () => setOpen(null);
  return (
    <Stack>
      {contacts.map((contact, index) =>
        open === contact._id ? (
          <ContactForm key={contact._id} businessId={businessId} contact={contact} onDone={close} />
        ) : (
          <OneContact
            key={contact._id}
            businessId={businessId}
            contact={contact}
            isFirst={index === 0}
            onEdit={() => setOpen(contact._id)}
          />
        ),
      )}
      {contacts.length === 0 && <Text c="dimmed">{t('No one has been named yet.')}</Text>}
      {open === 'new' ? (
        <ContactForm businessId={businessId} onDone={close} />
      ) : (
        contacts.length < CONTACTS_MAX && (
          <Group>
            <Button
              variant="default"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => setOpen('new')}
            >
              {contacts.length > 0 ? t('Add another person') : t('Add a person')}
            </Button>
          </Group>
        )
      )}
    </Stack>
  );
}

interface OneContactProps {
  businessId: string;
  contact: Contact;
  isFirst: boolean;
  onEdit: () => void;
}

function OneContact({ businessId, contact, isFirst, onEdit }: OneContactProps) {
  const [removing, setRemoving] = useState(false);
  const remove = useCall(contactCalls.removeContact, {
    quiet: true,
    onSuccess: useKeepContacts(businessId),
  });
  const { _id, name, email, phone, roles } = contact;
  return (
    <Stack component="article" aria-label={name} gap={6}>
      <Group gap="xs">
        <Text fw={600}>{name}</Text>
        {roles.map((role) => (
          <StatusBadge key={role} tone="plain">
            {t(contactRoleNames[role])}
          </StatusBadge>
        ))}
      </Group>
      <Group gap="md">
        {email ? <EmailLink address={email} /> : <Text c="dimmed">{t('No email')}</Text>}
        {phone && <a href={`tel:+1${phone.replace(/\D/g, '')}`}>{phone}</a>}
      </Group>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={onEdit}>
          {t('Edit {name}', { name })}
        </Button>
        {!isFirst && (
          <Button size="xs" variant="default" onClick={() => setRemoving(true)}>
            {t('Remove {name}', { name })}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        onConfirm={() => remove.mutateAsync({ business_id: businessId, _id })}
        confirm={t('Remove {name}', { name })}
        destroys
      >
        {t('{name} will no longer be asked to sign, approve, or evaluate.', { name })}
      </ConfirmDialog>
    </Stack>
  );
}

interface ContactFormProps {
  businessId: string;
  /** Whom to correct; left out, somebody new. */
  contact?: Contact;
  /** Saved, or given up. */
  onDone: () => void;
}

const valuesOf = (contact: Contact | undefined) => ({
  name: contact?.name ?? '',
  email: contact?.email ?? '',
  phone: contact?.phone ?? '',
  roles: contact?.roles ?? ([] as ContactRole[]),
});

/** Adds a contact of a business, or corrects one. */
function ContactForm({ businessId, contact, onDone }: ContactFormProps) {
  const [initialValues] = useState(() => valuesOf(contact));
  const save = useCall(contactCalls.saveContact, { onSuccess: useKeepContacts(businessId) });
  const { form, busy, formProps } = useCheckedForm({
    schema: ContactInput,
    initialValues,
    submit: async (fields) => {
      await save.mutateAsync({ business_id: businessId, ...(contact && { _id: contact._id }), ...fields });
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
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
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
