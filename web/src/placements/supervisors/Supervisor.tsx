import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { contactCalls } from '@waypost/contract/people/contacts/calls';
import { type ProjectRow, projectCalls } from '@waypost/contract/placements/projects/calls';
import { supervisorCalls } from '@waypost/contract/placements/supervisors/calls';
import { isStaff } from '@waypost/contract/roles';
import { type ReactNode, useState } from 'react';
import { notify } from '../../client/notices.ts';
import { PhoneLink } from '../../client/PhoneLink.tsx';
import { callQuery, refresh, useCall } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { EmailLink } from '../../ui/EmailLink.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFocusHome } from '../../ui/use-focus-home.ts';
import classes from './Supervisor.module.css';

interface SupervisorProps {
  project: ProjectRow;
  /** Shows one line, with a button for the details, to readers who cannot change the supervisor. */
  brief?: boolean;
}

/**
 * The supervisor of a placement, whom its business and staff can change
 * (docs/behavior/contacts.md#supervisor).
 */
export function Supervisor({ project, brief = false }: SupervisorProps) {
  const { role } = useUser();
  const [choosing, setChoosing] = useState(false);
  const part = useFocusHome<HTMLDivElement>();
  const { supervisor_id_fk: supervisor, business_id_fk: business, business_status } = project;
  const mayChoose =
    (role === 'Business' || isStaff(role)) && business._id !== '' && business_status === 'open';
  const isBrief = brief && !mayChoose && supervisor !== null;
  return (
    <Stack
      gap={4}
      ref={part}
      tabIndex={-1}
      role="group"
      aria-label={t('Supervisor')}
      style={{ outline: 'none' }}
    >
      {!isBrief && (
        <Text size="sm" fw={600}>
          {t('Supervisor')}
        </Text>
      )}
      {isBrief ? (
        <Brief name={supervisor.name}>
          <Reach supervisor={supervisor} />
        </Brief>
      ) : choosing ? (
        <Choice project={project} onDone={() => setChoosing(false)} />
      ) : (
        <Group gap="md" style={{ rowGap: 'var(--mantine-spacing-xs)' }}>
          {supervisor ? (
            <>
              <Text>{supervisor.name}</Text>
              <Reach supervisor={supervisor} />
            </>
          ) : (
            <Text size="sm" c="dimmed">
              {t('No one has been named yet.')}
            </Text>
          )}
          {supervisor?.confirmed_at && <StatusBadge tone="good">{t('Confirmed')}</StatusBadge>}
        </Group>
      )}
      {mayChoose && !choosing && (
        <Group gap="xs" mt="xs" className={classes.buttons}>
          {supervisor?.email && !supervisor.confirmed_at && (
            <AskToConfirm projectId={project._id} name={supervisor.name || supervisor.email} />
          )}
          <Button variant="default" onClick={() => setChoosing(true)}>
            {supervisor ? t('Change supervisor') : t('Choose a supervisor')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Reach({ supervisor }: { supervisor: NonNullable<ProjectRow['supervisor_id_fk']> }) {
  const { email, phone } = supervisor;
  return (
    <>
      {email && <EmailLink address={email} />}
      {phone && <PhoneLink phone={phone} />}
    </>
  );
}

function Brief({ name, children }: { name: string; children: ReactNode }) {
  const label = (
    <>
      {t('Supervisor: {name}', { name })}
      <IconChevronDown size={16} aria-hidden />
    </>
  );
  return (
    <Disclosure label={label} className={classes.brief}>
      <div className={classes.reach}>{children}</div>
    </Disclosure>
  );
}

function AskToConfirm({ projectId, name }: { projectId: string; name: string }) {
  const ask = useCall(supervisorCalls.askSupervisor, {
    onSuccess: ({ email }) => notify.success(t('We emailed the link to {email}.', { email })),
  });
  return (
    <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate({ project_id: projectId })}>
      {t('Ask {name} to confirm', { name })}
    </Button>
  );
}

function Choice({ project, onDone }: { project: ProjectRow; onDone: () => void }) {
  const queries = useQueryClient();
  const contacts = useQuery(callQuery(contactCalls.getContacts, { business_id: project.business_id_fk._id }));
  const [chosen, setChosen] = useState(project.supervisor_id_fk?._id ?? '');
  const save = useCall(supervisorCalls.chooseSupervisor, {
    onSuccess: async (fresh) => {
      await refresh(queries, projectCalls.getInterns, projectCalls.loadStudentProject);
      notify.success(t('{name} supervises this placement.', { name: fresh.supervisor_id_fk?.name ?? '' }));
      onDone();
    },
  });
  return (
    <Loaded query={contacts}>
      {(found) => {
        const contact_id = chosen || found[0]?._id;
        return (
          <Group gap="xs" align="flex-end">
            <NativeSelect
              label={t('Who supervises?')}
              data={found.map(({ _id, name }) => ({ value: _id, label: name }))}
              value={contact_id ?? ''}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            />
            <Button variant="default" onClick={onDone}>
              {t('Cancel')}
            </Button>
            {contact_id && (
              <Button
                loading={save.isPending}
                onClick={() => save.mutate({ project_id: project._id, contact_id })}
              >
                {t('Save supervisor')}
              </Button>
            )}
          </Group>
        );
      }}
    </Loaded>
  );
}
