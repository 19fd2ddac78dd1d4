import { Button } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { evaluationCalls } from '@waypost/contract/placements/evaluations/calls';
import { evaluationsRemaining } from '@waypost/contract/placements/evaluations/rules';
import type { ProjectRow } from '@waypost/contract/placements/projects/calls';
import { notify } from '../../client/notices.ts';
import { useCall } from '../../client/queries.ts';

/**
 * Emails the form to the placement's supervisor, who needs no account. Renders nothing if no evaluation is
 * left or there is nobody to ask.
 */
export function AskForEvaluation({ project }: { project: ProjectRow }) {
  const ask = useCall(evaluationCalls.askForEvaluation, {
    onSuccess: ({ email }) => notify.success(t('We emailed the evaluation to {email}.', { email })),
  });
  const supervisor = project.supervisor_id_fk;
  const remains = evaluationsRemaining(project.evaluation_count) > 0 && project.business_status === 'open';
  if (!remains || !supervisor?.email) return null;
  return (
    <Button variant="default" onClick={() => !ask.isPending && ask.mutate({ project_id: project._id })}>
      {t('Email the evaluation to {name}', { name: supervisor.name || supervisor.email })}
    </Button>
  );
}
