import { Paper, Stack, Text, Title } from '@mantine/core';
import type { Project } from '@waypost/contract/projects/calls';
import { showDate } from '../ui/dates.ts';
import { TextLink } from '../ui/links.tsx';

/** The evaluations that are in, each with the way to it; nothing while there are none. */
export function SubmittedEvaluations({ project }: { project: Project }) {
  const { business_evaluations: evaluations, _id: project_id } = project;
  if (!evaluations?.length) return null;
  return (
    <Paper withBorder p="lg" component="section" aria-label="Submitted evaluations">
      <Title order={2} size="h3" mb="xs">
        Submitted evaluations
      </Title>
      <Stack gap="xs">
        {evaluations.map((evaluation) => (
          <Text key={evaluation._id}>
            <TextLink
              underline="always"
              to="/evaluation/view/$project_id/$evaluation_id"
              params={{ project_id, evaluation_id: evaluation._id }}
            >
              Evaluation of {showDate(evaluation.evaluation_date)}
            </TextLink>
            , {evaluation.term}, by {evaluation.supervisor}
          </Text>
        ))}
      </Stack>
    </Paper>
  );
}
