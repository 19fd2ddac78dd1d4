import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { msg, t } from '@waypost/contract/i18n';
import { type ContactLogEntry, contactLogCalls } from '@waypost/contract/people/contact-log/calls';
import { wireName } from '@waypost/contract/wire-names';
import { useEffect, useRef, useState } from 'react';
import { callQuery } from '../../client/queries.ts';
import { byText, type Column } from '../../ui/columns.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { showDate } from '../../ui/dates.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { EntryForm } from './EntryForm.tsx';

interface ContactLogProps {
  studentId: string;
  /** The student's name. */
  name: string;
}

/** The anchor for links to this part of a profile: `/profile/view/{id}#contact-log`. */
const ANCHOR = 'contact-log';

/** A student's contact log, for staff. It opens only on request, because every view is recorded. */
export default function ContactLog({ studentId, name }: ContactLogProps) {
  const isMeant = useLocation({ select: ({ hash }) => hash === ANCHOR });
  const [open, setOpen] = useState(isMeant);
  const section = useRef<HTMLElement>(null);
  // Renders after the profile, too late for the browser to scroll to the anchor itself.
  useEffect(() => {
    if (!isMeant) return;
    setOpen(true);
    section.current?.scrollIntoView();
    section.current?.focus({ preventScroll: true });
  }, [isMeant]);
  return (
    <Paper
      withBorder
      p="lg"
      component="section"
      id={ANCHOR}
      aria-label={t('Contact log')}
      ref={section}
      tabIndex={-1}
    >
      <Stack>
        <Group justify="space-between" gap="sm">
          <div>
            <Title order={2} size="h3">
              {t('Contact log')}
            </Title>
            <Text size="sm" c="dimmed">
              {t('Only staff can see this. Each view is recorded.')}
            </Text>
          </div>
          {!open && (
            <Button variant="default" onClick={() => setOpen(true)}>
              {t('Open the contact log')}
            </Button>
          )}
        </Group>
        {open && <Entries studentId={studentId} name={name} />}
      </Stack>
    </Paper>
  );
}

function Entries({ studentId, name }: ContactLogProps) {
  const entries = useQuery(callQuery(contactLogCalls.getContactLog, { student_id: studentId }));
  const [adding, setAdding] = useState(false);
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
      {t('Add entry')}
    </Button>
  );
  return (
    <Loaded query={entries}>
      {(found) => (
        <Stack>
          {adding && <EntryForm studentId={studentId} onDone={() => setAdding(false)} />}
          {!adding && found.length > 0 && <Group>{add}</Group>}
          {!adding && found.length === 0 && (
            <EmptyState title={t('No contacts logged yet')} action={add}>
              {t('Record calls, visits, and messages about {name}.', { name })}
            </EmptyState>
          )}
          {found.length > 0 && (
            <DataTable
              caption={t('{name}’s contact log', { name })}
              columns={columns}
              rows={found}
              rowKey={(entry) => entry._id}
              count={(rows) => t('{rows, plural, one {# entry} other {# entries}}', { rows })}
              wide
            />
          )}
        </Stack>
      )}
    </Loaded>
  );
}

const columns: readonly Column<ContactLogEntry>[] = [
  {
    key: 'date',
    header: msg('Date'),
    card: 'title',
    oneLine: true,
    cell: (entry) => showDate(entry.log_date),
    compare: (one, other) => one.log_date.localeCompare(other.log_date),
  },
  {
    key: 'contact',
    header: msg('Contact'),
    cell: ({ primary_contact_name, contact_relationship }) => (
      <div>
        {primary_contact_name}
        {contact_relationship && (
          <Text size="sm" c="dimmed">
            {contact_relationship}
          </Text>
        )}
      </div>
    ),
    compare: byText((entry) => entry.primary_contact_name),
  },
  {
    key: 'business',
    header: msg('Business'),
    cell: (entry) => entry.associated_business,
    compare: byText((entry) => entry.associated_business),
  },
  {
    key: 'type',
    header: msg('Type'),
    cell: (entry) => wireName(entry.contact_type) || '–',
    compare: byText((entry) => entry.contact_type),
  },
  {
    key: 'comments',
    header: msg('Comments'),
    card: 'text',
    cell: (entry) => <div style={{ whiteSpace: 'pre-line' }}>{entry.comments || '–'}</div>,
  },
  { key: 'author', header: msg('Logged by'), cell: (entry) => entry.author_name || t('A former user') },
];
