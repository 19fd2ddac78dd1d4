import { Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { msg, t } from '@waypost/contract/i18n';
import { type Client, clientCalls } from '@waypost/contract/school-system/clients/calls';
import { callQuery } from '../../client/queries.ts';
import { useTasks } from '../../client/tasks-query.ts';
import { TaskStrip } from '../../oversight/tasks/TaskStrip.tsx';
import { byNumber, byText, type Column } from '../../ui/columns.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { showMomentWithTime } from '../../ui/dates.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { LinkButton, TextLink } from '../../ui/links.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Seats } from './Seats.tsx';

const columns: Column<Client>[] = [
  {
    key: 'full_name',
    header: msg('School system'),
    cell: (client) => (
      <TextLink to="/waypost/editClient/$id" params={{ id: client._id }} fw={600}>
        {client.full_name}
      </TextLink>
    ),
    compare: byText((client) => client.full_name),
    card: 'title',
  },
  {
    key: 'short_name',
    header: msg('Short name'),
    cell: (client) => client.short_name,
    compare: byText((client) => client.short_name ?? ''),
  },
  {
    key: 'users',
    header: msg('Users'),
    cell: (client) => <Seats users={client.users ?? 0} max={client.max_users ?? 0} />,
    compare: byNumber((client) => client.users ?? 0),
  },
];

/** Waypost Clients: lists every school system, for the SuperAdmin (docs/behavior/clients.md#screens). */
export default function ClientsScreen() {
  const clients = useQuery(callQuery(clientCalls.getClients, {}));
  const tasks = useTasks();
  const shown = { ...clients, data: tasks.isLoading ? undefined : clients.data };
  return (
    <Screen
      title={t('Waypost Clients')}
      lead={t('Every school system on Waypost, and how many of its accounts are in use.')}
      action={clients.data && clients.data.length > 0 && <CreateButton />}
    >
      <BackupAge />
      <Loaded
        query={shown}
        empty={
          <EmptyState title={t('No school systems yet')} action={<CreateButton />}>
            {t('Create the first one, then invite an administrator to set up its schools and lists.')}
          </EmptyState>
        }
      >
        {(rows) => (
          <Stack gap="lg">
            <TaskStrip tasks={tasks.data} />
            <DataTable
              caption={t('School systems')}
              columns={columns}
              rows={rows}
              rowKey={(client) => client._id}
              count={(n) => t('{n, plural, one {1 school system} other {{n} school systems}}', { n })}
            />
          </Stack>
        )}
      </Loaded>
    </Screen>
  );
}

/** The time of the last backup, or a hint that none is set up. */
function BackupAge() {
  const { data } = useQuery(callQuery(clientCalls.getBackups, {}));
  if (!data) return null;
  const { daily } = data;
  if (!daily)
    return (
      <Warning word={t('No daily backup is set up')}>
        {t('The person who runs the server can set one up.')}
      </Warning>
    );
  if (!daily.newest) return <Text>{t('No backup yet. The first one is made within the hour.')}</Text>;
  const last = t('Last backup: {date} ({kept} kept)', {
    date: showMomentWithTime(daily.newest),
    kept: daily.kept,
  });
  const isLate = Date.now() - new Date(daily.newest).getTime() > LATE_MS;
  return isLate ? <Warning word={t('Backups have stopped')}>{last}</Warning> : <Text c="dimmed">{last}</Text>;
}

function Warning({ word, children }: { word: string; children: string }) {
  return (
    <Group gap="xs">
      <StatusBadge tone="attention">{word}</StatusBadge>
      <Text>{children}</Text>
    </Group>
  );
}

/** More than two days: at least one daily backup was missed. */
const LATE_MS = 50 * 3_600_000;

function CreateButton() {
  return (
    <LinkButton to="/waypost/editClient" leftSection={<IconPlus size={18} aria-hidden />}>
      {t('Create a school system')}
    </LinkButton>
  );
}
