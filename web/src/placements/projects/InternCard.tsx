import { Box, Group, Paper, Stack, Text } from '@mantine/core';
import { type Message, msg, t } from '@waypost/contract/i18n';
import type { TaskKind } from '@waypost/contract/oversight/tasks/rules';
import { EVALUATIONS_REQUIRED, evaluationsRemaining } from '@waypost/contract/placements/evaluations/rules';
import type { ProjectRow } from '@waypost/contract/placements/projects/calls';
import { fileAddress } from '../../client/call.ts';
import { useTasks } from '../../client/tasks-query.ts';
import { NotSharedNote } from '../../people/consents/NotShared.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { classOf } from '../../ui/class-of.ts';
import { LinkButton } from '../../ui/links.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFocusHome } from '../../ui/use-focus-home.ts';
import { AskForEvaluation } from '../evaluations/AskForEvaluation.tsx';
import { Supervisor } from '../supervisors/Supervisor.tsx';
import { HoursBar } from './HoursBar.tsx';
import classes from './InternCard.module.css';
import { nameOfIntern } from './intern-name.ts';
import { ManageInternship } from './ManageInternship.tsx';
import { statusWords } from './project-status.ts';

/** An intern: the person, the buttons to end the internship, and their hours and evaluations. */
export function InternCard({ project }: { project: ProjectRow }) {
  const { student_id_fk: student, business_status } = project;
  const name = nameOfIntern(project);
  const { word, tone } = statusWords[business_status];
  const picture = student?.profile_pic_id_fk;
  // When the pressed button disappears, the focus stays in its card.
  const card = useFocusHome<HTMLElement>();
  return (
    <Paper
      withBorder
      p="lg"
      component="article"
      aria-label={name}
      ref={card}
      tabIndex={-1}
      className={classes.card}
    >
      <Stack h="100%">
        <Group wrap="nowrap" align="flex-start">
          <Avatar name={name} src={picture ? fileAddress(picture) : undefined} size={48} />
          <div className={classes.who}>
            <Text fw={600}>{name}</Text>
            <Text size="sm" c="dimmed">
              {student?.school_attending}
            </Text>
            {student?.graduation_year && (
              <Text size="sm" c="dimmed">
                {classOf(student.graduation_year)}
              </Text>
            )}
            <NotSharedNote isReleased={project.is_released} />
            <Box mt={4} role="status">
              <StatusBadge tone={tone}>{t(word)}</StatusBadge>
            </Box>
          </div>
        </Group>
        <ManageInternship project={project} />
        <Hours project={project} name={name} />
        <Evaluations project={project} name={name} />
        <Supervisor project={project} />
        <Stack gap="0.625rem">
          <Agreement project={project} />
          <LinkButton to="/project/$id/progress" params={{ id: project._id }} variant="default">
            {t('See progress')}
          </LinkButton>
        </Stack>
      </Stack>
    </Paper>
  );
}

/** What the business still has to do in an agreement, by kind of task. */
const agreementSteps: Partial<Record<TaskKind, Message>> = {
  'fill in agreement': msg('Training agreement: fill in'),
  'sign agreement': msg('Training agreement: read and sign'),
};

function Agreement({ project }: { project: ProjectRow }) {
  const task = useTasks().data?.tasks.find(({ kind, _id }) => _id === project._id && agreementSteps[kind]);
  const step = task && agreementSteps[task.kind];
  return (
    <LinkButton
      to="/project/$id/agreement"
      params={{ id: project._id }}
      variant={step ? 'filled' : 'default'}
    >
      {step ? t(step) : t('Training agreement')}
    </LinkButton>
  );
}

interface PanelProps {
  project: ProjectRow;
  name: string;
}

function Hours({ project, name }: PanelProps) {
  const { accepted_hours, pending_hours, pending_count } = project.reportData;
  const waits = pending_count > 0;
  return (
    <Box
      role="group"
      className={classes.panel}
      aria-label={t('{name}’s hours', { name })}
      data-waits={waits || undefined}
    >
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {t('Hours')}
        </Text>
        {waits && (
          <StatusBadge tone="attention">
            {t('{pendingCount, plural, one {1 entry to approve} other {{pendingCount} entries to approve}}', {
              pendingCount: pending_count,
            })}
          </StatusBadge>
        )}
      </Group>
      <HoursBar
        internshipType={project.opportunity_id_fk.internship_type}
        accepted={accepted_hours}
        pending={pending_hours}
      />
      <LinkButton
        to="/interns/hours_log/$project_id"
        params={{ project_id: project._id }}
        variant={waits ? 'filled' : 'default'}
      >
        {waits ? t('Review hours') : t('See hours')}
      </LinkButton>
    </Box>
  );
}

function Evaluations({ project, name }: PanelProps) {
  const submitted = project.evaluation_count;
  const remaining = evaluationsRemaining(submitted);
  const isDue = remaining > 0 && project.business_status === 'open';
  return (
    <Box role="group" className={classes.panel} aria-label={t('{name}’s evaluations', { name })}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {t('Evaluations')}
        </Text>
        {(isDue || remaining === 0) && (
          <StatusBadge tone={isDue ? 'plain' : 'good'}>
            {isDue ? t('{remaining} remaining', { remaining }) : t('Both submitted')}
          </StatusBadge>
        )}
      </Group>
      <Text size="sm">
        {t('{submitted} of {evaluationsRequired} submitted', {
          submitted,
          evaluationsRequired: EVALUATIONS_REQUIRED,
        })}
      </Text>
      {(isDue || submitted > 0) && (
        <LinkButton to="/evaluation/new/$id" params={{ id: project._id }} variant="default">
          {isDue ? t('Evaluate') : t('See evaluations')}
        </LinkButton>
      )}
      <AskForEvaluation project={project} />
    </Box>
  );
}
