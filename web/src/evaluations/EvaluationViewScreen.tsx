import { Button, Group, Paper, Stack, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { BusinessEvaluation } from '@waypost/contract/evaluations/calls';
import { type Project, projectCalls } from '@waypost/contract/projects/calls';
import { MISSING_BUSINESS } from '@waypost/contract/projects/rules';
import { missing } from '../client/failure.ts';
import { subjectQuery } from '../client/queries.ts';
import { useUser } from '../client/session.ts';
import { Facts } from '../profiles/Facts.tsx';
import { nameOfIntern } from '../projects/intern-name.ts';
import { showDate } from '../ui/dates.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { LinkButton } from '../ui/links.tsx';
import { RichTextView } from '../ui/RichTextView.tsx';
import { Screen } from '../ui/Screen.tsx';
import classes from './EvaluationViewScreen.module.css';

/** Intern Evaluation Form: a submitted evaluation, to read and to print (docs/behavior/evaluations.md#screens). */
export default function EvaluationViewScreen() {
  const { project_id, evaluation_id } = useParams({ from: '/evaluation/view/$project_id/$evaluation_id' });
  const { role } = useUser();
  const project = useQuery(subjectQuery(projectCalls.loadStudentProject, { project_id }));
  const evaluation = project.data?.business_evaluations?.find((one) => one._id === evaluation_id);
  if (project.data && !evaluation) throw missing();
  return (
    <Screen
      title="Intern Evaluation Form"
      lead={project.data && evaluation && `${nameOfIntern(project.data)}, ${evaluation.term}`}
      width="narrow"
      action={
        <Group gap="sm" className={classes.actions}>
          {role === 'Business' && (
            <LinkButton to="/evaluation/new/$id" params={{ id: project_id }} variant="default">
              All evaluations
            </LinkButton>
          )}
          {evaluation && (
            <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
              Print
            </Button>
          )}
        </Group>
      }
    >
      <Loaded asked={project}>
        {(found) => evaluation && <Evaluation project={found} evaluation={evaluation} />}
      </Loaded>
    </Screen>
  );
}

function Evaluation({ project, evaluation }: { project: Project; evaluation: BusinessEvaluation }) {
  return (
    <Stack gap="lg" className={classes.sheet}>
      <Facts
        title="Internship"
        facts={[
          ['Student', nameOfIntern(project)],
          ['School', project.student_id_fk?.school_attending],
          ['Opportunity', project.opportunity_id_fk.opportunity_title],
          ['Business', project.business_id_fk?.business_name ?? MISSING_BUSINESS],
        ]}
      />
      <Facts
        title="Evaluation"
        facts={[
          ['Evaluation date', showDate(evaluation.evaluation_date)],
          ['Term', evaluation.term],
          ['Supervisor', evaluation.supervisor],
          ['Coordinator', evaluation.internship_facilitator],
          ['Contact phone', evaluation.contact_phone],
          ['Discussed with the student', evaluation.discussed ? 'Yes' : 'No'],
        ]}
      />
      {evaluation.ratings.length > 0 && (
        <Paper withBorder p="lg" component="section" aria-label="Ratings">
          <Title order={2} size="h3" mb="sm">
            Ratings
          </Title>
          <dl className={classes.ratings}>
            {evaluation.ratings.map(({ evaluation_question_id, question_text, rating }) => (
              <div key={evaluation_question_id}>
                <dt>{question_text}</dt>
                <dd>{rating}</dd>
              </div>
            ))}
          </dl>
        </Paper>
      )}
      <Paper withBorder p="lg" component="section" aria-label="Comments">
        <Title order={2} size="h3" mb="sm">
          Comments
        </Title>
        <RichTextView html={evaluation.comments} />
      </Paper>
    </Stack>
  );
}
