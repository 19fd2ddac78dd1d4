import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { adminCalls, type ClientAdmin } from '@waypost/contract/people/admins/calls';
import { fullName } from '@waypost/contract/people/profiles/rules';
import { type Client, clientCalls } from '@waypost/contract/school-system/clients/calls';
import { type ReactNode, useMemo, useState } from 'react';
import { notify } from '../../client/notices.ts';
import { callQuery, refresh, useCall } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { byText, type Column } from '../../ui/columns.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmailText } from '../../ui/EmailText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { T } from '../../ui/T.tsx';
import { AdminForm } from './AdminForm.tsx';
import classes from './Admins.module.css';

/**
 * Lists a school system's administrators, to invite, edit, masquerade as or delete
 * (docs/behavior/clients.md#administrators).
 */
export function Admins({ client }: { client: Client }) {
  const queries = useQueryClient();
  const admins = useQuery(callQuery(adminCalls.getAdminsByClient, { id: client._id }));
  /** The open form: for a new administrator, or the one to edit. */
  const [edited, setEdited] = useState<ClientAdmin | 'new' | null>(null);
  const [deleted, setDeleted] = useState<ClientAdmin>();
  const remove = useCall(adminCalls.deleteAdmin, { quiet: true });
  const refetch = () => refresh(queries, adminCalls.getAdminsByClient, clientCalls.getClientById);
  const columns = useMemo(() => columnsWith(setEdited, setDeleted), []);

  async function deleteIt(): Promise<void> {
    if (!deleted) return;
    const { message } = await remove.mutateAsync({ id: deleted._id });
    if (message === 'fail') throw new Error(t('Something went wrong'));
    if (edited !== null && edited !== 'new' && edited._id === deleted._id) setEdited(null);
    await refetch();
    notify.success(t('Admin successfully deleted.'), t('Success'));
  }

  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
      {t('Add an administrator')}
    </Button>
  );
  return (
    <Stack component="section" gap="md" aria-labelledby="admins">
      <Group justify="space-between">
        <Title order={2} size="h3" id="admins">
          {t('Administrators')}
        </Title>
        {edited === null && admins.data && admins.data.length > 0 && add}
      </Group>
      {edited !== null && (
        <AdminForm
          key={edited === 'new' ? 'new' : edited._id}
          client={client._id}
          admin={edited === 'new' ? null : edited}
          onDone={(changed) => {
            setEdited(null);
            if (changed) void refetch();
          }}
        />
      )}
      <Loaded
        query={admins}
        empty={
          edited === null ? (
            <EmptyState title={t('No administrators yet')} action={add}>
              {t(
                'The first administrator gets an email with a link to set a password, then sets up the school system.',
              )}
            </EmptyState>
          ) : null
        }
      >
        {(rows) => (
          <DataTable
            caption={t('Administrators')}
            columns={columns}
            rows={rows}
            rowKey={(admin) => admin._id}
            count={(n) => t('{n, plural, one {# administrator} other {# administrators}}', { n })}
          />
        )}
      </Loaded>
      <ConfirmDialog
        opened={deleted !== undefined}
        onClose={() => setDeleted(undefined)}
        onConfirm={deleteIt}
        confirm={t('Delete')}
        destroys
      >
        {deleted && (
          <T
            m="You are going to delete <b/>. They’re logged out right away and can’t log in again."
            b={<strong>{fullName(deleted)}</strong>}
          />
        )}
      </ConfirmDialog>
    </Stack>
  );
}

function columnsWith(
  edit: (admin: ClientAdmin) => void,
  askToDelete: (admin: ClientAdmin) => void,
): Column<ClientAdmin>[] {
  return [
    {
      key: 'name',
      header: t('Administrator'),
      cell: (admin) => <Person admin={admin} />,
      compare: byText((admin) => `${admin.last_name} ${admin.first_name}`),
      card: 'title',
    },
    {
      key: 'status',
      header: t('Status'),
      cell: ({ invited }) => (
        <StatusBadge tone={invited ? 'waiting' : 'good'}>
          {invited ? t('Invited, no password yet') : t('Can log in')}
        </StatusBadge>
      ),
    },
    {
      key: 'actions',
      header: t('Actions'),
      card: 'actions',
      cell: (admin) => (
        <Actions admin={admin}>
          <Button
            variant="subtle"
            aria-label={t('Edit {name}', { name: fullName(admin) })}
            onClick={() => edit(admin)}
          >
            {t('Edit')}
          </Button>
          <Button
            variant="subtle"
            c="var(--mantine-color-error)"
            aria-label={t('Delete {name}', { name: fullName(admin) })}
            onClick={() => askToDelete(admin)}
          >
            {t('Delete')}
          </Button>
        </Actions>
      ),
    },
  ];
}

function Person({ admin }: { admin: ClientAdmin }) {
  return (
    <Group gap="sm" wrap="nowrap">
      {/* SuperAdmins cannot see a school system's pictures, so show initials. */}
      <Avatar name={fullName(admin)} />
      <div className={classes.person}>
        <Text fw={600}>{fullName(admin)}</Text>
        <Text size="sm" c="dimmed">
          <EmailText address={admin.email} />
        </Text>
      </div>
    </Group>
  );
}

function Actions({ admin, children }: { admin: ClientAdmin; children: ReactNode }) {
  const { _id } = useUser();
  return (
    <Group gap={4}>
      <Button
        component={Link}
        to={`/admin/masquerade/${_id}/${admin._id}`}
        variant="subtle"
        aria-label={t('Masquerade as {name}', { name: fullName(admin) })}
      >
        {t('Masquerade')}
      </Button>
      {children}
    </Group>
  );
}
