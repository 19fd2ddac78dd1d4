import { Button, Group, Paper, Stack, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { shownPhone } from '@waypost/contract/phones';
import type { BusinessEvaluation } from '@waypost/contract/placements/evaluations/calls';
import { termName } from '@waypost/contract/placements/evaluations/rules';
import { type Project, projectCalls } from '@waypost/contract/placements/projects/calls';
import { shownBusiness } from '@waypost/contract/placements/projects/rules';
import { missing } from '../../client/failure.ts';
import { subjectQuery } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { Facts } from '../../people/profiles/Facts.tsx';
import { showDate } from '../../ui/dates.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { RichTextView } from '../../ui/RichTextView.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { byWhom } from '../projects/by-whom.ts';
import { nameOfIntern } from '../projects/intern-name.ts';
import classes from './EvaluationViewScreen.module.css';
import { Ratings } from './Ratings.tsx';

/** Intern Evaluation Form: a submitted evaluation, to read and to print (docs/behavior/evaluations.md#screens). */
export default function EvaluationViewScreen() {
  const { project_id, evaluation_id } = useParams({ from: '/evaluation/view/$project_id/$evaluation_id' });
  const { role } = useUser();
  const project = useQuery(subjectQuery(projectCalls.loadStudentProject, { project_id }));
  const evaluation = project.data?.business_evaluations?.find((one) => one._id === evaluation_id);
  if (project.data && !evaluation) throw missing();
  return (
    <Screen
      title={t('Intern Evaluation Form')}
      lead={project.data && evaluation && `${nameOfIntern(project.data)}, ${termName(evaluation.term)}`}
      width="narrow"
      action={
        <Group gap="sm" className={classes.actions}>
          {role === 'Business' && (
            <LinkButton to="/evaluation/new/$id" params={{ id: project_id }} variant="default">
              {t('All evaluations')}
            </LinkButton>
          )}
          {evaluation && (
            <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
              {t('Print')}
            </Button>
          )}
        </Group>
      }
    >
      <Loaded query={project}>
        {(found) => evaluation && <Evaluation project={found} evaluation={evaluation} />}
      </Loaded>
    </Screen>
  );
}

function Evaluation({ project, evaluation }: { project: Project; evaluation: BusinessEvaluation }) {
  return (
    <Stack gap="lg" className={classes.sheet}>
      <Facts
        title={t('Internship')}
        facts={[
          [t('Student'), nameOfIntern(project)],
          [t('School'), project.student_id_fk?.school_attending],
          [t('Opportunity'), project.opportunity_id_fk.opportunity_title],
          [t('Business'), shownBusiness(project.business_id_fk)],
        ]}
      />
      <Facts
        title={t('Evaluation')}
        facts={[
          [t('Evaluation date'), showDate(evaluation.evaluation_date)],
          [t('Term'), termName(evaluation.term)],
          [t('Supervisor'), evaluation.supervisor],
          [t('Coordinator'), evaluation.internship_facilitator],
          [t('Contact phone'), shownPhone(evaluation.contact_phone)],
          [
            t('Submitted'),
            evaluation.submitted_via && byWhom(evaluation.submitted_by, evaluation.submitted_via),
          ],
          [t('Discussed with the student'), evaluation.discussed ? t('Yes') : t('No')],
        ]}
      />
      {evaluation.ratings.length > 0 && (
        <Paper withBorder p="lg" component="section" aria-label={t('Ratings')}>
          <Title order={2} size="h3" mb="sm">
            {t('Ratings')}
          </Title>
          <Ratings ratings={evaluation.ratings} />
        </Paper>
      )}
      <Paper withBorder p="lg" component="section" aria-label={t('Comments')}>
        <Title order={2} size="h3" mb="sm">
          {t('Comments')}
        </Title>
        <RichTextView html={evaluation.comments} />
      </Paper>
    </Stack>
  );
}
