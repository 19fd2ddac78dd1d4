import { Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type Message, msg, t } from '@waypost/contract/i18n';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { type ProjectRow, projectCalls } from '@waypost/contract/placements/projects/calls';
import { statusMovesFrom, whyNotMoveStatus } from '@waypost/contract/placements/projects/rules';
import type { BusinessStatus } from '@waypost/contract/statuses';
import { useId, useState } from 'react';
import { notify } from '../../client/notices.ts';
import { refresh, useCall } from '../../client/queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import classes from './InternCard.module.css';
import { nameOfIntern } from './intern-name.ts';
import { statusNotices } from './status-notices.ts';

type End = Exclude<BusinessStatus, 'open'>;
const words: Record<End, { label: Message; question: Message }> = {
  completed: {
    label: msg('Complete'),
    question: msg(
      'Complete {name}’s placement, {opportunity}? It is marked completed. The student can still log hours they worked. This cannot be undone.',
    ),
  },
  terminated: {
    label: msg('Terminate'),
    question: msg(
      'Terminate {name}’s placement, {opportunity}? It ends early. The student can’t log more hours. This cannot be undone.',
    ),
  },
};
const isEnd = (status: BusinessStatus): status is End => status !== 'open';

/**
 * Completes or terminates an internship, permanently (docs/behavior/projects.md#status). Renders nothing
 * once it has ended.
 */
export function ManageInternship({ project }: { project: ProjectRow }) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState<End | null>(null);
  const [chosen, setChosen] = useState<End>('completed');
  const reason = useId();
  const name = nameOfIntern(project);
  // The dialog shows its own errors.
  const change = useCall(projectCalls.changeBusinessStatus, {
    quiet: true,
    onSuccess: (fresh) => {
      notify.success(t(statusNotices[fresh.business_status]), t('Work Based Learning Update Successful'));
    },
    // After a refusal too: somebody else may have ended it, so show its current status.
    onSettled: () =>
      refresh(
        queries,
        projectCalls.getInterns,
        projectCalls.loadStudentProject,
        opportunityCalls.getBusinessInternshipStats,
      ),
  });
  const ends = statusMovesFrom('Business', project.business_status).filter(isEnd);
  if (ends.length === 0) return null;
  const obstacle = (to: End) =>
    whyNotMoveStatus('Business', project.business_status, to, project.evaluation_count);
  const obstacleText = ends.map(obstacle).find((sentence) => sentence !== null);

  return (
    <Stack gap={6} role="group" aria-label={t('Manage {name}’s internship', { name })}>
      <Text size="sm" fw={600}>
        {t('Manage Internship')}
      </Text>
      <div className={classes.ends}>
        {ends.map((to) => (
          <Button
            key={to}
            variant="default"
            {...(to === 'terminated' ? { c: 'var(--mantine-color-error)' } : {})}
            // Not `disabled`, so that keyboard users can also reach it and hear the reason.
            {...(obstacle(to)
              ? { 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': reason }
              : {})}
            onClick={() => {
              if (obstacle(to)) return;
              setChosen(to);
              setAsking(to);
            }}
          >
            {t(words[to].label)}
          </Button>
        ))}
      </div>
      {obstacleText && (
        <Text size="sm" c="dimmed" id={reason} className={classes.reason}>
          {obstacleText}.
        </Text>
      )}
      <ConfirmDialog
        opened={asking !== null}
        onClose={() => setAsking(null)}
        onConfirm={() => change.mutateAsync({ project_id: project._id, business_status: chosen })}
        confirm={t(words[chosen].label)}
        destroys={chosen === 'terminated'}
      >
        {t(words[chosen].question, { name, opportunity: project.opportunity_id_fk.opportunity_title })}
      </ConfirmDialog>
    </Stack>
  );
}
