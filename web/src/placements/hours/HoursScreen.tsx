import { ActionIcon, Group, Paper, Stack, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useParams, useSearch } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { hoursCalls } from '@waypost/contract/placements/hours/calls';
import { canAddHours, canCorrectEntry, canDeleteEntry } from '@waypost/contract/placements/hours/rules';
import type { HoursEntry, Project } from '@waypost/contract/placements/projects/calls';
import { shownBusiness } from '@waypost/contract/placements/projects/rules';
import { useState } from 'react';
import { notify } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { Column } from '../../ui/columns.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { HoursBar } from '../projects/HoursBar.tsx';
import { ProjectScreen } from '../projects/ProjectScreen.tsx';
import { showHours } from '../projects/project-status.ts';
import { useKeepProject } from '../projects/use-project.ts';
import { useWorksOn } from '../projects/use-works-on.ts';
import classes from './HoursScreen.module.css';
import { HoursWait } from './HoursWait.tsx';
import { countHours, hoursColumns, showSpan } from './hours-columns.tsx';
import type { QueuedEntry } from './hours-queue.ts';
import { type Correction, LogHoursForm } from './LogHoursForm.tsx';
import { QueuedEntries } from './QueuedEntries.tsx';
import { queueStore } from './queue-store.ts';
import { useLogHours } from './use-log-hours.ts';
import { usePrepareOffline } from './use-prepare-offline.ts';
import { useQueueAccount, useQueuedEntries } from './use-queued-entries.ts';

/** A project's Hours Log: its student logs hours, and everybody else can read them. */
export default function HoursScreen() {
  const { id } = useParams({ from: '/project/$id/hours' });
  return (
    <ProjectScreen id={id} title={t('Hours Log')}>
      {(project) => <HoursLog project={project} />}
    </ProjectScreen>
  );
}

function HoursLog({ project }: { project: Project }) {
  const { _id: account, role } = useUser();
  const [deleting, setDeleting] = useState<HoursEntry | null>(null);
  const [correcting, setCorrecting] = useState<Correction | null>(null);
  const { like } = useSearch({ from: '/project/$id/hours' });
  const accountId = useQueueAccount();
  const waiting = useQueuedEntries(accountId, project._id);
  const log = useLogHours(project._id, accountId);
  usePrepareOffline([project], false);
  const keep = useKeepProject();
  const remove = useCall(hoursCalls.deleteHoursEntry, {
    onSuccess: async (fresh) => {
      await keep(fresh);
      notify.success(t('The entry was deleted.'), t('Entry deleted'));
    },
  });
  const own = role === 'Student';
  const worksOn = useWorksOn();
  const logs = worksOn && canAddHours(project);
  const { accepted_hours, pending_hours, pending_count } = project.reportData;
  const business = shownBusiness(project.business_id_fk);

  return (
    <Stack gap="lg">
      <Stack gap="lg" {...(logs && { className: classes.columns })}>
        {logs && (
          <HoursWait projectId={project._id}>
            <LogHoursForm
              key={correcting?.id}
              project={project}
              days={daysOf(project)}
              account={account}
              log={log.mutateAsync}
              correcting={correcting}
              likeLast={like === 'last'}
              onCorrected={(isSaved) => {
                setCorrecting(null);
                // Saved again under another key.
                if (isSaved && correcting?.isOnPhone) void queueStore.remove(correcting.id);
              }}
            />
          </HoursWait>
        )}
        {own && waiting.length > 0 && (
          <QueuedEntries
            entries={waiting}
            onCorrect={logs ? (entry) => setCorrecting(onPhone(entry)) : null}
            onRemove={({ key }) => queueStore.remove(key)}
          />
        )}
        <Paper withBorder p="lg">
          <Stack gap="xs" role="status">
            <HoursBar
              internshipType={project.opportunity_id_fk.internship_type}
              accepted={accepted_hours}
              pending={pending_hours}
            />
            {own && pending_count > 0 && (
              <Text size="sm">
                {t(
                  '{pendingCount, plural, one {1 entry is} other {{pendingCount} entries are}} waiting for {business}’s approval.',
                  { pendingCount: pending_count, business },
                )}
              </Text>
            )}
          </Stack>
        </Paper>
      </Stack>
      {project.hours.length === 0 ? (
        <EmptyState title={t('No hours yet')}>
          {logs
            ? t('Log your first day above. It takes less than a minute.')
            : t('Nothing has been logged yet.')}
        </EmptyState>
      ) : (
        <DataTable
          caption={t('Logged hours')}
          columns={
            worksOn
              ? [
                  ...hoursColumns,
                  actions(setDeleting, logs ? (entry) => setCorrecting(disapproved(entry)) : null),
                ]
              : hoursColumns
          }
          rows={project.hours.toReversed()}
          rowKey={(entry) => entry._id}
          count={() => countHours(project.hours)}
        />
      )}
      <ConfirmDialog
        opened={deleting !== null}
        onClose={() => setDeleting(null)}
        onConfirm={() =>
          deleting && remove.mutateAsync({ project_id: project._id, hours_log_id: deleting._id })
        }
        confirm={t('Delete entry')}
        destroys
      >
        {deleting &&
          t('{totalHours} hours on {days} will be lost.', {
            totalHours: showHours(deleting.total_hours),
            days: showSpan(deleting),
          })}
      </ConfirmDialog>
    </Stack>
  );
}

const daysOf = ({ opportunity_id_fk: { employment_start, employment_stop } }: Project) => ({
  first_day: employment_start,
  last_day: employment_stop,
});

const disapproved = (entry: HoursEntry): Correction => {
  const { _id: id, start_date, end_date, total_hours, text_log, reason } = entry;
  return { id, fields: { start_date, end_date, total_hours, text_log }, reason, isOnPhone: false };
};

const onPhone = ({ key: id, entry: fields, refused }: QueuedEntry): Correction => ({
  id,
  fields,
  reason: refused ?? '',
  isOnPhone: true,
});

const actions = (
  askToDelete: (entry: HoursEntry) => void,
  correct: ((entry: HoursEntry) => void) | null,
): Column<HoursEntry> => ({
  key: 'actions',
  header: t('Actions'),
  card: 'corner',
  end: true,
  cell: (entry) =>
    canDeleteEntry(entry) && (
      <Group gap="xs" wrap="nowrap" justify="flex-end">
        {correct && canCorrectEntry(entry) && (
          // Only an icon: on a narrow phone, there is no room for text next to the day and Delete.
          <ActionIcon
            variant="subtle"
            size="lg"
            aria-label={t('Correct the entry for {days}', { days: showSpan(entry) })}
            onClick={() => correct(entry)}
          >
            <IconPencil size={18} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="red"
          size="lg"
          aria-label={t('Delete the entry for {days}', { days: showSpan(entry) })}
          onClick={() => askToDelete(entry)}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Group>
    ),
});
