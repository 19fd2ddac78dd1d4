import { Stack, Text } from '@mantine/core';
import { IconClipboardCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { msg, t } from '@waypost/contract/i18n';
import { evaluationCalls } from '@waypost/contract/placements/evaluations/calls';
import { EVALUATIONS_REQUIRED, whyNotEvaluate } from '@waypost/contract/placements/evaluations/rules';
import { type Project, projectCalls } from '@waypost/contract/placements/projects/calls';
import { callQuery, subjectQuery } from '../../client/queries.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { nameOfIntern } from '../projects/intern-name.ts';
import { EvaluationForm } from './EvaluationForm.tsx';
import { SubmittedEvaluations } from './SubmittedEvaluations.tsx';

/** Mid-point, then conclusion (docs/behavior/evaluations.md#count). */
const occasions = [
  msg('{who}. Mid-point evaluation, {count} of {evaluationsRequired}.'),
  msg('{who}. Conclusion evaluation, {count} of {evaluationsRequired}.'),
];

/**
 * Business Evaluation: two for each intern, while the placement is open
 * (docs/behavior/evaluations.md#screens).
 */
export default function EvaluationScreen() {
  const { id } = useParams({ from: '/evaluation/new/$id' });
  const project = useQuery(subjectQuery(projectCalls.loadStudentProject, { project_id: id }));
  return (
    <Screen
      title={t('Business Evaluation')}
      lead={project.data && leadOf(project.data)}
      action={
        <LinkButton to="/interns/viewall" variant="default">
          {t('All interns')}
        </LinkButton>
      }
      width="narrow"
    >
      <Loaded query={project}>{(found) => <Evaluation project={found} />}</Loaded>
    </Screen>
  );
}

function Evaluation({ project }: { project: Project }) {
  const questions = useQuery(callQuery(evaluationCalls.getMyEvaluationQuestions, {}));
  const start = useQuery({
    ...callQuery(evaluationCalls.getEvaluationStart, { project_id: project._id }),
    // The next evaluation starts with this one's answers.
    gcTime: 0,
  });
  const obstacle = whyNotEvaluate(project, project.evaluation_count);
  if (obstacle && project.evaluation_count === 0)
    return <EmptyState title={obstacle} icon={<IconClipboardCheck />} />;
  return (
    <Stack gap="lg">
      <SubmittedEvaluations project={project} />
      {obstacle && <Text c="dimmed">{obstacle}.</Text>}
      {!obstacle && (
        <Loaded query={questions}>
          {(query) => (
            <Loaded query={start}>
              {(begun) => (
                <EvaluationForm
                  key={project.evaluation_count}
                  project={project}
                  questions={query}
                  start={begun}
                />
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </Stack>
  );
}

function leadOf(project: Project): string {
  const who = `${nameOfIntern(project)}, ${project.opportunity_id_fk.opportunity_title}`;
  const count = project.evaluation_count;
  const occasion = occasions[count];
  return occasion
    ? t(occasion, {
        who,
        count: count + 1,
        evaluationsRequired: EVALUATIONS_REQUIRED,
      })
    : who;
}
