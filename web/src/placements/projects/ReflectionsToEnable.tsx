import { Button, Group } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { Project } from '@waypost/contract/placements/projects/calls';
import { reflectionCalls } from '@waypost/contract/placements/reflections/calls';
import { useState } from 'react';
import { notify } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useKeepProject } from './use-project.ts';

/**
 * Unlocks every locked question (docs/behavior/reflections.md#enabling-the-rest); renders nothing if there
 * is none.
 */
export function ReflectionsToEnable({ project }: { project: Project }) {
  const [asking, setAsking] = useState(false);
  const keep = useKeepProject();
  // The dialog shows its own errors.
  const enable = useCall(reflectionCalls.enableRemainingReflections, { quiet: true });
  const locked = project.reflections?.filter(({ status }) => status === 'locked').length ?? 0;
  const questions = t('{locked, plural, one {1 locked question} other {{locked} locked questions}}', {
    locked,
  });

  const confirmed = async () => {
    await keep(await enable.mutateAsync({ project_id: project._id }));
    notify.success(t('The student can answer every question now.'), t('Questions enabled'));
  };

  return (
    <>
      {locked > 0 && (
        <Group>
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('Enable {questions}', { questions })}
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={confirmed}
        confirm={t('Enable questions')}
      >
        {t('The student can then answer them in any order. They cannot be locked again.')}
      </ConfirmDialog>
    </>
  );
}
