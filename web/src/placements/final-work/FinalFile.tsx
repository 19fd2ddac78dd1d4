import { Anchor, Button, Group, Paper, Text } from '@mantine/core';
import { IconFileText, IconTrash } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import { finalWorkCalls } from '@waypost/contract/placements/final-work/calls';
import type { Project } from '@waypost/contract/placements/projects/calls';
import { useState } from 'react';
import { fileAddress } from '../../client/call.ts';
import { notify } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { showMoment } from '../../ui/dates.ts';
import { useKeepProject } from '../projects/use-project.ts';

interface FinalFileProps {
  project: Project;
  file: NonNullable<Project['final_project']>['files'][number];
  removes: boolean;
}

/** A file of the final project, with a button to remove it while that is still allowed. */
export function FinalFile({ project, file, removes }: FinalFileProps) {
  const [asking, setAsking] = useState(false);
  const keep = useKeepProject();
  const remove = useCall(finalWorkCalls.removeFileLink, { quiet: true });

  async function removeIt(): Promise<void> {
    await keep(await remove.mutateAsync({ project_id: project._id, file_id: file._id }));
    notify.success(t('File successfully deleted.'));
  }

  return (
    <Paper component="li" withBorder px="lg" py="sm">
      <Group gap="sm" wrap="nowrap">
        <IconFileText size={22} aria-hidden style={{ flex: 'none' }} />
        <div style={{ flex: 1, minWidth: 0 }}>
          <Anchor
            href={fileAddress(file)}
            target="_blank"
            rel="noopener"
            style={{ overflowWrap: 'anywhere' }}
          >
            {file.name}
          </Anchor>
          <Text size="sm" c="dimmed">
            {t('Added {date}', { date: showMoment(file.createdAt) })}
          </Text>
        </div>
        {removes && (
          <Button
            variant="subtle"
            color="gray"
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => setAsking(true)}
            aria-label={t('Remove {name}', { name: file.name })}
          >
            {t('Remove')}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={removeIt}
        confirm={t('Remove file')}
        destroys
      >
        {t('“{name}” leaves your final project and is deleted.', { name: file.name })}
      </ConfirmDialog>
    </Paper>
  );
}
