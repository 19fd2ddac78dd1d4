import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { EmailLink } from './EmailLink.tsx';
import { useFocusHome } from './use-focus-home.ts';

interface PeopleSectionProps {
  title: string;
  description: string;
  children: ReactNode;
}

/** A section for people without an account: a student's guardians, a business's contacts. */
export function PeopleSection({ title, description, children }: PeopleSectionProps) {
  // If the pressed button has gone, the focus moves to the section.
  const section = useFocusHome<HTMLElement>();
  return (
    <Paper withBorder p="lg" component="section" aria-label={title} ref={section} tabIndex={-1}>
      <Stack>
        <div>
          <Title order={2} size="h3">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        </div>
        {children}
      </Stack>
    </Paper>
  );
}

interface PeopleListProps<P extends { _id: string }> {
  people: readonly P[];
  max: number;
  /** Whether nobody can be added. */
  isFixed?: boolean;
  /** A person's card. */
  card: (person: P, onEdit: () => void) => ReactNode;
  /** The form for an existing or new person. Calls `onDone` after saving or canceling. */
  form: (person: P | undefined, onDone: () => void) => ReactNode;
}

/** Lists people, at most one of them in a form, with a button to add another. */
export function PeopleList<P extends { _id: string }>({
  people,
  max,
  isFixed = false,
  card,
  form,
}: PeopleListProps<P>) {
  const [open, setOpen] = useState<string | null>(null);
  const close = () => setOpen(null);
  return (
    <Stack gap="lg">
      {people.map((person) => (
        <div key={person._id}>
          {open === person._id ? form(person, close) : card(person, () => setOpen(person._id))}
        </div>
      ))}
      {people.length === 0 && <Text c="dimmed">{t('No one has been named yet.')}</Text>}
      {open === 'new'
        ? form(undefined, close)
        : !isFixed &&
          people.length < max && (
            <Group>
              <Button
                variant="default"
                leftSection={<IconPlus size={18} aria-hidden />}
                onClick={() => setOpen('new')}
              >
                {people.length > 0 ? t('Add another person') : t('Add a person')}
              </Button>
            </Group>
          )}
    </Stack>
  );
}

interface PersonCardProps {
  person: { name: string; email: string };
  /** The link to their phone number, if there is one. */
  phone: ReactNode;
  badges: ReactNode;
  /** Shown below the name. */
  about?: string;
  /** Buttons before Edit. */
  actions?: ReactNode;
  /** Opens the form; undefined if the user may not edit. */
  onEdit: (() => void) | undefined;
  /** Removes this person, with the consequence to confirm; undefined if the user may not. */
  remove: { run: () => Promise<unknown>; consequence: string } | undefined;
}

/** A person's name, how to reach them, and buttons to edit and remove them. */
export function PersonCard({ person, phone, badges, about, actions, onEdit, remove }: PersonCardProps) {
  const [removing, setRemoving] = useState(false);
  const { name, email } = person;
  return (
    <Stack component="article" aria-label={name} gap={6}>
      <Group gap="xs">
        <Text fw={600}>{name}</Text>
        {badges}
      </Group>
      {about && <Text size="sm">{about}</Text>}
      <Group gap="md" style={{ rowGap: 0 }}>
        {email ? <EmailLink address={email} /> : <Text c="dimmed">{t('No email')}</Text>}
        {phone}
      </Group>
      <Group gap="xs">
        {actions}
        {onEdit && (
          <Button size="sm" variant="default" aria-label={t('Edit {name}', { name })} onClick={onEdit}>
            {t('Edit')}
          </Button>
        )}
        {remove && (
          <Button
            size="sm"
            variant="default"
            aria-label={t('Remove {name}', { name })}
            onClick={() => setRemoving(true)}
          >
            {t('Remove')}
          </Button>
        )}
      </Group>
      {remove && (
        <ConfirmDialog
          opened={removing}
          onClose={() => setRemoving(false)}
          onConfirm={remove.run}
          confirm={t('Remove {name}', { name })}
          destroys
        >
          {remove.consequence}
        </ConfirmDialog>
      )}
    </Stack>
  );
}
