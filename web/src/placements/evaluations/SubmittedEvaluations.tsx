import { Paper, Stack, Text, Title } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { termName } from '@waypost/contract/placements/evaluations/rules';
import type { Project } from '@waypost/contract/placements/projects/calls';
import { showDate } from '../../ui/dates.ts';
import { TextLink } from '../../ui/links.tsx';
import { T } from '../../ui/T.tsx';

/** Links to the submitted evaluations; renders nothing if there are none. */
export function SubmittedEvaluations({ project }: { project: Project }) {
  const { business_evaluations: evaluations, _id: project_id } = project;
  if (!evaluations?.length) return null;
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('Submitted evaluations')}>
      <Title order={2} size="h3" mb="xs">
        {t('Submitted evaluations')}
      </Title>
      <Stack gap="xs">
        {evaluations.map((evaluation) => (
          <Text key={evaluation._id}>
            <T
              m="<a>Evaluation of {date}</a>, {term}, by {supervisor}"
              date={showDate(evaluation.evaluation_date)}
              term={termName(evaluation.term)}
              supervisor={evaluation.supervisor}
              a={
                <TextLink
                  underline="always"
                  to="/evaluation/view/$project_id/$evaluation_id"
                  params={{ project_id, evaluation_id: evaluation._id }}
                />
              }
            />
          </Text>
        ))}
      </Stack>
    </Paper>
  );
}
