import { Button, Group, Stack, Text } from '@mantine/core';
import { type Message, msg, t } from '@waypost/contract/i18n';
import { type Project, projectCalls } from '@waypost/contract/placements/projects/calls';
import { type BusinessStatus, businessStatuses } from '@waypost/contract/statuses';
import { useState } from 'react';
import { notify } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { statusNotices } from './status-notices.ts';
import { useKeepProject } from './use-project.ts';

const buttons: Record<BusinessStatus, { label: Message; means: Message }> = {
  open: {
    label: msg('Re-Open'),
    means: msg('The student can log hours again, and the business can evaluate again.'),
  },
  completed: {
    label: msg('Complete'),
    means: msg('The placement is marked completed, even if evaluations are missing.'),
  },
  terminated: {
    label: msg('Terminate'),
    means: msg(
      'It ends now: no more hours can be logged, and the business can’t evaluate anymore. Reflections, the summary, and files stay open.',
    ),
  },
};

/** An administrator changes an internship from any status to any other (docs/behavior/projects.md#status). */
export function StatusMoves({ project }: { project: Project }) {
  const keep = useKeepProject();
  const [chosen, setChosen] = useState<BusinessStatus>('open');
  const [asking, setAsking] = useState(false);
  const move = useCall(projectCalls.changeBusinessStatus, { quiet: true });

  const confirmed = async () => {
    await keep(await move.mutateAsync({ project_id: project._id, business_status: chosen }));
    notify.success(t(statusNotices[chosen]), t('Work Based Learning Update Successful'));
  };

  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('Change it for the student and the business:')}
      </Text>
      <Group gap="sm">
        {businessStatuses.map((status) => (
          <Button
            key={status}
            variant="default"
            disabled={status === project.business_status}
            onClick={() => {
              setChosen(status);
              setAsking(true);
            }}
          >
            {t(buttons[status].label)}
          </Button>
        ))}
      </Group>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={confirmed}
        confirm={t(buttons[chosen].label)}
        destroys={chosen === 'terminated'}
      >
        {t(buttons[chosen].means)}
      </ConfirmDialog>
    </Stack>
  );
}
