import { Button, Group, Stack, Text } from '@mantine/core';
import { type Project, projectCalls } from '@waypost/contract/projects/calls';
import { type BusinessStatus, businessStatuses } from '@waypost/contract/projects/rules';
import { useState } from 'react';
import { notify } from '../client/notices.ts';
import { useCall } from '../client/queries.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { useKeepProject } from './use-project.ts';

const buttons: Record<BusinessStatus, { label: string; means: string }> = {
  open: {
    label: 'Re-Open',
    means: 'The student can log hours again, and the business can evaluate again.',
  },
  completed: {
    label: 'Complete',
    means: 'The internship is marked completed, even if evaluations are missing.',
  },
  terminated: {
    label: 'Terminate',
    means: 'The student can’t add anything more. Submitted work is kept.',
  },
};

/** An administrator sets the internship from any status to any other (docs/behavior/projects.md#status). */
export function StatusMoves({ project }: { project: Project }) {
  const keep = useKeepProject();
  const [asked, setAsked] = useState<BusinessStatus>('open');
  const [asking, setAsking] = useState(false);
  const move = useCall(projectCalls.changeBusinessStatus, { quiet: true });

  const confirmed = async () => {
    await keep(await move.mutateAsync({ project_id: project._id, business_status: asked }));
    notify.success(
      `Work-Based Learning Opportunity was successfully ${asked === 'open' ? 're-opened' : asked}.`,
      'Work Based Learning Update Successful',
    );
  };

  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Change it for the student and the business:
      </Text>
      <Group gap="sm">
        {businessStatuses.map((status) => (
          <Button
            key={status}
            variant="default"
            disabled={status === project.business_status}
            onClick={() => {
              setAsked(status);
              setAsking(true);
            }}
          >
            {buttons[status].label}
          </Button>
        ))}
      </Group>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={confirmed}
        confirm={buttons[asked].label}
        destroys={asked === 'terminated'}
      >
        {buttons[asked].means}
      </ConfirmDialog>
    </Stack>
  );
}
