import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { utcDay } from '@waypost/contract/dates';
import { t } from '@waypost/contract/i18n';
import { canAddHours } from '@waypost/contract/placements/hours/rules';
import { paceOfProject } from '@waypost/contract/placements/pace/rules';
import type { ProjectRow } from '@waypost/contract/placements/projects/calls';
import { shownBusiness } from '@waypost/contract/placements/projects/rules';
import { keepFresh } from '../../client/queries.ts';
import { useTasks } from '../../client/tasks-query.ts';
import { TaskStrip } from '../../oversight/tasks/TaskStrip.tsx';
import { showDate } from '../../ui/dates.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { LinkButton, TextLink } from '../../ui/links.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { usePrepareOffline } from '../hours/use-prepare-offline.ts';
import { HoursBar } from './HoursBar.tsx';
import { ownProjectsQuery } from './own-projects.ts';
import { markOf, PaceLine } from './PaceLine.tsx';
import { ProjectItems } from './ProjectItems.tsx';
import { showHours, statusWords } from './project-status.ts';
import { useWorksOn } from './use-works-on.ts';

export const ahead = (queries: QueryClient) => void queries.prefetchQuery(ownProjectsQuery);

/** A student's placements with their hours (docs/behavior/projects.md#my-jobs). */
export default function ProjectsScreen() {
  const projects = useQuery({ ...ownProjectsQuery, ...keepFresh });
  // Wait for the tasks above the placements, which would push them down.
  const tasks = useTasks();
  usePrepareOffline(projects.data, true);
  const shown = { ...projects, data: tasks.isLoading ? undefined : projects.data };
  return (
    <Screen title={t('Work-Based Learning')} lead={t('Log your hours and see what’s approved.')}>
      <Loaded
        query={shown}
        empty={
          <EmptyState
            title={t('You have no placement yet')}
            action={<LinkButton to="/default">{t('Browse opportunities')}</LinkButton>}
          >
            {t('A placement starts here when you accept an offer.')}
          </EmptyState>
        }
      >
        {(rows) => (
          <Stack>
            <TaskStrip
              tasks={tasks.data}
              nothing={<TextLink to="/opportunity/browse">{t('See what else is open to you')}</TextLink>}
            />
            <Text size="sm" c="dimmed" role="status">
              {t('{n, plural, one {1 placement} other {{n} placements}}, {hours} hours in all', {
                n: rows.length,
                hours: showHours(sum(rows)),
              })}
            </Text>
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              {rows.map((project) => (
                <ProjectCard key={project._id} project={project} />
              ))}
            </SimpleGrid>
          </Stack>
        )}
      </Loaded>
    </Screen>
  );
}

const sum = (rows: ProjectRow[]) => rows.reduce((all, { reportData }) => all + reportData.total_hours, 0);

function ProjectCard({ project }: { project: ProjectRow }) {
  const { opportunity_id_fk: opportunity, business_id_fk: business, reportData } = project;
  const worksOn = useWorksOn();
  const pace = paceOfProject(project, utcDay(new Date()));
  const { word, tone } = statusWords[project.business_status];
  return (
    <Paper withBorder p="lg" component="article">
      <Stack>
        <Group justify="space-between" align="flex-start">
          <div>
            <Title order={2} size="h3">
              {opportunity.opportunity_title}
            </Title>
            <Text c="dimmed">{shownBusiness(business)}</Text>
          </div>
          <StatusBadge tone={tone}>{t(word)}</StatusBadge>
        </Group>
        <HoursBar
          internshipType={opportunity.internship_type}
          accepted={reportData.accepted_hours}
          pending={reportData.pending_hours}
          expected={markOf(project, pace)}
        />
        {pace && <PaceLine project={project} pace={pace} />}
        <ProjectItems project={project} />
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {t('Until {date}', { date: showDate(opportunity.employment_stop) })}
          </Text>
          <Group gap="md" ml="auto">
            <TextLink to="/project/$id/progress" params={{ id: project._id }} size="sm" fw={600}>
              {t('See progress')}
            </TextLink>
            {worksOn && canAddHours(project) ? (
              // The form opens with the hours of last time, so that Save is the second tap.
              <LinkButton to="/project/$id/hours" params={{ id: project._id }} search={{ like: 'last' }}>
                {t('Log hours')}
              </LinkButton>
            ) : (
              <LinkButton to="/project/$id/hours" params={{ id: project._id }}>
                {t('See hours')}
              </LinkButton>
            )}
          </Group>
        </Group>
      </Stack>
    </Paper>
  );
}
